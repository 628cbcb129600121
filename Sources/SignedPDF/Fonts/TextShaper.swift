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
    /// - Returns: nil for a program that cannot be read, or that readers draw in different ways.
    func ink(of program: EmbeddableFont.Program, codes: Set<UInt16>) -> [UInt16: EmbeddableFont.Box]?
}

extension TextShaper {
    /// Reads no fonts.
    public func ink(of program: EmbeddableFont.Program, codes: Set<UInt16>) -> [UInt16: EmbeddableFont.Box]? { nil }
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
    init(_ error: TextShapingError, place: String) {
        switch error {
        case .unshowable(let character): self = .unshowableCharacter(character, place: place)
        case .unusable(let reason): self = .unsupported("\(place) cannot be set: \(reason)")
        }
    }
}
