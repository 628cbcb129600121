import Envelopes
import Foundation
import Locks
import Testing

@testable import Countersign

@Suite("Logging out")
struct LogOutTests {
    /// Keeps envelopes as the offline part does.
    private final class Part: LogOutPart {
        let unsynced: Locked<[EnvelopeID: BlobHash]>
        let cleared = Locked<[LogOutDeletion]>([])
        let users = Locked<[String]>([])

        init(_ unsynced: [EnvelopeID: BlobHash]) { self.unsynced = Locked(unsynced) }

        func unsyncedEnvelopes(of user: SessionUser) async throws(CountersignError) -> [EnvelopeID: BlobHash] {
            unsynced.withLock { $0 }
        }

        func clear(
            _ user: SessionUser, _ deletion: LogOutDeletion
        ) async throws(CountersignError) -> [CountersignEvent] {
            cleared.withLock { $0.append(deletion) }
            users.withLock { $0.append(user.key) }
            if case .everything = deletion { unsynced.withLock { $0 = [:] } }
            return []
        }
    }

    private struct FailingPart: LogOutPart {
        var reason = "the disk"
        func unsyncedEnvelopes(of user: SessionUser) async throws(CountersignError) -> [EnvelopeID: BlobHash] { [:] }
        func clear(
            _ user: SessionUser, _ deletion: LogOutDeletion
        ) async throws(CountersignError) -> [CountersignEvent] {
            throw .storage(reason: reason)
        }
    }

    private struct WebData: SigningWebData {
        let cleared = Tally()
        func clear() async { cleared.add() }
    }

    private let envelope = EnvelopeID(UUID())
    private let hash = BlobHash(of: Data("event".utf8))

    private func loggedIn(
        _ folder: URL, _ parts: [any LogOutPart], _ store: MemoryCredentialStore, _ web: WebData
    ) async throws -> (CountersignClient, CountersignSession) {
        var configuration = try CountersignConfiguration.test(
            folder, ScriptedTransport { _ in TestUser.ada.userInfo() }, credentials: store)
        configuration.webData = [web]
        let countersign = try CountersignClient(configuration, logOutParts: parts)
        return (countersign, try await countersign.logIn(accessToken: "ada", account: TestUser.ada.details))
    }

    @Test("credentials and web data are deleted; signed envelopes that the server does not have stay")
    func keeping() async throws {
        try await withTestFolder { folder in
            let (part, store, web) = (Part([envelope: hash]), MemoryCredentialStore(), WebData())
            let (countersign, session) = try await loggedIn(folder, [part], store, web)
            try await countersign.logOut()
            #expect(session.hasEnded)
            #expect(store.all.isEmpty)
            #expect(web.cleared.value == 1)
            #expect(part.cleared.withLock { $0 } == [.keeping(.unsyncedEnvelopes)])
            #expect(part.users.withLock { $0 } == [session.user.key])
            #expect(part.unsynced.withLock { $0 } == [envelope: hash])
        }
    }

    @Test("without an export that has them all as they are now, nothing is deleted and the session goes on")
    func incomplete() async throws {
        try await withTestFolder { folder in
            let (part, store, web) = (Part([envelope: hash]), MemoryCredentialStore(), WebData())
            let (countersign, session) = try await loggedIn(folder, [part], store, web)
            let receipts = [
                EnvelopeExport.Receipt(userKey: session.user.key, envelopes: [:]),
                EnvelopeExport.Receipt(userKey: session.user.key, envelopes: [envelope: BlobHash.none]),
                EnvelopeExport.Receipt(userKey: "another user's", envelopes: [envelope: hash]),
            ]
            for receipt in receipts {
                await #expect(throws: CountersignError.exportIncomplete(missing: [envelope])) {
                    try await countersign.logOut(deletingUnsynced: receipt)
                }
            }
            #expect(!session.hasEnded && !store.all.isEmpty)
            #expect(part.cleared.withLock { $0 }.isEmpty && web.cleared.value == 0)
        }
    }

    @Test("with the export everything is deleted")
    func deleting() async throws {
        try await withTestFolder { folder in
            let (part, store, web) = (Part([envelope: hash]), MemoryCredentialStore(), WebData())
            let (countersign, session) = try await loggedIn(folder, [part], store, web)
            let receipt = EnvelopeExport.Receipt(userKey: session.user.key, envelopes: [envelope: hash])
            try await countersign.logOut(deletingUnsynced: receipt)
            #expect(part.cleared.withLock { $0 } == [.everything(after: receipt)])
            #expect(part.unsynced.withLock { $0 }.isEmpty)
            #expect(session.hasEnded && store.all.isEmpty)
        }
    }

    @Test("a part that fails keeps none of the others from being cleared, and is told of")
    func failing() async throws {
        try await withTestFolder { folder in
            let (part, store, web) = (Part([:]), MemoryCredentialStore(), WebData())
            let (countersign, session) = try await loggedIn(folder, [FailingPart(), part], store, web)
            await #expect(throws: CountersignError.storage(reason: "the disk")) { try await countersign.logOut() }
            #expect(part.cleared.withLock { $0 }.count == 1)
            #expect(store.all.isEmpty && web.cleared.value == 1 && session.hasEnded)
        }
    }

    @Test("if several parts fail, the error gives the first one's reason")
    func severalFailures() async throws {
        try await withTestFolder { folder in
            let parts = [FailingPart(reason: "first"), FailingPart(reason: "second")]
            let (countersign, _) = try await loggedIn(folder, parts, MemoryCredentialStore(), WebData())
            await #expect(throws: CountersignError.storage(reason: "first")) { try await countersign.logOut() }
        }
    }

    @Test("logging out somebody else's saved session leaves the web data of the session in use")
    func webDataInUse() async throws {
        try await withTestFolder { folder in
            let web = WebData()
            var configuration = try CountersignConfiguration.test(
                folder,
                ScriptedTransport { call in call.token == "bo" ? TestUser.bo.userInfo() : TestUser.ada.userInfo() })
            configuration.webData = [web]
            let countersign = try CountersignClient(configuration)
            try await countersign.logIn(accessToken: "ada", account: TestUser.ada.details)
            try await countersign.logIn(accessToken: "bo", account: TestUser.bo.details)
            let before = web.cleared.value
            let ada = try #require(try await countersign.savedSessions().last)
            try #require(ada.account.userName == "Ada Sender")
            try await countersign.logOut(ada)
            #expect(web.cleared.value == before)
            try await countersign.logOut()
            #expect(web.cleared.value == before + 1)
        }
    }

    @Test("without a session the saved one's user is logged out; without that, nothing happens")
    func withoutSession() async throws {
        try await withTestFolder { folder in
            let (part, store, web) = (Part([:]), MemoryCredentialStore(), WebData())
            let (countersign, session) = try await loggedIn(folder, [part], store, web)
            let later = try CountersignClient(countersign.configuration, logOutParts: [part])
            try await later.logOut()
            #expect(store.all.isEmpty)
            #expect(part.users.withLock { $0 } == [session.user.key])
            try await later.logOut()
            #expect(part.cleared.withLock { $0 }.count == 1)
        }
    }

    @Test("web data of one user is cleared before another one's session begins, and not at the same user's log-in")
    func otherUser() async throws {
        try await withTestFolder { folder in
            let web = WebData()
            var configuration = try CountersignConfiguration.test(
                folder,
                ScriptedTransport { call in call.token == "bo" ? TestUser.bo.userInfo() : TestUser.ada.userInfo() })
            configuration.webData = [web]
            let countersign = try CountersignClient(configuration)
            try await countersign.logIn(accessToken: "ada", account: TestUser.ada.details)
            try await countersign.logIn(accessToken: "ada", account: TestUser.ada.details)
            #expect(web.cleared.value == 0)
            try await countersign.logIn(accessToken: "bo", account: TestUser.bo.details)
            #expect(web.cleared.value == 1)
        }
    }

    @Test("web data of the last user is cleared as well when the app was started anew before another one logs in")
    func otherUserAfterRestart() async throws {
        try await withTestFolder { folder in
            let web = WebData()
            var configuration = try CountersignConfiguration.test(
                folder,
                ScriptedTransport { call in call.token == "bo" ? TestUser.bo.userInfo() : TestUser.ada.userInfo() })
            configuration.webData = [web]
            for (token, user, cleared) in [
                ("ada", TestUser.ada, 0), ("ada", TestUser.ada, 0), ("bo", TestUser.bo, 1), ("ada", TestUser.ada, 2),
            ] {
                try await CountersignClient(configuration).logIn(accessToken: token, account: user.details)
                #expect(web.cleared.value == cleared)
            }
            try await CountersignClient(configuration).resumeSavedSession()
            #expect(web.cleared.value == 2)
        }
    }
}
