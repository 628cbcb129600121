import Foundation

/// The requirements of a character on a font.
enum ShownCharacter {
    /// Whether a character may occur in a line. Control characters, line ends and the marks that override the order of
    /// other characters (U+202A…U+202E, U+2066…U+2069) may not: a name must not look like another one.
    static func isAllowed(_ character: Character) -> Bool {
        character.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: false
            case .format: !(0x202A...0x202E).contains(scalar.value) && !(0x2066...0x2069).contains(scalar.value)
            default: true
            }
        }
    }

    /// Whether a code point only affects its neighbors and needs no glyph: joiners, direction marks, variation
    /// selectors.
    static func isSilent(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xAD, 0x034F, 0x061C, 0x180B...0x180D, 0x180F, 0x200B...0x200F, 0x2060, 0xFE00...0xFE0F,
            0xE0100...0xE01EF:
            true
        default: false
        }
    }

    /// Whether a code point is white space.
    static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }

    /// Returns the sequences of code points that a font may have for a character: as written, composed or decomposed.
    static func spellings(of character: Character) -> [[Unicode.Scalar]] {
        let scalars = Array(character.unicodeScalars)
        guard scalars.contains(where: { $0.value >= 0x80 }) else { return [scalars] }
        let text = String(character)
        return [
            scalars, Array(text.precomposedStringWithCanonicalMapping.unicodeScalars),
            Array(text.decomposedStringWithCanonicalMapping.unicodeScalars),
        ].map { $0.filter { !isSilent($0) } }
    }
}

extension ShapedLine.Cluster {
    /// Whether it contains anything besides white space and silent code points.
    var needsInk: Bool {
        !text.unicodeScalars.allSatisfy { ShownCharacter.isSpace($0) || ShownCharacter.isSilent($0) }
    }
}
