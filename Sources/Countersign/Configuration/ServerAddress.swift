import Foundation

/// The addresses of a server's calls.
package struct ServerAddress: Sendable, Hashable, Codable {
    /// The base of the eSignature REST API, ending in `/restapi`: `https://sign.example.org/restapi`.
    package let api: URL

    /// The base of the server's other calls: `/oauth/…`, `/countersign/…`.
    package var root: URL { api.deletingLastPathComponent() }

    /// Creates an address from a base with or without `/restapi`. A query and a fragment are dropped.
    ///
    /// - Throws: ``CountersignError/invalidConfiguration(what:)`` unless the URL is https, or http to this machine
    package init(_ url: URL, allowsPlainHTTP: Bool = false) throws(CountersignError) {
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true), let host = parts.host, !host.isEmpty,
            parts.user == nil, parts.password == nil
        else { throw .invalidConfiguration(what: "the server's address has no host, or holds a password") }
        let scheme = parts.scheme?.lowercased()
        guard scheme == "https" || scheme == "http" && (allowsPlainHTTP || Self.isThisMachine(host)) else {
            throw .invalidConfiguration(what: "the server's address is not https")
        }
        parts.scheme = scheme
        parts.host = host.lowercased()
        parts.query = nil
        parts.fragment = nil
        var path = parts.path.split(separator: "/").map { String($0) }
        if path.last != "restapi" { path.append("restapi") }
        parts.path = "/" + path.joined(separator: "/")
        guard let api = parts.url else { throw .invalidConfiguration(what: "the server's address cannot be read") }
        self.api = api
    }

    /// Whether requests to a host stay on this machine.
    static func isThisMachine(_ host: String) -> Bool {
        let host = host.lowercased().trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
        let isLoopback4 = numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil }
        return host == "localhost" || host == "::1" || isLoopback4
    }
}
