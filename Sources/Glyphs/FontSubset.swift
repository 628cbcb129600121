import Foundation

/// A font subset for embedding in a document (ISO 32000-2 §9.9), with the values for its dictionaries.
public struct FontSubset: Sendable, Hashable {
    /// The font's bytes, and with them the meaning of the glyphs' codes.
    public enum Program: Sendable, Hashable {
        /// TrueType; a glyph's code is its number in this program.
        case trueType(Data)
        /// A bare CFF table; a glyph's code is its CID, or its number if the font has no CIDs (§9.7.4.2).
        case compactFontFormat(Data)
    }

    /// The whole font's PostScript name.
    public var postScriptName: String
    /// What the document embeds.
    public var program: Program
    /// The code of each glyph, by the glyph's number in the whole font.
    public var codes: [Int: UInt16]
    /// Advance widths in thousandths of the font size, by the glyph's number in the whole font.
    public var widths: [Int: Double]
    /// The bounding box of all glyphs, in thousandths of the font size.
    public var box: InkBox
    /// The ascender and descender in thousandths of the font size; the descender is negative.
    public var ascender: Double
    /// The lowest point of the letters, in thousandths of the font size; negative.
    public var descender: Double
    /// The height of capital letters above the baseline, in thousandths of the font size (`/CapHeight`).
    public var capHeight: Double
    /// The italic angle in degrees, negative for a font that leans to the right.
    public var italicAngle: Double
    /// Whether the font is heavy, which gives the width of its stems in the descriptor (`/StemV`, ISO 32000-2 §9.8.1).
    public var isBold: Bool

    /// Nothing is checked: codes and widths must be those of the glyphs in `program`.
    public init(
        postScriptName: String, program: Program, codes: [Int: UInt16], widths: [Int: Double], box: InkBox,
        ascender: Double, descender: Double, capHeight: Double, italicAngle: Double = 0, isBold: Bool = false
    ) {
        self.postScriptName = postScriptName
        self.program = program
        self.codes = codes
        self.widths = widths
        self.box = box
        self.ascender = ascender
        self.descender = descender
        self.capHeight = capHeight
        self.italicAngle = italicAngle
        self.isBold = isBold
    }
}

extension FontSubset.Program {
    package var bytes: Data {
        switch self {
        case .trueType(let data), .compactFontFormat(let data): data
        }
    }
}
