import Foundation

/// Where the browser goes when the ceremony ends: a page on the web, or an app by a scheme of its own.
///
/// The one place that says which addresses will do; whoever takes an address in and whoever sends a browser there ask
/// here.
public struct ReturnAddress: Sendable, Hashable {
    /// The absolute URL; nil when there is none.
    public let address: String?

    /// No address: the page stays on its last screen.
    public static let none = ReturnAddress(nil)

    /// An address that ``allows(_:)`` refuses counts as none.
    public init(_ url: URL?) {
        address = url.map(\.absoluteString).flatMap { Self.allows($0) ? $0 : nil }
    }

    /// Whether a browser may be sent to an address: an absolute URL (RFC 3986) without white space and control
    /// characters, with a host where it is http or https. Schemes that run a script, show what somebody else wrote as
    /// a page, open a file, or start a program with arguments are refused.
    public static func allows(_ text: String) -> Bool {
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }), let url = URL(string: text),
            let scheme = url.scheme?.lowercased(), !refusedSchemes.contains(scheme), !scheme.hasPrefix("ms-")
        else { return false }
        return !["http", "https"].contains(scheme) || url.host()?.isEmpty == false
    }

    private static let refusedSchemes: Set<String> = [
        "about", "blob", "data", "file", "filesystem", "intent", "javascript", "search-ms", "vbscript", "view-source",
    ]
}
