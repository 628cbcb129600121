import ClientSupport
import Foundation

/// Refuses addresses that open a file, run a script or show somebody else's content as a page. Also refuses addresses
/// with a user name, which can make a host look like another.
struct RefusedAddressHandler: NavigationHandler {
    private static let schemes: Set<String> = [
        "data", "file", "filesystem", "intent", "javascript", "vbscript", "view-source",
    ]

    func decide(_ request: NavigationRequest) -> NavigationDecision? {
        guard let scheme = request.url.scheme?.lowercased(), !Self.schemes.contains(scheme) else { return .refuse }
        // A mail address contains an @ too, but has no authority.
        let hasUser = request.url.user(percentEncoded: true) != nil || request.url.password(percentEncoded: true) != nil
        return hasUser ? .refuse : nil
    }
}
