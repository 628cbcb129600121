import Foundation
import GuardedHTTP
import HTTPTypes
import SignedPDF

/// The answer to a request.
struct DemoAnswer: Sendable {
    let status: Int
    let headers: HTTPFields
    let body: Data

    /// Returns the decoded body.
    func decoded<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try JSONDecoder().decode(type, from: body)
    }
}

/// A client that sends the requests of a program or of the signing page, and accepts only the expected status.
struct DemoClient: Sendable {
    private static let http = GuardedClient(anyAddress: GuardPolicy(allowsHTTP: true))
    /// The longest answer, in bytes.
    private static let limit = 256 * 1024 * 1024

    /// Sent with every request: the access token of a program, or the session cookie of a browser.
    var credentials: (name: HTTPField.Name, value: String)?

    func get(_ url: String, expecting status: Int = 200) async throws -> DemoAnswer {
        try await send(.get, url, expecting: status)
    }

    func post(_ url: String, _ body: some Encodable, expecting status: Int = 200) async throws -> DemoAnswer {
        try await send(.post, url, JSONEncoder().encode(body), expecting: status)
    }

    func put(_ url: String, _ body: some Encodable, expecting status: Int = 200) async throws -> DemoAnswer {
        try await send(.put, url, JSONEncoder().encode(body), expecting: status)
    }

    private func send(
        _ method: HTTPRequest.Method, _ url: String, _ body: Data? = nil, expecting status: Int
    ) async throws -> DemoAnswer {
        var request = OutgoingRequest(
            method, url: url, body: body, redirects: .keepingMethod, reading: .any(limit: Self.limit),
            timeLimit: .seconds(60))
        if let credentials { request.headers[credentials.name] = credentials.value }
        if body != nil {
            request.headers[.contentType] = "application/json"
            if let key = HTTPField.Name("Idempotency-Key") { request.headers[key] = UUID().uuidString.lowercased() }
        }
        let reply = try await Self.http.reply(to: request)
        let answer = DemoAnswer(status: reply.status, headers: reply.headers, body: reply.body)
        guard answer.status == status else {
            throw DemoError.unexpectedAnswer(
                request: "\(method.rawValue) \(URL(string: url)?.path() ?? url)", status: answer.status,
                body: String(decoding: answer.body.prefix(500), as: UTF8.self))
        }
        return answer
    }
}

/// The reason why a demonstration stopped.
package enum DemoError: Error, Sendable, CustomStringConvertible {
    case unexpectedAnswer(request: String, status: Int, body: String)
    /// An answer lacked something required.
    case missing(what: String, request: String)
    case notCompleted(status: String)
    case notVerified(file: String, findings: [SignatureFinding])
    case unwritable(path: String)

    package var description: String {
        switch self {
        case .unexpectedAnswer(let request, let status, let body):
            "\(request) was answered with status \(status): \(body)"
        case .missing(let what, let request): "The answer to \(request) has no \(what)."
        case .notCompleted(let status): "The envelope should be completed but is \(status)."
        case .notVerified(let file, let findings):
            "\(file) does not verify: "
                + (findings.isEmpty ? "no reason was given" : findings.map(\.sentence).joined(separator: " "))
        case .unwritable(let path): "\(path) cannot be written; it may be a file, closed to you, or on a full disk."
        }
    }
}
