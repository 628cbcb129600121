import Envelopes
import Essentials
import Foundation
import TestSupport
import Testing

@testable import Countersign

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

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

    @Test("A log-out deletes credentials and web data, and keeps unsynced signed envelopes")
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

    @Test("Without an up-to-date export of all envelopes nothing is deleted, and the session continues")
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

    @Test("With a complete export a log-out deletes everything")
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

    @Test("A part that fails is reported and does not prevent clearing the others")
    func failing() async throws {
        try await withTestFolder { folder in
            let (part, store, web) = (Part([:]), MemoryCredentialStore(), WebData())
            let (countersign, session) = try await loggedIn(folder, [FailingPart(), part], store, web)
            await #expect(throws: CountersignError.storage(reason: "the disk")) { try await countersign.logOut() }
            #expect(part.cleared.withLock { $0 }.count == 1)
            #expect(store.all.isEmpty && web.cleared.value == 1 && session.hasEnded)
        }
    }

    @Test("If several parts fail, the error is the first one's")
    func severalFailures() async throws {
        try await withTestFolder { folder in
            let parts = [FailingPart(reason: "first"), FailingPart(reason: "second")]
            let (countersign, _) = try await loggedIn(folder, parts, MemoryCredentialStore(), WebData())
            await #expect(throws: CountersignError.storage(reason: "first")) { try await countersign.logOut() }
        }
    }

    @Test("Without any web data in the configuration, the servers' cookies are deleted, and nobody else's")
    func cookies() async throws {
        try await withTestFolder { folder in
            func cookie(_ domain: String) throws -> HTTPCookie {
                try #require(
                    HTTPCookie(properties: [.name: "visit", .value: "1", .domain: domain, .path: "/", .version: 1]))
            }
            // Hosts of this test alone: the store is the whole process's.
            let own = ["clear-web-data.cookies.example.org", "clear-web-data.example.org"]
            let others = ["other.clear-web-data.example.org", "lear-web-data.example.org"]
            let storage = HTTPCookieStorage.shared
            for domain in own + others { storage.setCookie(try cookie(domain)) }
            defer {
                for cookie in storage.cookies ?? [] where (own + others).contains(cookie.domain) {
                    storage.deleteCookie(cookie)
                }
            }
            var configuration = try CountersignConfiguration.test(folder, ScriptedTransport { _ in .json("{}") })
            configuration.server = try #require(URL(string: "https://clear-web-data.cookies.example.org"))
            configuration.accountServer = URL(string: "https://clear-web-data.example.org")
            #expect(configuration.webData.isEmpty)
            await (try CountersignClient(configuration)).clearWebData()
            let left = Set((storage.cookies ?? []).map(\.domain))
            #expect(left.isDisjoint(with: own) && left.isSuperset(of: others))
        }
    }

    @Test(
        "A host belongs to a cookie's domain if it is the domain or below it",
        arguments: [
            ("demo.docusign.net", ".docusign.net", true), ("demo.docusign.net", "demo.docusign.net", true),
            ("docusign.net", ".docusign.net", true), ("docusign.net", "demo.docusign.net", false),
            ("notdocusign.net", "docusign.net", false), ("docusign.net", "", false),
        ])
    func domains(_ host: String, _ domain: String, _ isOurs: Bool) {
        #expect(PageCookies.matches(host, domain: domain) == isOurs)
    }

    @Test("Logging out another saved session keeps the web data of the current one")
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

    @Test("A log-out without a session ends the saved one, and does nothing if there is none")
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

    @Test("Web data is cleared before another user's session starts, but not when the same user returns")
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

    @Test("Web data of the previous user is also cleared if the app restarted in between")
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
