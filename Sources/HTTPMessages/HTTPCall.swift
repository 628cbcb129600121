import Foundation
@_exported import HTTPTypes

/// A complete request, independent of its transport: an HTTP server, a web view's custom scheme, a client or a test.
/// Transport-specific information is passed separately.
public struct HTTPCall: Sendable, Hashable {
    /// The method, the target and the header fields.
    public var head: HTTPRequest
    /// The whole body; empty for none.
    public var body: Data

    /// Creates a request from its parts as they are.
    public init(head: HTTPRequest, body: Data = Data()) {
        self.head = head
        self.body = body
    }

    /// - Parameter target: the path as sent, percent-encoded, with the query if there is one
    public init(
        _ method: HTTPRequest.Method = .get, _ target: String, headers: HTTPFields = [:], body: Data = Data()
    ) {
        self.init(
            head: HTTPRequest(method: method, scheme: nil, authority: nil, path: target, headerFields: headers),
            body: body)
    }

    /// - Parameter url: a full URL, or one without a scheme for a call that has only a path
    public init(
        _ method: HTTPRequest.Method = .get, url: URL, headers: HTTPFields = [:], body: Data = Data()
    ) {
        // HTTPTypes rejects URLs without a scheme; such a call has no URL either.
        if url.scheme == nil {
            self.init(method, url.relativeString, headers: headers, body: body)
        } else {
            self.init(head: HTTPRequest(method: method, url: url, headerFields: headers), body: body)
        }
    }

    /// Such as `GET`.
    public var method: HTTPRequest.Method { head.method }

    /// The fields in their order; a name may be repeated.
    public var headers: HTTPFields {
        get { head.headerFields }
        set { head.headerFields = newValue }
    }

    /// The full URL; `nil` for a call that has only a path.
    public var url: URL? { head.url }

    /// The path and the parsed query.
    public var target: RequestTarget { RequestTarget(head) }

    /// The path as sent, percent-encoded, without the query.
    public var path: String { target.path }
}
