import Foundation
import TestSupport
import Testing

@testable import Countersign

@Suite("Late answers")
struct LateAnswerTests {
    private static func user(_ token: String) -> TestUser { token == "ada" ? .ada : .bo }

    @Test("A late answer for the previous user is dropped with its events")
    func lastUser() async throws {
        try await withTestFolder { folder in
            let asked = Gate()
            let answer = Gate()
            let server = ScriptedTransport { call in
                if call.isUserInfo { return Self.user(call.token).userInfo() }
                asked.open()
                await answer.wait()
                return .json(#"{"secret":"Ada's"}"#)
            }
            let countersign = try CountersignClient(.test(folder, server))
            let ada = try await countersign.logIn(accessToken: "ada", account: TestUser.ada.details)
            let call = Task { try await ada.api.send(APIRequest(.get, ["envelopes"])) }
            await asked.wait()
            let bo = try await countersign.logIn(accessToken: "bo", account: TestUser.bo.details)
            answer.open()
            await #expect(throws: CountersignError.sessionEnded) { try await call.value }
            #expect(ada.hasEnded && !bo.hasEnded)

            var iterator = countersign.events.makeAsyncIterator()
            ada.events.announce(.syncFailed(.init(UUID()), error: .other(.saying("Ada's"))))
            bo.events.announce(.syncEnded)
            #expect(await iterator.next() == .syncEnded)
        }
    }

    @Test("A call after a log-out never reaches the server")
    func afterLogOut() async throws {
        try await withTestFolder { folder in
            let server = ScriptedTransport { call in Self.user(call.token).userInfo() }
            let countersign = try CountersignClient(.test(folder, server))
            let session = try await countersign.logIn(accessToken: "ada", account: TestUser.ada.details)
            try await countersign.logOut()
            await #expect(throws: CountersignError.sessionEnded) {
                try await session.api.send(APIRequest(.get, ["envelopes"]))
            }
            #expect(server.calls.count == 1)
            #expect(await countersign.session == nil)
        }
    }

    @Test("A log-in that finishes after another one, or after a log-out, is dropped", arguments: [true, false])
    func slowLogIn(byLogOut: Bool) async throws {
        try await withTestFolder { folder in
            let asked = Gate()
            let answer = Gate()
            let store = MemoryCredentialStore()
            let server = ScriptedTransport { call in
                if call.token == "ada" {
                    asked.open()
                    await answer.wait()
                }
                return Self.user(call.token).userInfo()
            }
            let countersign = try CountersignClient(.test(folder, server, credentials: store))
            let slow = Task { try await countersign.logIn(accessToken: "ada", account: TestUser.ada.details) }
            await asked.wait()
            if byLogOut {
                try await countersign.logOut()
            } else {
                try await countersign.logIn(accessToken: "bo", account: TestUser.bo.details)
            }
            answer.open()
            await #expect(throws: CountersignError.sessionEnded) { try await slow.value }
            #expect(await countersign.session?.user.account.userID == (byLogOut ? nil : TestUser.bo.userID))
            #expect(try await countersign.savedSession()?.account.userID == (byLogOut ? nil : TestUser.bo.userID))
        }
    }
}
