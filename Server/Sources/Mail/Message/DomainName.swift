import Foundation

/// Domains in the form that servers use, and in the form that people read.
public enum DomainName {
    /// Returns the domain in lower case with its international labels in Punycode (RFC 5891 §4, with the mapping of
    /// RFC 5895); `nil` if it is not a domain name, such as an address in brackets.
    public static func ascii(_ text: String) -> String? {
        let mapped = text.lowercased().precomposedStringWithCompatibilityMapping.lowercased()
        var labels: [String] = []
        // The ideographic full stop separates labels too.
        for label in mapped.unicodeScalars.split(
            omittingEmptySubsequences: false, whereSeparator: { $0 == "." || $0 == "\u{3002}" })
        {
            guard let ascii = asciiLabel(String(label)) else { return nil }
            labels.append(ascii)
        }
        let domain = labels.joined(separator: ".")
        return (1...253).contains(domain.utf8.count) ? domain : nil
    }

    private static func asciiLabel(_ label: String) -> String? {
        guard label.unicodeScalars.allSatisfy(isLabelText), !label.hasPrefix("-"), !label.hasSuffix("-") else {
            return nil
        }
        var ascii = label
        if !label.unicodeScalars.allSatisfy(\.isASCII) {
            guard let first = label.unicodeScalars.first, !isMark(first), let code = Punycode.encoded(label) else {
                return nil
            }
            ascii = "xn--\(code)"
        }
        return (1...63).contains(ascii.utf8.count) ? ascii : nil
    }

    private static func isLabelText(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "0"..."9", "-": true
        case "\u{B7}", "\u{30FB}", "\u{375}", "\u{5F3}", "\u{5F4}": true
        default:
            switch scalar.properties.generalCategory {
            case .lowercaseLetter, .otherLetter, .modifierLetter, .decimalNumber: !scalar.isASCII
            case .nonspacingMark, .spacingMark: true
            default: false
            }
        }
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        [.nonspacingMark, .spacingMark].contains(scalar.properties.generalCategory)
    }

    /// Returns the domain for people. A label whose letters are of scripts that nobody mixes, or that could all be Latin
    /// letters, stays in Punycode: `xn--pypal-4ve.com` with a Cyrillic “а” must not read as another domain.
    public static func displayed(_ domain: String) -> String {
        guard let ascii = ascii(domain) else { return HeaderText.line(domain, longest: 253) }
        return ascii.split(separator: ".").map { displayedLabel(String($0)) }.joined(separator: ".")
    }

    private static func displayedLabel(_ label: String) -> String {
        guard label.hasPrefix("xn--"), let text = Punycode.decoded(String(label.dropFirst(4))),
            asciiLabel(text) == label, Script.areReadable(together: text)
        else { return label }
        return text
    }
}
