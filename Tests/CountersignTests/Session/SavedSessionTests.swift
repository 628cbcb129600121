import Foundation
import TestSupport
import Testing

@testable import Countersign

@Suite("The saved session")
struct SavedSessionTests {
    private func server() -> ScriptedTransport {
        ScriptedTransport { call in call.token == "bo" ? TestUser.bo.userInfo() : TestUser.ada.userInfo() }
    }

    private struct NoNetwork: HTTPTransport {
        func send(_ call: HTTPCall, timeout: TimeInterval) async throws -> HTTPReply {
            throw CountersignError.unreachable(reason: "no network")
        }
    }

    @Test("Offline, the last user's session resumes, and calls to the server throw needsLogIn")
    func offline() async throws {
        try await withTestFolder { folder in
            let store = MemoryCredentialStore()
            let online = try await CountersignClient(.test(folder, server(), credentials: store))
                .logIn(accessToken: "ada", account: TestUser.ada.details)
            #expect(online.canCallServer)

            let countersign = try CountersignClient(.test(folder, NoNetwork(), credentials: store))
            let session = try await countersign.resumeSavedSession()
            #expect(session.user == online.user)
            #expect(!session.canCallServer)
            await #expect(throws: CountersignError.needsLogIn) {
                try await session.api.send(APIRequest(.get, ["envelopes"]))
            }
        }
    }

    @Test("An access token is never saved")
    func noToken() async throws {
        try await withTestFolder { folder in
            let store = MemoryCredentialStore()
            try await CountersignClient(.test(folder, server(), credentials: store))
                .logIn(accessToken: "ada-very-secret", account: TestUser.ada.details)
            #expect(!store.all.isEmpty)
            for secret in store.all.values {
                #expect(!String(decoding: secret, as: UTF8.self).contains("ada-very-secret"))
            }
        }
    }

    @Test("After a log-out there is no saved session, not even another user's")
    func afterLogOut() async throws {
        try await withTestFolder { folder in
            let store = MemoryCredentialStore()
            let countersign = try CountersignClient(.test(folder, server(), credentials: store))
            let ada = try await countersign.logIn(accessToken: "ada", account: TestUser.ada.details)
            try await countersign.logIn(accessToken: "bo", account: TestUser.bo.details)
            try await countersign.logOut()
            await #expect(throws: CountersignError.noSavedSession) { try await countersign.resumeSavedSession() }
            // Ada has not logged out; she goes on where the app asks for her by name.
            #expect(store.all["countersign.session.\(ada.user.key)"] != nil)
        }
    }

    @Test("Each of several users can resume or log out, in any order")
    func several() async throws {
        try await withTestFolder { folder in
            let store = MemoryCredentialStore()
            let countersign = try CountersignClient(.test(folder, server(), credentials: store))
            try await countersign.logIn(accessToken: "ada", account: TestUser.ada.details)
            try await countersign.logIn(accessToken: "bo", account: TestUser.bo.details)
            let all = try await countersign.savedSessions()
            #expect(all.map(\.account.userName) == ["Bo Signer", "Ada Sender"])
            try await countersign.logOut()

            let left = try await countersign.savedSessions()
            #expect(left.map(\.account.userName) == ["Ada Sender"])
            let ada = try #require(left.first)
            let session = try await countersign.resume(ada)
            #expect(session.user.account == ada.account)
            #expect(try await countersign.savedSession()?.account == ada.account)
            await #expect(throws: CountersignError.noSavedSession) { try await countersign.resume(all[0]) }

            let bo = try await countersign.logIn(accessToken: "bo", account: TestUser.bo.details)
            try await countersign.logOut(ada)
            #expect(!bo.hasEnded)
            #expect(try await countersign.savedSessions().map(\.account.userName) == ["Bo Signer"])
            try await countersign.logOut()
            #expect(store.all.isEmpty)
        }
    }

    @Test("An unreadable session does not hide the others")
    func unreadable() async throws {
        try await withTestFolder { folder in
            let store = MemoryCredentialStore()
            let countersign = try CountersignClient(.test(folder, server(), credentials: store))
            let ada = try await countersign.logIn(accessToken: "ada", account: TestUser.ada.details)
            try await countersign.logIn(accessToken: "bo", account: TestUser.bo.details)
            try await store.keep(Data("{".utf8), named: "countersign.session.\(ada.user.key)")
            #expect(try await countersign.savedSessions().map(\.account.userName) == ["Bo Signer"])
        }
    }

    @Test("A session of another server is ignored")
    func otherServer() async throws {
        try await withTestFolder { folder in
            let store = MemoryCredentialStore()
            try await CountersignClient(.test(folder, server(), credentials: store))
                .logIn(accessToken: "ada", account: TestUser.ada.details)
            let other = try CountersignClient(
                .test(folder, server(), credentials: store, server: "https://other.example.org/restapi"))
            await #expect(throws: CountersignError.noSavedSession) { try await other.resumeSavedSession() }
        }
    }

    @Test("A saved session whose user changed is refused")
    func exchanged() async throws {
        try await withTestFolder { folder in
            let store = MemoryCredentialStore()
            let countersign = try CountersignClient(.test(folder, server(), credentials: store))
            let ada = try await countersign.logIn(accessToken: "ada", account: TestUser.ada.details)
            let bo = try await countersign.logIn(accessToken: "bo", account: TestUser.bo.details)
            let bos = try #require(store.all["countersign.session.\(bo.user.key)"])
            try await store.keep(bos, named: "countersign.session.\(ada.user.key)")
            try await store.keep(Data(ada.user.key.utf8), named: "countersign.current")
            await #expect(throws: CountersignError.credentials(reason: "the saved session cannot be read")) {
                try await countersign.resumeSavedSession()
            }
        }
    }

    @Test("A failing store leaves the session working and notifies listeners")
    func storeFails() async throws {
        struct Broken: CredentialStore {
            func secret(named name: String) async throws(CountersignError) -> Data? { nil }
            func keep(_ secret: Data, named name: String) async throws(CountersignError) {
                throw .credentials(reason: "locked")
            }
            func remove(named name: String) async throws(CountersignError) {}
        }
        try await withTestFolder { folder in
            var configuration = try CountersignConfiguration.test(folder, server())
            configuration.credentials = Broken()
            let countersign = try CountersignClient(configuration)
            var iterator = countersign.events.makeAsyncIterator()
            let session = try await countersign.logIn(accessToken: "ada", account: TestUser.ada.details)
            #expect(!session.hasEnded)
            #expect(await iterator.next() == .accountDataFailed(error: .credentials(reason: "locked")))
        }
    }
}
