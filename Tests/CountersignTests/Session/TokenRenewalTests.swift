import Essentials
import Foundation
import TestSupport
import Testing

@testable import Countersign

@Suite("Token renewal")
struct TokenRenewalTests {
    @Test("After a 401 the provider is called once for all calls in flight")
    func once() async throws {
        try await withTestFolder { folder in
            let asked = Tally()
            let valid = Locked("token-1")
            let refused = Tally(until: 100)
            let server = ScriptedTransport { call in
                if call.isUserInfo { return TestUser.ada.userInfo() }
                guard call.token != valid.withLock({ $0 }) else { return .json("{}") }
                // All hundred are in flight before the first is refused.
                refused.add()
                await refused.reached.wait()
                return .refusal(401, "AUTHORIZATION_INVALID_TOKEN")
            }
            let countersign = try CountersignClient(.test(folder, server))
            let session = try await countersign.logIn { "token-\(asked.add())" }
            valid.withLock { $0 = "token-2" }
            try await withThrowingTaskGroup(of: Int.self) { calls in
                for index in 0..<100 {
                    calls.addTask { try await session.api.send(APIRequest(.get, ["envelopes", "\(index)"])).status }
                }
                for try await status in calls { #expect(status == 200) }
            }
            #expect(asked.value == 2)
            #expect(refused.value == 100)
        }
    }

    @Test("A call that is refused late uses the token already renewed")
    func lateRefusal() async throws {
        let renewals = Tally()
        let tokens = SessionTokens(.renewable("one", { "token-\(renewals.add())" }))
        #expect(try await tokens.current() == "one")
        #expect(try await tokens.renewed(after: "one") == "token-1")
        #expect(try await tokens.renewed(after: "one") == "token-1")
        #expect(renewals.value == 1)
        #expect(try await tokens.renewed(after: "token-1") == "token-2")
    }

    @Test("Cancelling the call that started a renewal does not cancel it for the others")
    func cancelled() async throws {
        let asking = Gate()
        let answer = Gate()
        let tokens = SessionTokens(
            .renewable(
                nil,
                { () async throws(CountersignError) -> String in
                    asking.open()
                    await answer.wait()
                    if Task.isCancelled { throw .cancelled }
                    return "token"
                }))
        let first = Task { try await tokens.current() }
        await asking.wait()
        let second = Task { try await tokens.current() }
        first.cancel()
        answer.open()
        #expect(try await second.value == "token")
    }

    @Test("A failing provider fails all calls in flight, and the next call asks again")
    func failing() async throws {
        let attempts = Tally()
        let tokens = SessionTokens(
            .renewable(
                nil,
                { () async throws(CountersignError) -> String in
                    if attempts.add() == 1 { throw .noToken(reason: "not now") }
                    return "token"
                }))
        await #expect(throws: CountersignError.noToken(reason: "not now")) { try await tokens.current() }
        #expect(try await tokens.current() == "token")
    }

    @Test("A second 401 in a row is reported without a third token")
    func refusedTwice() async throws {
        try await withTestFolder { folder in
            let asked = Tally()
            let server = ScriptedTransport { call in
                call.isUserInfo ? TestUser.ada.userInfo() : .refusal(401, "AUTHORIZATION_INVALID_TOKEN", trace: "t-1")
            }
            let session = try await CountersignClient(.test(folder, server)).logIn { "token-\(asked.add())" }
            await #expect(
                throws: CountersignError.refused(
                    status: 401, code: "AUTHORIZATION_INVALID_TOKEN", message: "No: AUTHORIZATION_INVALID_TOKEN.",
                    trace: "t-1")
            ) { try await session.api.send(APIRequest(.get, ["envelopes"])) }
            #expect(asked.value == 2)
        }
    }

    @Test("A session without a token fails before calling the server")
    func without() async throws {
        let tokens = SessionTokens(.none)
        await #expect(throws: CountersignError.needsLogIn) { try await tokens.current() }
    }
}
