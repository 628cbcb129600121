import Foundation

/// What is known of characters without a font: how many of them one place on a line may show.
enum PictureText {
    /// Letters that fonts of Latin script join to one glyph.
    private static let ligatures: Set<String> = [
        "ff", "fi", "fl", "ffi", "ffl", "fb", "ffb", "fh", "ffh", "fj", "ffj", "fk", "ffk", "ft", "fft", "tt", "ti",
        "tti", "ct", "st", "Th", "ij", "IJ",
    ]
    private static let mostScalars = 12
    /// The most characters of a joined group, as in the Arabic name of God.
    private static let mostJoined = 4

    /// Whether glyphs show one character, or a few that are known to join; and say nothing else themselves.
    static func isOnePlace(_ cluster: ShapedPicture.Cluster) -> Bool {
        let text = cluster.text
        guard text.unicodeScalars.count <= mostScalars else { return false }
        // Text from right to left is given as it stands on the page: marks come before their letters.
        let characters = min(text.count, reversed(text).count)
        let isOne = characters <= 1 || ligatures.contains(text) || joins(text) && characters <= mostJoined
        guard isOne, cluster.isSpan, cluster.glyphs.count > 1, !joins(text) else { return isOne }
        let own = Set(text.decomposedStringWithCompatibilityMapping.unicodeScalars)
        return cluster.glyphs.allSatisfy { glyph in
            guard let says = glyph.text, isSeen(says) else { return true }
            return own.isSuperset(of: says.decomposedStringWithCompatibilityMapping.unicodeScalars)
        }
    }

    /// A text from right to left as it stands on the page: reversed but for numbers, which are read from the left.
    static func asSeenFromTheLeft(_ text: String) -> String {
        var seen: [Unicode.Scalar] = []
        var number: [Unicode.Scalar] = []
        for scalar in text.unicodeScalars.reversed() {
            if scalar.properties.numericType == .decimal {
                number.insert(scalar, at: 0)
            } else {
                seen += number + [scalar]
                number = []
            }
        }
        return String(String.UnicodeScalarView(seen + number))
    }

    /// Whether two letters, from left to right, are an alef that some fonts set into the lam before it.
    static func isLamAlef(_ left: String, _ right: String) -> Bool {
        right == "\u{644}" && ["\u{622}", "\u{623}", "\u{625}", "\u{627}"].contains(left)
    }

    static func reversed(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.reversed()))
    }

    /// Whether anything of a text has ink.
    static func isSeen(_ text: String) -> Bool {
        text.unicodeScalars.contains { scalar in
            let properties = scalar.properties
            guard !properties.isWhitespace, !properties.isDefaultIgnorableCodePoint else { return false }
            switch properties.generalCategory {
            case .control, .format: return false
            default: return true
            }
        }
    }

    /// Whether a text is of marks alone, which stand on a letter before them.
    static func isMark(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .spacingMark, .enclosingMark: true
            default: false
            }
        }
    }

    /// Whether a text is of scripts whose letters join, stack or change places within a group: Arabic and its
    /// neighbours, those of India and South-East Asia, Mongolian.
    static func joins(_ text: String) -> Bool {
        let seen = text.unicodeScalars.filter {
            !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint
        }
        return !seen.isEmpty
            && seen.allSatisfy { scalar in
                switch scalar.value {
                case 0x600..<0x10A0, 0x1780..<0x18B0, 0x1A00..<0x1D00, 0xA800..<0xAC00, 0xFB50..<0xFE00,
                    0xFE70..<0xFEFF, 0x10A00..<0x11FFF:
                    true
                default: false
                }
            }
    }
}
