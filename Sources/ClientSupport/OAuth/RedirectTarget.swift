import Foundation

/// The address at which a sign-in page leads back to the app.
package struct RedirectTarget: Sendable, Hashable {
    private let beginning: String

    package init(_ url: URL) {
        beginning = url.absoluteString
    }

    /// Whether an address is the app's, with or without what the page adds.
    package func isReached(by address: String) -> Bool {
        guard address.hasPrefix(beginning) else { return false }
        let rest = address.dropFirst(beginning.count)
        return rest.isEmpty || rest.hasPrefix("?") || rest.hasPrefix("#")
    }

    /// Whether an address is one that a sign-in page may lead to on its way.
    package static func isPage(_ address: String) -> Bool {
        guard let scheme = URL(string: address)?.scheme?.lowercased() else { return false }
        return ["https", "http", "about", "blob"].contains(scheme)
    }
}
