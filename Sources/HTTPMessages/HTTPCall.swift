import Foundation
@_exported import HTTPTypes

/// A request that is there as a whole, whoever carries it: an HTTP server, a web view's own scheme, a client's transport
/// or an app's test. What a carrier knows besides, or is told to do with it, stands beside it.
public struct HTTPCall: Sendable, Hashable {
    public var head: HTTPRequest
    public var body: Data

    public init(head: HTTPRequest, body: Data = Data()) {
        self.head = head
        self.body = body
    }

    /// - Parameter target: the path as it is sent, percent-encoded, with the query if there is one.
    public init(
        _ method: HTTPRequest.Method = .get, _ target: String, headers: HTTPFields = [:], body: Data = Data()
    ) {
        self.init(
            head: HTTPRequest(method: method, scheme: nil, authority: nil, path: target, headerFields: headers),
            body: body)
    }

    public init(
        _ method: HTTPRequest.Method = .get, url: URL, headers: HTTPFields = [:], body: Data = Data()
    ) {
        // HTTPTypes takes no address without a scheme; such a call has no address either.
        if url.scheme == nil {
            self.init(method, url.relativeString, headers: headers, body: body)
        } else {
            self.init(head: HTTPRequest(method: method, url: url, headerFields: headers), body: body)
        }
    }

    public var method: HTTPRequest.Method { head.method }

    public var headers: HTTPFields {
        get { head.headerFields }
        set { head.headerFields = newValue }
    }

    /// The whole address; nil for a call that has only a path.
    public var url: URL? { head.url }

    /// The path and the query, taken apart.
    public var target: RequestTarget { RequestTarget(head) }

    /// The path as it is sent, percent-encoded, without the query.
    public var path: String { target.path }
}
