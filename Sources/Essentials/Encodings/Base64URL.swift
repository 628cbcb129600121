import Foundation

/// Base64 with the alphabet for addresses and without padding (RFC 4648 §5), as addresses and WebAuthn have it.
public enum Base64URL {
    /// Returns the text, without padding.
    public static func encode(_ bytes: some Sequence<UInt8>) -> String {
        Data(bytes).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// Returns the bytes, or `nil` for another alphabet, padding, or bits that no byte uses.
    public static func decode(_ text: String) -> [UInt8]? {
        guard text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "=") })
        else { return nil }
        let standard = text.replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: standard + padding), encode(data) == text else { return nil }
        return [UInt8](data)
    }
}
