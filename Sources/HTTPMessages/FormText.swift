import Foundation

/// The text of a query or a form (URL Standard §5, application/x-www-form-urlencoded).
package enum FormText {
    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    /// Percent-encodes everything except RFC 3986's unreserved characters.
    package static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    /// Returns the text of the items.
    package static func text(_ items: [(String, String)]) -> String {
        items.map { "\(encoded($0))=\(encoded($1))" }.joined(separator: "&")
    }

    /// Returns an address with additional query parameters.
    package static func adding(_ items: [(String, String)], to address: String) -> String {
        address + (address.contains("?") ? "&" : "?") + text(items)
    }

    /// Returns the decoded items. If a name is repeated, the first one counts; what cannot be decoded is empty.
    package static func items(_ text: some StringProtocol) -> [String: String] {
        let pairs = text.split(separator: "&").map { pair -> (String, String) in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            func decoded(_ part: (some StringProtocol)?) -> String {
                part?.replacingOccurrences(of: "+", with: " ").removingPercentEncoding ?? ""
            }
            return (decoded(parts.first), decoded(parts.count > 1 ? parts[1] : nil))
        }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }
}
