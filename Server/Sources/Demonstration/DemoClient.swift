import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import SignedPDF

/// The answer to a request.
struct DemoAnswer: Sendable {
    let status: Int
    let headers: [String: String]
    let body: Data

    /// Returns the decoded body.
    func decoded<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try JSONDecoder().decode(type, from: body)
    }
}

/// A client that sends the requests of a program or of the signing page, and accepts only the expected status.
struct DemoClient: Sendable {
    let http: HTTPClient
    /// Sent with every request: the access token of a program, or the session cookie of a browser.
    var credentials: (name: String, value: String)?

    func get(_ url: String, expecting status: Int = 200) async throws -> DemoAnswer {
        try await send("GET", url, expecting: status)
    }

    func post(_ url: String, _ body: some Encodable, expecting status: Int = 200) async throws -> DemoAnswer {
        try await send("POST", url, JSONEncoder().encode(body), expecting: status)
    }

    func put(_ url: String, _ body: some Encodable, expecting status: Int = 200) async throws -> DemoAnswer {
        try await send("PUT", url, JSONEncoder().encode(body), expecting: status)
    }

    private func send(
        _ method: String, _ url: String, _ body: Data? = nil, expecting status: Int
    ) async throws -> DemoAnswer {
        var request = HTTPClientRequest(url: url)
        request.method = HTTPMethod(rawValue: method)
        if let credentials { request.headers.add(name: credentials.name, value: credentials.value) }
        if let body {
            request.headers.add(name: "Content-Type", value: "application/json")
            request.headers.add(name: "Idempotency-Key", value: UUID().uuidString.lowercased())
            request.body = .bytes(ByteBuffer(bytes: body))
        }
        let response = try await http.execute(request, timeout: .seconds(60))
        let bytes = try await response.body.collect(upTo: 256 * 1024 * 1024)
        let answer = DemoAnswer(
            status: Int(response.status.code),
            headers: Dictionary(
                response.headers.map { ($0.name.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first }),
            body: Data(bytes.readableBytesView))
        guard answer.status == status else {
            throw DemoError.unexpectedAnswer(
                request: "\(method) \(URL(string: url)?.path() ?? url)", status: answer.status,
                body: String(decoding: answer.body.prefix(500), as: UTF8.self))
        }
        return answer
    }
}

/// The reason why a demonstration stopped.
public enum DemoError: Error, Sendable, CustomStringConvertible {
    case unexpectedAnswer(request: String, status: Int, body: String)
    /// An answer lacked something required.
    case missing(what: String, request: String)
    case notCompleted(status: String)
    case notVerified(file: String, findings: [SignatureFinding])
    case unwritable(path: String)

    public var description: String {
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
