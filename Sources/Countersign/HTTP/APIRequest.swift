import Foundation

/// A call to the server, without what every call has: address, token, timeout.
public struct APIRequest: Sendable, Hashable {
    /// What a path is relative to.
    public enum Place: Sendable, Hashable {
        /// The account in the eSignature REST API: `{server}/v2.1/accounts/{accountId}`.
        case account
        /// The account in our own calls beside it: `{root}/countersign/v1/accounts/{accountId}`.
        case ownAccount
        /// The server's root: `{root}`.
        case root
    }

    /// In upper case.
    public var method: String
    public var place: Place
    /// The parts of the path, not encoded: `["envelopes", id, "recipients"]`.
    public var path: [String]
    /// Names and values, not encoded.
    public var query: [URLQueryItem]
    /// Names in lower case.
    public var headers: [String: String]
    public var body: Data
    /// Whether doing it twice is the same as doing it once, so that it may be sent again when there was no answer.
    public var isRepeatable: Bool

    /// - Parameter isRepeatable: nil for the method's own answer: `GET` and `HEAD` are, others are not.
    public init(
        _ method: String = "GET", _ path: [String], in place: Place = .account, query: [URLQueryItem] = [],
        headers: [String: String] = [:], body: Data = Data(), isRepeatable: Bool? = nil
    ) {
        self.method = method
        self.place = place
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
        self.isRepeatable = isRepeatable ?? (method == "GET" || method == "HEAD")
    }

    /// A call with a JSON body.
    public init(
        _ method: String, _ path: [String], in place: Place = .account, query: [URLQueryItem] = [],
        json: some Encodable, isRepeatable: Bool? = nil
    ) throws(CountersignError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let body: Data
        do {
            body = try encoder.encode(json)
        } catch {
            throw .unreadableAnswer(what: "what is to be sent cannot be written: \(error)", trace: nil)
        }
        self.init(
            method, path, in: place, query: query, headers: ["content-type": "application/json"], body: body,
            isRepeatable: isRepeatable)
    }

    /// The whole address. Every part is encoded, so that no id can change the path.
    func url(at server: ServerAddress, accountID: String) throws(CountersignError) -> URL {
        let base: URL
        var parts = path
        switch place {
        case .account: (base, parts) = (server.api, ["v2.1", "accounts", accountID] + path)
        case .ownAccount: (base, parts) = (server.root, ["countersign", "v1", "accounts", accountID] + path)
        case .root: base = server.root
        }
        var text = base.absoluteString
        while text.hasSuffix("/") { text.removeLast() }
        text += parts.map { "/" + Self.encoded($0) }.joined()
        if !query.isEmpty {
            let pairs = query.map { "\(Self.encoded($0.name))=\(Self.encoded($0.value ?? ""))" }
            text += "?" + pairs.joined(separator: "&")
        }
        guard !parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }), let url = URL(string: text) else {
            throw .invalidConfiguration(what: "a name in the address of a call is empty")
        }
        return url
    }

    /// Everything but RFC 3986's unreserved characters is percent-encoded.
    static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
