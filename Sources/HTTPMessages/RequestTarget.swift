import Foundation

/// The target of a request: a path and the query parameters (RFC 9112 §3.2.1).
public struct RequestTarget: Sendable, Hashable {
    /// The path as sent, percent-encoded, without the query.
    public let path: String
    /// The decoded parameters. If a name is repeated, the first one counts.
    public let query: [String: String]

    /// - Parameter text: a path, optionally with a query after a question mark
    public init(_ text: String) {
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = parts.first.map(String.init) ?? ""
        query = parts.count > 1 ? FormText.items(parts[1]) : [:]
    }

    /// The target of a request without a path is `/`.
    public init(_ head: HTTPRequest) {
        self.init(head.path ?? "/")
    }

    /// The decoded path without its leading slash; `nil` if it cannot be decoded.
    public var relativePath: String? {
        (path.hasPrefix("/") ? String(path.dropFirst()) : path).removingPercentEncoding
    }
}
