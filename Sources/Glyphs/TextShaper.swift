/// Sets text that the standard fonts cannot show, in fonts that the document then carries.
///
/// The file format knows no font files. A typesetting library or a text engine of the platform has some, and is given to
/// fields and compositions as their shaper.
public protocol TextShaper: Sendable {
    /// One line of text as glyphs.
    ///
    /// - Throws: ``TextShapingError/unshowable(_:)`` for the first character that no font shows.
    func shape(_ text: String, isBold: Bool, direction: TextDirection) throws(TextShapingError) -> ShapedLine

    /// The glyphs of a font that a document carries.
    ///
    /// - Parameter id: the font of a ``ShapedLine/Run``.
    func font(_ id: FontID, showing glyphs: Set<Int>) throws(TextShapingError) -> FontSubset

    /// The characters of a line in the order in which they stand from left to right (Unicode Standard Annex #9), and
    /// whether the line as a whole is read from right to left. It does not depend on fonts.
    func order(of line: String, direction: TextDirection) -> (seen: String, isRightToLeft: Bool)
}

extension TextShaper {
    /// Knows one direction, from left to right.
    public func order(of line: String, direction: TextDirection) -> (seen: String, isRightToLeft: Bool) {
        (line, false)
    }
}
