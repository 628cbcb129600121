import Foundation

/// Which addresses belong to the page that is shown.
struct OwnAddresses: Sendable {
    let origin: WebOrigin?
    /// Domains whose hosts belong together, with a dot in front; empty for a server that is one host.
    private let family: [String]

    /// A ceremony of these servers starts on one host and goes on at others.
    private static let families = [[".docusign.net", ".docusign.com"]]

    init(page: URL) {
        let origin = WebOrigin(page)
        self.origin = origin
        family = Self.families.first { origin.map($0.holds) ?? false } ?? []
    }

    func contain(_ url: URL) -> Bool {
        guard let other = WebOrigin(url), let origin else { return false }
        return other == origin || family.holds(other)
    }

    /// Whether a host is one of the page's, whatever the scheme and port. A full stop at its end changes nothing.
    func contain(host: String) -> Bool {
        let host = host.hasSuffix(".") ? String(host.dropLast()) : host
        return host == origin?.host || family.contains { host.hasSuffix($0) || host == $0.dropFirst() }
    }

    /// Whether an address is the page's but for TLS, which it lacks.
    func contain(downgraded url: URL) -> Bool {
        guard let other = WebOrigin(url), let origin, origin.scheme == "https", other.scheme == "http" else {
            return false
        }
        return other.host == origin.host || family.contains { other.host.hasSuffix($0) }
    }
}

extension [String] {
    /// Whether an origin is a host of these domains, over TLS and at the usual port.
    fileprivate func holds(_ origin: WebOrigin) -> Bool {
        origin.scheme == "https" && origin.port == 443 && contains { origin.host.hasSuffix($0) }
    }
}
