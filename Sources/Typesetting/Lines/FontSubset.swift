import Foundation

/// A few glyphs of a font, as a font program that a document can carry, with what has to be said about them there.
public struct FontSubset: Sendable, Hashable {
    public enum Program: Sendable, Hashable {
        /// A TrueType font file of the tables that draw glyphs; a glyph's code is its number in it.
        case trueType(Data)
        /// A bare Compact Font Format table; a glyph's code is its CID, or its number if the font has no CIDs.
        case compactFontFormat(Data)
    }

    /// The whole font's PostScript name.
    public let postScriptName: String
    public let program: Program
    /// The codes of the glyphs, by their numbers in the whole font.
    public let codes: [Int: UInt16]
    /// How wide glyphs are in thousandths of the em, by their numbers in the whole font.
    public let widths: [Int: Double]
    /// Thousandths of the em; descender and bottom are negative below the baseline.
    public let ascender: Double
    public let descender: Double
    public let capHeight: Double
    public let box: (left: Double, bottom: Double, right: Double, top: Double)
    /// In degrees, negative for a font that leans to the right.
    public let italicAngle: Double
    public let isBold: Bool

    /// A font's name as it may stand in a document: the system's own begin with a full stop.
    static func writtenName(_ name: String) -> String {
        let written = name.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
        return written.isEmpty ? "Font" : written
    }

    public static func == (left: FontSubset, right: FontSubset) -> Bool {
        left.postScriptName == right.postScriptName && left.program == right.program && left.codes == right.codes
            && left.widths == right.widths
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(postScriptName)
        hasher.combine(program)
    }
}
