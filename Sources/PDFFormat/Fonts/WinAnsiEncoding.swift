import Foundation

/// The character set of the standard Latin fonts (ISO 32000-2 annex D.2): Windows code page 1252.
package enum WinAnsiEncoding {
    /// Returns the code of a character; `nil` if there is none. Letters with combining marks count as precomposed.
    package static func code(of character: Character) -> UInt8? {
        var scalars = character.unicodeScalars
        if scalars.count > 1 {
            scalars = String(character).precomposedStringWithCanonicalMapping.unicodeScalars
        }
        guard scalars.count == 1, let scalar = scalars.first else { return nil }
        switch scalar.value {
        case 0x20...0x7E, 0xA0...0xFF: return UInt8(scalar.value)
        default: return high[scalar]
        }
    }

    /// The codes 0x80…0x9F, of which five are unassigned.
    private static let high: [Unicode.Scalar: UInt8] = [
        "\u{20AC}": 0x80, "\u{201A}": 0x82, "\u{0192}": 0x83, "\u{201E}": 0x84, "\u{2026}": 0x85, "\u{2020}": 0x86,
        "\u{2021}": 0x87, "\u{02C6}": 0x88, "\u{2030}": 0x89, "\u{0160}": 0x8A, "\u{2039}": 0x8B, "\u{0152}": 0x8C,
        "\u{017D}": 0x8E, "\u{2018}": 0x91, "\u{2019}": 0x92, "\u{201C}": 0x93, "\u{201D}": 0x94, "\u{2022}": 0x95,
        "\u{2013}": 0x96, "\u{2014}": 0x97, "\u{02DC}": 0x98, "\u{2122}": 0x99, "\u{0161}": 0x9A, "\u{203A}": 0x9B,
        "\u{0153}": 0x9C, "\u{017E}": 0x9E, "\u{0178}": 0x9F,
    ]
}
