import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The cookies of servers in a store that the whole app shares.
struct PageCookies: Sendable {
    /// The servers' hosts, in lower case.
    let hosts: Set<String>

    init(of servers: [ServerAddress]) {
        hosts = Set(servers.compactMap { $0.root.host()?.lowercased() })
    }

    /// Deletes the cookies that a browser would send to one of the hosts.
    func clear(in storage: HTTPCookieStorage = .shared) {
        for cookie in storage.cookies ?? [] where hosts.contains(where: { Self.matches($0, domain: cookie.domain) }) {
            storage.deleteCookie(cookie)
        }
    }

    /// Whether a host belongs to a cookie's domain (RFC 6265 §5.1.3).
    static func matches(_ host: String, domain: String) -> Bool {
        let domain = domain.lowercased().drop { $0 == "." }
        return !domain.isEmpty && (host == domain || host.hasSuffix(".\(domain)"))
    }
}
