/// The syntax of e-mail addresses.
public enum EmailAddress {
    /// In UTF-16 code units: RFC 5321 §4.5.3.1.3, without the angle brackets.
    public static let longest = 254

    /// Whether the text is an address in dot-atom form (RFC 5322 §3.4.1, with the letters that RFC 6531 adds):
    /// one `@`, a local part of at most 64 bytes, and a domain of at least two labels.
    public static func isValid(_ text: String) -> Bool {
        guard text.utf16.count <= longest, !TextRules.holdsControlCharacter(text) else { return false }
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return false }
        return isLocalPart(parts[0]) && isDomain(parts[1])
    }

    /// Returns the mailbox that an address leads to: in small letters, without what follows a `+` (RFC 5233), so that
    /// one person's sub-addresses count as one.
    public static func mailbox(of address: String) -> String {
        let address = address.lowercased()
        guard let at = address.lastIndex(of: "@"), let plus = address[..<at].firstIndex(of: "+"),
            plus > address.startIndex
        else { return address }
        return String(address[..<plus]) + address[at...]
    }

    /// Whether the part before the `@` has characters outside ASCII (RFC 6531), which most mail servers do not deliver to.
    package static func hasInternationalLocalPart(_ text: String) -> Bool {
        !text.unicodeScalars.prefix { $0 != "@" }.allSatisfy(\.isASCII)
    }

    private static func isLocalPart(_ text: Substring) -> Bool {
        guard text.utf8.count <= 64 else { return false }
        return text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { atom in
            !atom.isEmpty && atom.unicodeScalars.allSatisfy(isAtomText)
        }
    }

    private static func isAtomText(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "!", "#", "$", "%", "&", "'", "*", "+", "-", "/", "=", "?", "^", "_",
            "`", "{", "|", "}", "~":
            true
        default:
            scalar.value >= 0xA0 && !scalar.properties.isWhitespace
        }
    }

    private static func isDomain(_ text: Substring) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        return labels.count >= 2
            && labels.allSatisfy { label in
                !label.isEmpty && label.utf8.count <= 63 && label.first != "-" && label.last != "-"
                    && label.unicodeScalars.allSatisfy(isLabelText)
            }
    }

    private static func isLabelText(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-": true
        default: scalar.value >= 0xA0 && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
        }
    }
}
