import Essentials
import Foundation
import TestSupport
import Testing

@testable import Countersign

/// A server that a test writes: answers calls in memory and remembers them.
final class ScriptedTransport: HTTPTransport {
    private let answer: @Sendable (HTTPCall, TimeInterval) async throws -> HTTPReply
    private let asked = Locked<[HTTPCall]>([])
    private let waited = Locked<[TimeInterval]>([])

    init(_ answer: @escaping @Sendable (HTTPCall) async throws -> HTTPReply) {
        self.answer = { call, _ in try await answer(call) }
    }

    init(timed answer: @escaping @Sendable (HTTPCall, TimeInterval) async throws -> HTTPReply) {
        self.answer = answer
    }

    var calls: [HTTPCall] { asked.withLock { $0 } }
    /// How long each of them was to wait at most, in seconds.
    var timeouts: [TimeInterval] { waited.withLock { $0 } }

    func count(_ method: HTTPRequest.Method, _ path: String) -> Int {
        calls.filter { $0.method == method && $0.path.hasSuffix(path) }.count
    }

    func send(_ call: HTTPCall, timeout: TimeInterval) async throws -> HTTPReply {
        asked.withLock { $0.append(call) }
        waited.withLock { $0.append(timeout) }
        return try await answer(call, timeout)
    }
}

final class MemoryCredentialStore: CredentialStore {
    private let secrets = Locked<[String: Data]>([:])

    var all: [String: Data] { secrets.withLock { $0 } }

    func secret(named name: String) async throws(CountersignError) -> Data? { secrets.withLock { $0[name] } }
    func keep(_ secret: Data, named name: String) async throws(CountersignError) {
        secrets.withLock { $0[name] = secret }
    }
    func remove(named name: String) async throws(CountersignError) { secrets.withLock { $0[name] = nil } }
}

/// A user of the scripted servers.
struct TestUser: Sendable {
    var name: String
    var userID: String
    var accountID = "aaaaaaaa-0000-0000-0000-000000000001"

    static let ada = TestUser(name: "Ada Sender", userID: "11111111-0000-0000-0000-000000000001")
    static let bo = TestUser(name: "Bo Signer", userID: "22222222-0000-0000-0000-000000000002")

    var email: String { "\(name.split(separator: " ")[0].lowercased())@example.org" }

    var details: AccountDetails {
        AccountDetails(accountID: accountID, userID: userID, userName: name, email: email)
    }

    func userInfo(base: String = "https://sign.example.org") -> HTTPReply {
        .json(
            """
            {"sub":"\(userID)","name":"\(name)","given_name":"","family_name":"","email":"\(email)",
             "created":"2026-01-05T10:00:00.0000000","accounts":[
             {"account_id":"\(accountID)","is_default":true,"account_name":"Example","base_uri":"\(base)"},
             {"account_id":"bbbbbbbb-0000-0000-0000-000000000009","is_default":"false","base_uri":"\(base)"}]}
            """)
    }
}

extension HTTPReply {
    static func json(_ body: String, status: Int = 200, trace: String? = nil) -> HTTPReply {
        HTTPReply(
            status: status, headers: HTTPFields(trace.map { ["x-docusign-tracetoken": $0] } ?? [:]),
            body: Data(body.utf8))
    }

    static func refusal(_ status: Int, _ code: String, trace: String? = nil) -> HTTPReply {
        .json(#"{"errorCode":"\#(code)","message":"No: \#(code)."}"#, status: status, trace: trace)
    }
}

extension HTTPCall {
    var token: String { String((headers[.authorization] ?? "").dropFirst("Bearer ".count)) }
    var isUserInfo: Bool { path == "/oauth/userinfo" }
    /// The fields of a form.
    var form: [String: String] {
        var parts = URLComponents()
        parts.percentEncodedQuery = String(decoding: body, as: UTF8.self)
        return Dictionary((parts.queryItems ?? []).map { ($0.name, $0.value ?? "") }) { first, _ in first }
    }
}

extension CountersignConfiguration {
    /// A configuration that stays in memory but for the folder, and never waits.
    static func test(
        _ folder: URL, _ transport: any HTTPTransport, credentials: MemoryCredentialStore = MemoryCredentialStore(),
        server: String = "https://sign.example.org/restapi"
    ) throws -> CountersignConfiguration {
        var configuration = CountersignConfiguration(
            server: try #require(URL(string: server)), storageFolder: folder.appending(path: "store"),
            credentials: credentials, transport: transport)
        configuration.retries.wait = { _ in }
        configuration.notificationCenter = NotificationCenter()
        configuration.loggingLevel = .off
        return configuration
    }
}
