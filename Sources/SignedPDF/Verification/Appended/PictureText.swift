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

    /// The most glyphs with ink for one code point of a script whose letters join: letters and their dots apart.
    private static let mostParts = 4

    /// Whether glyphs show one character, or a few that are known to join; and say nothing else themselves.
    static func isOnePlace(_ cluster: ShapedPicture.Cluster) -> Bool {
        let text = cluster.text
        guard text.unicodeScalars.count <= mostScalars else { return false }
        // Text from right to left is given as it stands on the page: marks come before their letters.
        let characters = min(text.count, reversed(text).count)
        let digits = digits(of: text)
        // No font joins digits.
        guard digits.isEmpty || digits.count == 1 && characters <= 1 else { return false }
        guard characters <= 1 || ligatures.contains(text) || joins(text) && characters <= mostJoined else {
            return false
        }
        return !cluster.isSpan || isSaid(by: cluster.glyphs.map(\.text), text, digits)
    }

    /// Whether what glyphs say agrees with the text that stands beside them. Most glyphs of a group - half a letter, a
    /// mark in another place - stand for nothing on their own and say nothing; a single one and a digit's have to.
    private static func isSaid(by said: [String?], _ text: String, _ digits: [Unicode.Scalar]) -> Bool {
        let own = parts(of: text)
        var found: [Unicode.Scalar] = []
        for glyph in said {
            guard let glyph, isSeen(glyph) else {
                guard said.count > 1 || !isSeen(text) else { return false }
                continue
            }
            let digits = self.digits(of: glyph)
            found += digits
            guard
                parts(of: glyph).subtracting(digits).allSatisfy({ part in
                    own.contains(part) || SharedGlyphs.share(part, own)
                        || said.count > 1 && SharedGlyphs.areOfOneSkeleton(part, own)
                })
            else { return false }
        }
        return found.count == digits.count && zip(found, digits).allSatisfy(SharedGlyphs.isSameDigit)
    }

    /// How many glyphs with ink may show a text at most.
    static func mostGlyphs(of text: String) -> Int {
        let count = text.decomposedStringWithCompatibilityMapping.unicodeScalars.count
        return joins(text) && digits(of: text).isEmpty ? count * mostParts : count
    }

    /// A text's code points, and those that they are made of; without those that nobody sees.
    private static func parts(of text: String) -> Set<Unicode.Scalar> {
        Set(text.unicodeScalars).union(text.decomposedStringWithCompatibilityMapping.unicodeScalars).filter {
            isSeen(String($0))
        }
    }

    static func digits(of text: String) -> [Unicode.Scalar] {
        text.unicodeScalars.filter { $0.properties.generalCategory == .decimalNumber }
    }

    /// A text without what needs no glyph of its own: joiners, marks of direction, soft hyphens.
    static func shown(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint }))
    }

    /// Whether two letters, from left to right, are an alef that some fonts set into the lam before it; marks may stand on
    /// both.
    static func isLamAlef(_ left: String, _ right: String) -> Bool {
        letters(of: right) == ["\u{644}"]
            && [["\u{622}"], ["\u{623}"], ["\u{625}"], ["\u{627}"]].contains(letters(of: left))
    }

    private static func letters(of text: String) -> [Unicode.Scalar] {
        text.unicodeScalars.filter { !isMark(String($0)) }
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
