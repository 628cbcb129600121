import Foundation

/// The address at which a sign-in page leads back to the app.
///
/// Addresses are compared by their parts (RFC 3986 §6.2): web views write schemes and hosts in lower case, and a slash
/// after a host that stands alone.
package struct RedirectTarget: Sendable, Hashable {
    private let parts: URLComponents?

    package init(_ url: URL) {
        parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
    }

    /// Whether an address is the app's, with or without what the page adds behind it.
    package func isReached(by address: String) -> Bool {
        guard let parts, let other = URLComponents(string: address) else { return false }
        return Self.place(parts) == Self.place(other)
            && Self.begins(other.percentEncodedQuery, with: parts.percentEncodedQuery)
    }

    /// Whether an address is the app's.
    package func isReached(by address: URL) -> Bool { isReached(by: address.absoluteString) }

    /// Everything in front of the query.
    private static func place(_ parts: URLComponents) -> [String] {
        let (scheme, host) = (parts.scheme?.lowercased() ?? "", parts.percentEncodedHost?.lowercased() ?? "")
        let path = parts.percentEncodedPath
        return [
            scheme, parts.percentEncodedUser ?? "", host, String(parts.port ?? usualPorts[scheme] ?? 0),
            // "a://b/" has no host in front of its path where it has none in front of it.
            path.isEmpty && !host.isEmpty ? "/" : path,
        ]
    }

    /// Whether a query is the app's own, or goes on after it (RFC 6749 §3.1.2).
    private static func begins(_ query: String?, with own: String?) -> Bool {
        guard let own, !own.isEmpty else { return true }
        return query == own || query?.hasPrefix(own + "&") == true
    }

    private static let usualPorts = ["http": 80, "https": 443]

    /// Whether an address is one that a sign-in page may lead to on its way.
    package static func isPage(_ address: String) -> Bool {
        guard let scheme = URL(string: address)?.scheme?.lowercased() else { return false }
        return ["https", "http", "about", "blob"].contains(scheme)
    }
}
