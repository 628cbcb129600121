import Foundation

/// Makes text from untrusted sources harmless where control characters act: on a terminal, and in JSON that people read.
///
/// A terminal obeys the control characters of ISO/IEC 6429, those from U+0080 to U+009F among them. Bidirectional
/// formatting (Unicode Standard Annex #9) shows text in another order than it has.
public enum VisibleText {
    /// Returns text in which each such character is written as `\u001b`. Line feeds and tabs stay.
    ///
    /// - Parameter keepingStyles: whether to keep the sequences that set a color or weight, and reset it
    public static func terminal(_ text: String, keepingStyles: Bool = false) -> String {
        guard text.unicodeScalars.contains(where: { acts($0) && $0 != "\n" && $0 != "\t" }) else { return text }
        var result = String.UnicodeScalarView()
        var rest = text.unicodeScalars[...]
        while let scalar = rest.first {
            if keepingStyles, scalar == "\u{1B}", let length = style(at: rest) {
                result.append(contentsOf: rest.prefix(length))
                rest = rest.dropFirst(length)
                continue
            }
            rest = rest.dropFirst()
            if acts(scalar), scalar != "\n", scalar != "\t" {
                result.append(contentsOf: escape(scalar).unicodeScalars)
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }

    /// Returns JSON with each such character, and each that nobody sees, as an escape sequence, which does not change its
    /// meaning (RFC 8259 §7).
    public static func json(_ json: Data) -> String {
        let text = String(decoding: json, as: UTF8.self)
        // Below U+0020 there is only white space between the values.
        guard text.unicodeScalars.contains(where: { $0.value >= 0x20 && (acts($0) || isUnseen($0)) }) else {
            return text
        }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar.value >= 0x20, acts(scalar) || isUnseen(scalar) {
                for unit in String(scalar).utf16 { result.append(contentsOf: escape(unit).unicodeScalars) }
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }

    /// Whether a character has no shape of its own, such as a space of no width or a tag.
    private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
        !scalar.isASCII
            && (scalar.properties.generalCategory == .format || scalar.properties.isDefaultIgnorableCodePoint)
    }

    private static func acts(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F: true
        case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String { escape(UInt16(truncatingIfNeeded: scalar.value)) }

    private static func escape(_ unit: UInt16) -> String {
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }

    /// Returns the length of a sequence such as `ESC [ 31 m` at the beginning.
    private static func style(at text: Substring.UnicodeScalarView) -> Int? {
        let digits = text.dropFirst(2).prefix { ("0"..."9").contains($0) }
        guard text.dropFirst().first == "[", (1...2).contains(digits.count),
            text.dropFirst(2 + digits.count).first == "m"
        else { return nil }
        return digits.count + 3
    }
}
