import Foundation

/// The addresses that belong to the shown page.
package struct OwnAddresses: Sendable {
    package let origin: WebOrigin?
    /// Domains whose hosts belong together, each with a leading dot; empty for a server with one host.
    private let family: [String]

    /// A ceremony on these servers starts on one host and continues on others.
    private static let families = [[".docusign.net", ".docusign.com"]]

    package init(page: URL) {
        let origin = WebOrigin(page)
        self.origin = origin
        family = Self.families.first { origin.map($0.holds) ?? false } ?? []
    }

    package func contain(_ url: URL) -> Bool {
        guard let other = WebOrigin(url), let origin else { return false }
        return other == origin || family.holds(other)
    }

    /// Whether a host is one of the page's, regardless of scheme and port. A trailing full stop is ignored.
    package func contain(host: String) -> Bool {
        let host = host.hasSuffix(".") ? String(host.dropLast()) : host
        return host == origin?.host || family.contains { host.hasSuffix($0) || host == $0.dropFirst() }
    }

    /// Whether an address would be the page's if it used TLS.
    package func contain(downgraded url: URL) -> Bool {
        guard let other = WebOrigin(url), let origin, origin.scheme == "https", other.scheme == "http" else {
            return false
        }
        return other.host == origin.host || family.contains { other.host.hasSuffix($0) }
    }
}

extension [String] {
    /// Whether an origin is a host in these domains, over TLS and on the default port.
    fileprivate func holds(_ origin: WebOrigin) -> Bool {
        origin.scheme == "https" && origin.port == 443 && contains { origin.host.hasSuffix($0) }
    }
}
