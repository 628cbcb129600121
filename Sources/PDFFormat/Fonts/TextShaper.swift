/// Sets text that the standard fonts cannot show, in fonts that the document then carries.
///
/// This library knows no font files; whoever has some - a typesetting library, a text engine of the platform - gives
/// fields and compositions a shaper.
public protocol TextShaper: Sendable {
    /// One line of text as glyphs.
    ///
    /// - Throws: ``TextShapingError/unshowable(_:)`` for the first character that no font shows.
    func shape(_ text: String, isBold: Bool, direction: TextDirection) throws(TextShapingError) -> ShapedText

    /// The glyphs of a font that a document carries.
    ///
    /// - Parameter key: what ``ShapedText/Run/font`` calls the font.
    func font(_ key: String, showing glyphs: Set<Int>) throws(TextShapingError) -> EmbeddableFont

    /// How far the glyphs of a font program in somebody else's document reach, in thousandths of the font size, by code;
    /// nothing for those without ink.
    ///
    /// - Parameter work: how many elements of outlines, and crossings of outlines with lines, may be looked at; less
    ///   afterwards by those that were.
    /// - Returns: nil for a program that cannot be read, that readers draw in different ways, or that asks for more work.
    func ink(
        of program: EmbeddableFont.Program, codes: Set<UInt16>, within work: inout Int
    ) -> [UInt16: EmbeddableFont.Box]?

    /// The characters of a line in the order in which they stand from left to right (Unicode Standard Annex #9), and
    /// whether the line as a whole is read from right to left. It does not depend on fonts.
    func order(of line: String, direction: TextDirection) -> (seen: String, isRightToLeft: Bool)
}

extension TextShaper {
    /// Reads no fonts.
    public func ink(
        of program: EmbeddableFont.Program, codes: Set<UInt16>, within work: inout Int
    ) -> [UInt16: EmbeddableFont.Box]? { nil }

    /// Knows one direction, from left to right.
    public func order(of line: String, direction: TextDirection) -> (seen: String, isRightToLeft: Bool) {
        (line, false)
    }
}

/// Which way a line of text runs as a whole (Unicode Standard Annex #9, rules P2 and P3).
public enum TextDirection: Sendable, Hashable {
    /// As its first letter runs.
    case automatic
    case leftToRight
    case rightToLeft
}

/// Why a text could not be set.
public enum TextShapingError: Error, Sendable, Hashable {
    /// No font shows this character.
    case unshowable(Character)
    /// A font or text cannot be used, and why.
    case unusable(String)
}

extension PDFError {
    /// - Parameter place: what the error calls the text.
    package init(_ error: TextShapingError, place: String) {
        switch error {
        case .unshowable(let character): self = .unshowableCharacter(character, place: place)
        case .unusable(let reason): self = .unsupported("\(place) cannot be set: \(reason)")
        }
    }
}
