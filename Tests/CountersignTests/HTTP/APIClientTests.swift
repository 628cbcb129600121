import ClientSupport
import Essentials
import Foundation
import TestSupport
import Testing

@testable import Countersign

@Suite("Calls to the server")
struct APIClientTests {
    private func client(_ transport: ScriptedTransport, waits: Mutexed<[TimeInterval]>? = nil) throws -> APIClient {
        var retries = RetryRule(pauses: [0.5, 2])
        retries.wait = { seconds in waits?.change { $0.append(seconds) } }
        return APIClient(
            server: try ServerAddress(try #require(URL(string: "https://sign.example.org/restapi"))),
            accountID: "acc/../ount", transport: transport, tokens: SessionTokens(.fixed("token")), life: SessionLife(),
            timeout: 45, retries: retries, log: ClientLog(level: .off, write: { _, _ in }))
    }

    final class Mutexed<Value: Sendable>: Sendable {
        private let mutex: Locked<Value>
        init(_ value: Value) { mutex = Locked(value) }
        var value: Value { mutex.withLock { $0 } }
        func change(_ body: (inout Value) -> Void) { mutex.withLock { body(&$0) } }
    }

    @Test("A name cannot change the path of a call")
    func paths() async throws {
        let server = ScriptedTransport { _ in .json("{}") }
        let client = try client(server)
        _ = try await client.send(
            APIRequest(.get, ["envelopes", "a/b?c#d e"], query: [URLQueryItem(name: "q", value: "1&2=+ü")]))
        #expect(
            server.calls.last?.url?.absoluteString
                == "https://sign.example.org/restapi/v2.1/accounts/acc%2F..%2Fount/envelopes/a%2Fb%3Fc%23d%20e"
                + "?q=1%262%3D%2B%C3%BC")
        _ = try await client.send(APIRequest(.get, ["blobs", "f"], in: .ownAccount))
        #expect(
            server.calls.last?.url?.absoluteString
                == "https://sign.example.org/countersign/v1/accounts/acc%2F..%2Fount/blobs/f")
        for name in ["", ".", ".."] {
            await #expect(throws: CountersignError.self) { try await client.send(APIRequest(.get, ["x", name])) }
        }
    }

    @Test("A refusal reports status, code, sentence and trace")
    func refusals() async throws {
        let client = try client(ScriptedTransport { _ in .refusal(400, "ENVELOPE_INVALID_STATUS", trace: "abc") })
        await #expect(
            throws: CountersignError.refused(
                status: 400, code: "ENVELOPE_INVALID_STATUS", message: "No: ENVELOPE_INVALID_STATUS.", trace: "abc")
        ) { try await client.send(APIRequest(.get, ["x"])) }
    }

    @Test(
        "An answer that is not an error body reports only its status",
        arguments: ["<html>502</html>", "", "[]", #"{"errorCode":5}"#])
    func otherBodies(_ body: String) async throws {
        let client = try client(ScriptedTransport { _ in .json(body, status: 404) })
        await #expect(
            throws: CountersignError.refused(status: 404, code: nil, message: "The server answered 404.", trace: nil)
        ) { try await client.send(APIRequest(.get, ["x"])) }
    }

    @Test("A server's sentence is limited in length and free of terminal codes")
    func sentences() {
        let reply = HTTPReply.json(
            #"{"errorCode":"X","message":"a\u001b[2Jb\#(String(repeating: "c", count: 5000))"}"#, status: 400)
        guard case .refused(_, _, let message, _) = CountersignError(refusal: reply) else {
            Issue.record("no refusal")
            return
        }
        #expect(message.hasPrefix("a [2Jb"))
        #expect(message.count == 1000)
    }

    @Test("A read is retried when there is no answer", arguments: [502, 503, 504, 429, 0])
    func repeated(_ status: Int) async throws {
        let attempts = Tally()
        let waits = Mutexed<[TimeInterval]>([])
        let server = ScriptedTransport { _ in
            if attempts.add() == 3 { return .json("{}") }
            if status == 0 { throw CountersignError.unreachable(reason: "cut") }
            return HTTPReply(status: status, headers: attempts.value == 2 ? [.retryAfter: "7"] : [:])
        }
        let client = try client(server, waits: waits)
        #expect(try await client.send(APIRequest(.get, ["x"])).status == 200)
        #expect(waits.value == (status == 0 ? [0.5, 2] : [0.5, 7]))
    }

    @Test("A call that may have had an effect is not retried", arguments: [HTTPRequest.Method.post, .put, .delete])
    func notRepeated(_ method: HTTPRequest.Method) async throws {
        let server = ScriptedTransport { _ in throw CountersignError.unreachable(reason: "cut") }
        let client = try client(server)
        await #expect(throws: CountersignError.unreachable(reason: "cut")) {
            try await client.send(APIRequest(method, ["x"]))
        }
        #expect(server.calls.count == 1)
    }

    @Test("Retries end, and the last answer is reported")
    func end() async throws {
        let server = ScriptedTransport { _ in .refusal(503, "BUSY", trace: "last") }
        let client = try client(server)
        await #expect(
            throws: CountersignError.refused(status: 503, code: "BUSY", message: "No: BUSY.", trace: "last")
        ) { try await client.send(APIRequest(.get, ["x"])) }
        #expect(server.calls.count == 3)
    }

    @Test("A server cannot make the app wait for hours")
    func longRetryAfter() {
        let rule = RetryRule(pauses: [1], longestPause: 30)
        #expect(rule.pause(before: 1, after: HTTPReply(status: 503, headers: [.retryAfter: "86400"])) == 30)
        #expect(rule.pause(before: 1, after: HTTPReply(status: 503, headers: [.retryAfter: "nan"])) == 1)
        #expect(rule.pause(before: 2, after: nil) == nil)
    }

    @Test("A transport's failure becomes one of the library's errors")
    func failures() async throws {
        struct Odd: Error {}
        let odd = try client(ScriptedTransport { _ in throw Odd() })
        await #expect(throws: CountersignError.unreachable(reason: "Odd()", underlying: UnderlyingError(Odd()))) {
            try await odd.send(APIRequest(.post, ["x"]))
        }
        let cancelled = try client(ScriptedTransport { _ in throw CancellationError() })
        await #expect(throws: CountersignError.cancelled) { try await cancelled.send(APIRequest(.get, ["x"])) }
    }

    @Test("A malformed answer reports the place and the trace")
    func unreadable() async throws {
        let client = try client(
            ScriptedTransport { _ in .json(#"{"envelopes":[{"envelopeId":"x","status":"sent"}]}"#, trace: "t") })
        await #expect(throws: CountersignError.unreadableAnswer(what: "envelopes.0 is damaged", trace: "t")) {
            try await client.envelopes()
        }
    }
}
