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

    /// Returns the decoded items. If a name is repeated, the first one counts. Bytes that are not UTF-8 become U+FFFD, so
    /// that a value that cannot be read is not taken for one that is missing.
    package static func items(_ text: some StringProtocol) -> [String: String] {
        let pairs = text.split(separator: "&").map { pair -> (String, String) in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (decoded(parts.first ?? ""), decoded(parts.count > 1 ? parts[1] : ""))
        }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }

    /// Percent-decodes (URL Standard §1.3): what is no escape stays as it is.
    private static func decoded(_ part: some StringProtocol) -> String {
        let text = part.replacingOccurrences(of: "+", with: " ")
        if let plain = text.removingPercentEncoding { return plain }
        let given = Array(text.utf8)
        var bytes: [UInt8] = []
        var index = 0
        while index < given.count {
            if given[index] == UInt8(ascii: "%"), index + 2 < given.count,
                let byte = UInt8(String(decoding: given[index + 1...index + 2], as: UTF8.self), radix: 16)
            {
                bytes.append(byte)
                index += 3
            } else {
                bytes.append(given[index])
                index += 1
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
