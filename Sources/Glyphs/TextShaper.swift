/// Sets text in fonts that the document then embeds.
///
/// The file format module has no access to font files. A typesetting library or a platform's text engine provides fonts
/// as the shaper of fields and compositions.
public protocol TextShaper: Sendable {
    /// Shapes one line of text into glyphs.
    ///
    /// - Throws: ``TextShapingError/unshowable(_:)`` for the first character that no font shows
    func shape(_ text: String, isBold: Bool, direction: TextDirection) throws(TextShapingError) -> ShapedLine

    /// Shapes one line of text in a font of a look. The widths are those of the standard font of that look, if this
    /// machine has such a font.
    ///
    /// - Throws: ``TextShapingError/unshowable(_:)`` for the first character that no font shows
    func shape(_ text: String, like look: FontLook, direction: TextDirection) throws(TextShapingError) -> ShapedLine

    /// Returns a font with the given glyphs for embedding.
    ///
    /// - Parameter id: the font of a ``ShapedLine/Run``
    func font(_ id: FontID, showing glyphs: Set<Int>) throws(TextShapingError) -> FontSubset

    /// Returns the characters of a line in visual order from left to right (Unicode Standard Annex #9), and whether the
    /// whole line is read from right to left. The result does not depend on fonts.
    func order(of line: String, direction: TextDirection) -> (seen: String, isRightToLeft: Bool)
}

extension TextShaper {
    /// Shapes the line in the fonts for any text.
    public func shape(
        _ text: String, like look: FontLook, direction: TextDirection
    ) throws(TextShapingError) -> ShapedLine {
        try shape(text, isBold: look.isBold, direction: direction)
    }

    /// Returns the line as written, from left to right.
    public func order(of line: String, direction: TextDirection) -> (seen: String, isRightToLeft: Bool) {
        (line, false)
    }
}
