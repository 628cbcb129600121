import Foundation
import HTTPMessages

/// Distinguishes changes requested by the page from cross-site requests.
///
/// A second defense beside the `SameSite=Lax` session cookie and the ceremony host's restriction to JSON.
public enum OriginRule {
    /// Whether a request would change something and comes from another site.
    ///
    /// - Parameter base: the service's own address
    public static func isForeign(_ request: ServiceCall, base: URL) -> Bool {
        guard request.method != .get, request.method != .head else { return false }
        // Browsers set this header where they can; no page can set it.
        if let site = request.headers[named: "Sec-Fetch-Site"] { return site != "same-origin" && site != "none" }
        guard let origin = request.headers[.origin] else { return false }
        return !matches(origin, request, base: base)
    }

    /// Whether an origin is the service's own address, or the host of this request.
    private static func matches(_ origin: String, _ request: ServiceCall, base: URL) -> Bool {
        guard let url = URL(string: origin), let scheme = url.scheme?.lowercased(), let host = url.host()?.lowercased()
        else { return false }
        func port(_ url: URL) -> Int { url.port ?? (url.scheme?.lowercased() == "https" ? 443 : 80) }
        if scheme == base.scheme?.lowercased(), host == base.host()?.lowercased(), port(url) == port(base) {
            return true
        }
        // The host of the request is reached by the service's own scheme.
        guard scheme == request.base.scheme?.lowercased(), let authority = request.head.authority?.lowercased() else {
            return false
        }
        return authority == (url.port.map { "\(host):\($0)" } ?? host)
    }
}
