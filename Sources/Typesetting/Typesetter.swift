/// Sets text: signatures as outlines in a handwriting, values in whichever of this machine's fonts have their
/// characters.
///
/// HarfBuzz with fontconfig implements it on Linux, Core Text on Apple's systems.
public protocol Typesetter: Sendable {
    /// The faces a person can choose from, in the order to offer them.
    var faces: [FontFace] { get }

    /// The outline of one line of text, shaped with the face's kerning and ligatures.
    ///
    /// - Parameter face: the ``FontFace/id`` of one of ``faces``, or of ``FontFace/anyScript``.
    /// - Throws: ``TypesettingError/noGlyph(character:face:)`` for the first character that the face cannot show, also
    ///   when the face maps the character to an empty glyph; ``TypesettingError/noFont(character:)`` for one that no
    ///   font can show.
    func outline(of text: String, face: String) throws(TypesettingError) -> Outline

    /// One line of text of any scripts, in fonts that a document may carry.
    ///
    /// - Throws: ``TypesettingError/noFont(character:)`` for the first character that no font can show.
    func line(_ text: String, isBold: Bool, direction: LineDirection) throws(TypesettingError) -> ShapedLine

    /// Glyphs of one of the fonts that ``line(_:isBold:direction:)`` chose, as a document carries them.
    ///
    /// - Throws: ``TypesettingError/subsetFailed(font:)``.
    func subset(of font: FontID, glyphs: Set<Int>) throws(TypesettingError) -> FontSubset

    /// How far the glyphs of a font program in somebody else's document reach, by code; nothing for those without ink.
    ///
    /// - Parameter work: how many elements of outlines, and crossings of outlines with lines, may be looked at; less
    ///   afterwards by those that were.
    /// - Returns: nil for a program that cannot be read, that readers draw in different ways, or that asks for more work.
    func ink(of program: FontSubset.Program, codes: Set<UInt16>, within work: inout Int) -> [UInt16: GlyphInk]?
}

extension Typesetter {
    /// Reads no fonts.
    public func ink(
        of program: FontSubset.Program, codes: Set<UInt16>, within work: inout Int
    ) -> [UInt16: GlyphInk]? { nil }
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
