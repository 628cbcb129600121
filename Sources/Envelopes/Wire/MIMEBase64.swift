import Foundation

/// Base64 (RFC 4648 §4), which may contain the line breaks of MIME (RFC 2045 §6.8).
package enum MIMEBase64 {
    /// Returns the decoded bytes; `nil` for text that is not base64.
    package static func bytes(_ text: String) -> Data? {
        if let bytes = Data(base64Encoded: text) { return bytes }
        let isBroken = text.utf8.contains { $0 == 0x0A || $0 == 0x0D || $0 == 0x20 || $0 == 0x09 }
        guard isBroken else { return nil }
        let joined = text.utf8.filter { $0 != 0x0A && $0 != 0x0D && $0 != 0x20 && $0 != 0x09 }
        return Data(base64Encoded: Data(joined))
    }
}
