// Typesetters return paths, shaped lines and fonts.
@_exported import Glyphs

/// Sets text: signatures as outlines in a handwriting face, values in any of this machine's fonts with their
/// characters.
///
/// It is implemented with HarfBuzz and fontconfig on Linux, and with Core Text on Apple's systems.
public protocol Typesetter: TextShaper {
    /// The faces for typed signatures, in the order to offer them.
    var faces: [FontFace] { get }

    /// The faces to offer for a typed signature that none of ``faces`` can show. By default, none.
    var facesOfOtherScripts: [FontFace] { get }

    /// Returns the outline of one line of text, shaped with the face's kerning and ligatures.
    ///
    /// Coordinates are in thousandths of the em square, x to the right and y up, with the origin on the baseline at the
    /// text's left end. Every number is rounded to two decimals, so that the path on a web page and the path in a PDF
    /// are identical. Every contour ends with `close`.
    ///
    /// - Parameter face: the ``FontFace/id`` of one of ``faces`` or ``facesOfOtherScripts``, or of
    ///   ``FontFace/anyScript``
    /// - Throws: ``TypesettingError/noGlyph(character:face:)`` for the first character that the face lacks or maps to
    ///   an empty glyph; ``TypesettingError/noFont(character:)`` for one that no font can show
    func outline(of text: String, face: String) throws(TypesettingError) -> VectorPath

    /// Sets one line of text in any scripts, in embeddable fonts.
    ///
    /// - Throws: ``TypesettingError/noFont(character:)`` for the first character that no font can show
    func line(_ text: String, isBold: Bool, direction: TextDirection) throws(TypesettingError) -> ShapedLine

    /// Sets one line of text like ``line(_:isBold:direction:)``, in a font of a look where that has the characters.
    func line(_ text: String, like look: FontLook, direction: TextDirection) throws(TypesettingError) -> ShapedLine

    /// Returns a subset, for embedding, of a font that ``line(_:isBold:direction:)`` selected.
    ///
    /// - Throws: ``TypesettingError/subsetFailed(font:)``
    func subset(of font: FontID, glyphs: Set<Int>) throws(TypesettingError) -> FontSubset
}

extension Typesetter {
    /// None.
    public var facesOfOtherScripts: [FontFace] { [] }

    /// Sets the line in the fonts for any text; of the look, only its weight counts.
    public func line(
        _ text: String, like look: FontLook, direction: TextDirection
    ) throws(TypesettingError) -> ShapedLine {
        try line(text, isBold: look.isBold, direction: direction)
    }

    /// Returns the first character of a text that a face cannot show; `nil` if it can show all of them.
    public func unshowableCharacter(in text: String, face: String) -> Character? {
        do {
            _ = try outline(of: text, face: face)
            return nil
        } catch {
            return error.character
        }
    }

    /// Returns the first character of a text that none of this machine's fonts can show; `nil` if all can be shown.
    public func unshowableCharacter(in text: String) -> Character? {
        do {
            _ = try line(text, isBold: false, direction: .automatic)
            return nil
        } catch {
            return error.character
        }
    }
}

extension TypesettingError {
    /// The character that cannot be shown; `nil` for other errors.
    public var character: Character? {
        switch self {
        case .noGlyph(let character, _), .noFont(let character): character
        default: nil
        }
    }
}
