import Foundation

/// The address that the browser opens when the ceremony ends: a web page, or an app by its own scheme.
///
/// The only place with the rule for such addresses. Code that stores an address and code that redirects to one both use
/// it.
public struct ReturnAddress: Sendable, Hashable {
    /// The absolute URL; `nil` if there is none.
    public let address: String?

    /// No address: the page stays on its last screen.
    public static let none = ReturnAddress(nil)

    /// An address that ``allows(_:)`` rejects counts as none.
    public init(_ url: URL?) {
        address = url.map(\.absoluteString).flatMap { Self.allows($0) ? $0 : nil }
    }

    /// Whether a browser may be redirected to an address. It has to be an absolute URL (RFC 3986) without white space
    /// and control characters, and with a host if it is http or https. Any other scheme has to be an app's own, in
    /// reverse-domain form such as `com.example.app` (RFC 8252 §7.1): a list of the schemes that run scripts or start
    /// programs would never be complete.
    public static func allows(_ text: String) -> Bool {
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }), let url = URL(string: text),
            let scheme = url.scheme?.lowercased()
        else { return false }
        if ["http", "https"].contains(scheme) { return url.host()?.isEmpty == false }
        if scheme == ownScheme { return true }
        let parts = scheme.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count > 1 && parts.allSatisfy { !$0.isEmpty } && parts[0].allSatisfy(\.isLetter)
    }

    /// Returns the address with the parameter `event` at the end of its query, before any fragment; `nil` without an
    /// address.
    package func location(event: String) -> String? {
        guard let address else { return nil }
        let parts = address.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let base = parts.first.map(String.init) ?? ""
        let separator = base.hasSuffix("?") || base.hasSuffix("&") ? "" : base.contains("?") ? "&" : "?"
        let fragment = parts.count > 1 ? "#\(parts[1])" : ""
        return base + separator + "event=\(event)" + fragment
    }

    /// The scheme of pages that an app serves itself.
    private static let ownScheme = "countersign-page"
}
