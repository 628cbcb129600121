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

    /// How far the glyphs of a font program in somebody else's document reach, in thousandths of the font size, by code;
    /// nothing for those without ink.
    ///
    /// - Parameter work: how many elements of outlines, and crossings of outlines with lines, may be looked at; less
    ///   afterwards by those that were.
    /// - Returns: nil for a program that cannot be read, that readers draw in different ways, or that asks for more work.
    func ink(
        of program: FontSubset.Program, codes: Set<UInt16>, within work: inout Int
    ) -> [UInt16: InkBox]?

    /// The characters of a line in the order in which they stand from left to right (Unicode Standard Annex #9), and
    /// whether the line as a whole is read from right to left. It does not depend on fonts.
    func order(of line: String, direction: TextDirection) -> (seen: String, isRightToLeft: Bool)
}

extension TextShaper {
    /// Reads no fonts.
    public func ink(
        of program: FontSubset.Program, codes: Set<UInt16>, within work: inout Int
    ) -> [UInt16: InkBox]? { nil }

    /// Knows one direction, from left to right.
    public func order(of line: String, direction: TextDirection) -> (seen: String, isRightToLeft: Bool) {
        (line, false)
    }
}
