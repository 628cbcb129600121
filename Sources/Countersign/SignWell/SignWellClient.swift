import ClientSupport
import DescribedErrors
import Foundation
import HTTPMessages
import SignWellDialect

/// Calls a server that speaks SignWell's API: a Countersign service, SignWell, or an app's own server that passes the
/// same calls on.
///
///     let client = try SignWellClient(server: server, apiKey: key)
///     let document = try await client.createDocument(request)
///     let outcome = try await client.present(document, recipientID: "1", with: presenter)
///
/// An API key opens every document of its account. It belongs on a server, and never in an app that others get. An
/// app names its own server here, and signs its calls with what its users have: ``init(server:transport:allowsPlainHTTP:headers:)``.
public struct SignWellClient: Sendable {
    /// SignWell's own server.
    public static var signWell: URL { URL(string: "https://www.signwell.com") ?? URL(filePath: "/") }

    /// The base of the calls, ending in `/api/v1`.
    let base: URL
    let transport: any HTTPTransport
    let headers: @Sendable () async throws -> [String: String]
    let allowsPlainHTTP: Bool
    let retries: RetryRule
    let presentation = PresentationSlot()

    /// - Parameters:
    ///   - server: the server's address, such as `https://sign.example.org`; `/api/v1` is added if it is missing
    ///   - apiKey: sent as `X-Api-Key`
    ///   - transport: sends the calls; `nil` for URLSession
    ///   - allowsPlainHTTP: whether another machine may be called without TLS, for trials in a private network
    /// - Throws: ``CountersignError/invalidConfiguration(what:)`` unless the address is https, or http to this machine
    public init(
        server: URL, apiKey: String, transport: (any HTTPTransport)? = nil, allowsPlainHTTP: Bool = false
    ) throws(CountersignError) {
        guard !apiKey.isEmpty, apiKey.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw .invalidConfiguration(what: "the API key is empty, or has characters that no key has")
        }
        try self.init(server: server, transport: transport, allowsPlainHTTP: allowsPlainHTTP) { ["X-Api-Key": apiKey] }
    }

    /// Creates a client of an app's own server, which holds the API key.
    ///
    /// - Parameters:
    ///   - server: the address before `/documents`; `/api/v1` is added if it is missing
    ///   - headers: called before each call for the headers that tell the server who asks, such as `Authorization`
    /// - Throws: ``CountersignError/invalidConfiguration(what:)`` unless the address is https, or http to this machine
    public init(
        server: URL, transport: (any HTTPTransport)? = nil, allowsPlainHTTP: Bool = false,
        headers: @escaping @Sendable () async throws -> [String: String]
    ) throws(CountersignError) {
        try self.init(
            server: server, transport: transport, allowsPlainHTTP: allowsPlainHTTP, retries: RetryRule(),
            headers: headers)
    }

    init(
        server: URL, transport: (any HTTPTransport)?, allowsPlainHTTP: Bool, retries: RetryRule,
        headers: @escaping @Sendable () async throws -> [String: String]
    ) throws(CountersignError) {
        // What makes a server's address usable is the same in every dialect; its last component is not.
        let root = try ServerAddress(Self.root(of: server), allowsPlainHTTP: allowsPlainHTTP).root
        base = root.appending(path: "api/v1")
        self.transport = transport ?? URLSessionTransport()
        (self.headers, self.allowsPlainHTTP, self.retries) = (headers, allowsPlainHTTP, retries)
    }

    private static func root(of server: URL) -> URL {
        let path = server.path()
        let isBase = path.hasSuffix("/api/v1") || path.hasSuffix("/api/v1/")
        return isBase ? server.deletingLastPathComponent().deletingLastPathComponent() : server
    }

    // MARK: Calls

    /// Creates a document, and sends it unless it is a draft (`POST /documents`).
    ///
    /// If the answer is lost, it is unknown whether the document was created; the call is not repeated.
    ///
    /// - Throws: ``CountersignError/refused(status:code:message:trace:)`` with every problem of the request
    public func createDocument(_ request: SignWell.DocumentRequest) async throws(CountersignError) -> SignWellDocument {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let body: Data
        do {
            body = try encoder.encode(request)
        } catch {
            throw .unreadableAnswer(what: "the request cannot be encoded: \(error)", trace: nil)
        }
        return try await answer(.post, ["documents"], body: body)
    }

    /// Returns a document as it is now (`GET /documents/{id}`).
    public func document(_ id: String) async throws(CountersignError) -> SignWellDocument {
        try await answer(.get, ["documents", id])
    }

    /// - Parameter timeout: how long to wait for a byte, in seconds
    func answer(
        _ method: HTTPRequest.Method, _ path: [String], body: Data = Data(), timeout: TimeInterval = 60,
        retrying: Bool = true
    ) async throws(CountersignError) -> SignWellDocument {
        guard !path.contains(where: { ["", ".", ".."].contains($0) }),
            let url = URL(string: base.absoluteString + path.map { "/" + FormText.encoded($0) }.joined())
        else { throw .invalidConfiguration(what: "a document's id is empty, . or ..") }
        var fields: HTTPFields = [.accept: "application/json"]
        if !body.isEmpty { fields[.contentType] = "application/json" }
        do {
            for (name, value) in try await headers() {
                guard let name = HTTPField.Name(name) else { continue }
                fields[name] = value
            }
        } catch {
            throw .noToken(reason: error.sentence, underlying: UnderlyingError(error))
        }
        let call = HTTPCall(method, url: url, headers: fields, body: body)
        let rule = method == .get && retrying ? retries : RetryRule(pauses: [])
        let reply = try await rule.perform { (_) async throws(CountersignError) -> HTTPReply in
            try await transport.reply(to: call, timeout: timeout)
        }
        guard (200..<300).contains(reply.status) else { throw CountersignError(signWellRefusal: reply) }
        return try reply.decoded(SignWellDocument.self)
    }
}
