// Paths, shaped lines and fonts are what a typesetter makes.
@_exported import Glyphs

/// Sets text: signatures as outlines in a handwriting, values in whichever of this machine's fonts have their
/// characters.
///
/// HarfBuzz with fontconfig implements it on Linux, Core Text on Apple's systems.
public protocol Typesetter: TextShaper {
    /// The faces a person can choose from, in the order to offer them.
    var faces: [FontFace] { get }

    /// The outline of one line of text, shaped with the face's kerning and ligatures.
    ///
    /// Coordinates are in thousandths of the em square, x to the right and y up, with the origin on the baseline at the
    /// text's left end. Every number is rounded to two decimals, so that the path written as text on a page and the path
    /// written into a PDF are the same path. Every contour ends with `close`.
    ///
    /// - Parameter face: the ``FontFace/id`` of one of ``faces``, or of ``FontFace/anyScript``.
    /// - Throws: ``TypesettingError/noGlyph(character:face:)`` for the first character that the face cannot show, also
    ///   when the face maps the character to an empty glyph; ``TypesettingError/noFont(character:)`` for one that no
    ///   font can show.
    func outline(of text: String, face: String) throws(TypesettingError) -> VectorPath

    /// One line of text of any scripts, in fonts that a document may carry.
    ///
    /// - Throws: ``TypesettingError/noFont(character:)`` for the first character that no font can show.
    func line(_ text: String, isBold: Bool, direction: TextDirection) throws(TypesettingError) -> ShapedLine

    /// Glyphs of one of the fonts that ``line(_:isBold:direction:)`` chose, as a document carries them.
    ///
    /// - Throws: ``TypesettingError/subsetFailed(font:)``.
    func subset(of font: FontID, glyphs: Set<Int>) throws(TypesettingError) -> FontSubset
}

extension Typesetter {
    /// The first character of a text that a face cannot show, or `nil` when it can show all of them.
    public func unshowableCharacter(in text: String, face: String) -> Character? {
        do {
            _ = try outline(of: text, face: face)
            return nil
        } catch {
            return error.character
        }
    }

    /// The first character of a text that none of this machine's fonts can show; nil when all can be shown.
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
    /// The character that cannot be shown, if that is what is wrong.
    public var character: Character? {
        switch self {
        case .noGlyph(let character, _), .noFont(let character): character
        default: nil
        }
    }
}
