import Foundation
import HTTPMessages

/// A request to the server without the parts common to all calls: address, token and timeout. Says what its path is
/// relative to, and whether it may be sent twice.
public struct APIRequest: Sendable, Hashable {
    /// The base of a path.
    public enum Place: Sendable, Hashable {
        /// The account in the eSignature REST API: `{server}/v2.1/accounts/{accountId}`.
        case account
        /// The account in Countersign's additional API: `{root}/countersign/v1/accounts/{accountId}`.
        case ownAccount
        /// The server's root: `{root}`.
        case root
    }

    /// The message; its path is relative to ``place``.
    public var message: HTTPCall
    /// What the path is relative to.
    public var place: Place
    /// Whether repeating the request has no further effect, so that it may be retried if there was no answer.
    public var isRepeatable: Bool

    /// - Parameters:
    ///   - path: the path's components, not encoded: `["envelopes", id, "recipients"]`
    ///   - query: names and values, not encoded
    ///   - isRepeatable: `nil` for the method's default: true for `GET` and `HEAD`, false for others
    public init(
        _ method: HTTPRequest.Method = .get, _ path: [String], in place: Place = .account, query: [URLQueryItem] = [],
        headers: HTTPFields = [:], body: Data = Data(), isRepeatable: Bool? = nil
    ) {
        // Every component is encoded, so that no id can change the path.
        var target = path.map { "/" + FormText.encoded($0) }.joined()
        if !query.isEmpty {
            let pairs = query.map { "\(FormText.encoded($0.name))=\(FormText.encoded($0.value ?? ""))" }
            target += "?" + pairs.joined(separator: "&")
        }
        message = HTTPCall(method, target, headers: headers, body: body)
        self.place = place
        self.isRepeatable = isRepeatable ?? (method == .get || method == .head)
    }

    /// Creates a request with a JSON body.
    public init(
        _ method: HTTPRequest.Method, _ path: [String], in place: Place = .account, query: [URLQueryItem] = [],
        json: some Encodable, isRepeatable: Bool? = nil
    ) throws(CountersignError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let body: Data
        do {
            body = try encoder.encode(json)
        } catch {
            throw .unreadableAnswer(what: "the request cannot be encoded: \(error)", trace: nil)
        }
        self.init(
            method, path, in: place, query: query, headers: [.contentType: "application/json"], body: body,
            isRepeatable: isRepeatable)
    }

    /// Returns the message with its full URL.
    func call(at server: ServerAddress, accountID: String) throws(CountersignError) -> HTTPCall {
        let base: URL
        var parts: [String] = []
        switch place {
        case .account: (base, parts) = (server.api, ["v2.1", "accounts", accountID])
        case .ownAccount: (base, parts) = (server.root, ["countersign", "v1", "accounts", accountID])
        case .root: base = server.root
        }
        var text = base.absoluteString
        while text.hasSuffix("/") { text.removeLast() }
        let path = parts.map { "/" + FormText.encoded($0) }.joined() + message.path
        let names = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        text += path + (message.head.path ?? "").dropFirst(message.path.count)
        guard !names.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }), let url = URL(string: text) else {
            throw .invalidConfiguration(what: "a name in the path of a request is empty, . or ..")
        }
        return HTTPCall(message.method, url: url, headers: message.headers, body: message.body)
    }
}
