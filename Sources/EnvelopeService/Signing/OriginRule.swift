import Foundation
import HTTPMessages

/// Tells a change that the page asks for from one that another site made a browser send.
///
/// The session cookie is `SameSite=Lax` and the ceremony's host takes nothing but JSON; this is the lock in between.
public enum OriginRule {
    /// - Parameter base: the service's own address.
    public static func isForeign(_ request: ServiceCall, base: URL) -> Bool {
        guard request.method != .get, request.method != .head else { return false }
        // Browsers say it themselves where they can; no page can write this header.
        if let site = request.headers[named: "Sec-Fetch-Site"] { return site != "same-origin" && site != "none" }
        guard let origin = request.headers[.origin] else { return false }
        return !matches(origin, request, base: base)
    }

    /// An origin matches when it is the service's own address, or the host under which this very request came.
    private static func matches(_ origin: String, _ request: ServiceCall, base: URL) -> Bool {
        guard let url = URL(string: origin), let scheme = url.scheme?.lowercased(), let host = url.host()?.lowercased()
        else { return false }
        func port(_ url: URL) -> Int { url.port ?? (url.scheme?.lowercased() == "https" ? 443 : 80) }
        if scheme == base.scheme?.lowercased(), host == base.host()?.lowercased(), port(url) == port(base) {
            return true
        }
        // The address that the request itself came to has the service's own scheme.
        guard scheme == request.base.scheme?.lowercased(), let authority = request.head.authority?.lowercased() else {
            return false
        }
        return authority == (url.port.map { "\(host):\($0)" } ?? host)
    }
}
