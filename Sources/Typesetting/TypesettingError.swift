/// Why text could not be set.
public enum TypesettingError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The font file is in none of the directories.
    case fontMissing(face: String, looked: [String], package: String)
    /// The file exists but is not a usable font.
    case fontUnreadable(face: String, path: String)
    /// The typesetter was not given this face.
    case unknownFace(String)
    /// The face has no visible glyph for a character of the text.
    case noGlyph(character: Character, face: String)
    /// No usable font has a visible glyph for a character of the text.
    case noFont(character: Character)
    /// No subset of this font could be made.
    case subsetFailed(font: String)
    /// The text has nothing to draw.
    case nothingToDraw
    /// The text is longer than the given number of characters.
    case textTooLong(limit: Int)

    /// One English sentence. For a missing font, it says which package to install.
    public var description: String {
        switch self {
        case .fontMissing(let face, let looked, let package):
            "The font “\(face)” was not found in \(looked.joined(separator: ", ")): install the Debian package \(package)"
                + " or name the directory that holds it."
        case .fontUnreadable(let face, let path):
            "The file \(path) is not a usable font for “\(face)”."
        case .unknownFace(let id):
            "There is no handwriting face named “\(id)”."
        case .noGlyph(let character, let face):
            "“\(face)” cannot show the character \(Self.named(character))."
        case .noFont(let character):
            "No font on this machine has the character \(Self.named(character))."
        case .subsetFailed(let font):
            "The font “\(font)” could not be subset to the glyphs needed."
        case .nothingToDraw:
            "The text is empty."
        case .textTooLong(let limit):
            "The text is longer than \(limit) characters."
        }
    }

    /// Returns a character with its code points, which also identify invisible characters.
    static func named(_ character: Character) -> String {
        let scalars = character.unicodeScalars
        let codes = scalars.map { scalar in
            let digits = String(scalar.value, radix: 16, uppercase: true)
            return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        }
        let isVisible = !scalars.contains { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .unassigned, .surrogate: true
            default: false
            }
        }
        return (isVisible ? "“\(character)” " : "") + "(\(codes.joined(separator: " ")))"
    }
}
