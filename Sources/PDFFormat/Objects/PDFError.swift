import DescribedErrors

/// Everything that can be wrong with a PDF file, or with what is to be put into one.
///
/// Byte offsets count from the first byte of the file.
public enum PDFError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file at this path cannot be opened or mapped.
    case unreadable(path: String)
    /// The `%PDF-` header is missing from the first 1,024 bytes (ISO 32000-2 §7.5.2).
    case notAPDF
    /// The file is encrypted and opens neither without a password nor with the one given (ISO 32000-2 §7.6).
    case encrypted
    /// The file's encryption does not allow what is asked for, as in ``DocumentPermissions``; nor does the password
    /// given make its user the owner.
    case notPermitted(String)
    /// The cross-reference information is damaged, for the reason given. The file can be read, but what is appended to
    /// it would not be safe: see ``PDFDocument/repaired()``.
    case needsRepair(reason: String)
    /// The form is an XFA form; see ``PDFDocument/withoutXFA()``. `reason` tells what speaks against that, if anything.
    case xfaForm(reason: String?)
    /// The file asks for more than ``ReadingLimits`` allow.
    case beyondLimits(String)
    /// The bytes at the offset are not what the file structure asks for.
    case damaged(String, offset: Int)
    /// An indirect object is not what its use asks for.
    case damagedObject(PDFReference, String)
    /// A certification signature allows nothing to be added (DocMDP with `/P` 1, ISO 32000-2 §12.8.2.2).
    case additionsForbidden
    /// What is asked for would turn a signature invalid that the document has: the name of its field, whose it is if
    /// that can be told, and why, as a part of a sentence.
    case earlierSignature(field: String, signer: String?, reason: String)
    /// The page tree holds no page.
    case noPages
    /// A page number outside `1...pageCount`.
    case noSuchPage(Int, pageCount: Int)
    /// The file uses something that this library does not read.
    case unsupported(String)
    /// A character that the field's or text's font has no glyph for. `place` names the field or the text.
    case unshowableCharacter(Character, place: String)
    /// A field that cannot be added or filled, and why.
    case invalidField(name: String, reason: String)
    /// An image that cannot be placed, and why.
    case invalidImage(String)
    /// The finished signature is longer than the room reserved for it; sizes in bytes.
    case signatureTooLong(needed: Int, reserved: Int)

    public var description: String {
        switch self {
        case .unreadable(let path):
            "The file \(path) cannot be read."
        case .notAPDF:
            "The file is not a PDF: it does not begin with %PDF-."
        case .encrypted:
            "The PDF is encrypted, and the password to open it is missing or wrong."
        case .notPermitted(let what):
            "The PDF is encrypted so that \(what) without its owner's password."
        case .needsRepair(let reason):
            "The PDF is damaged (\(reason)): it can be read, but is signed safely only once it is repaired."
        case .xfaForm(let reason):
            "The PDF holds an XFA form, which shows other fields than the ones to be signed; "
                + (reason ?? "it can be signed without that part") + "."
        case .beyondLimits(let what):
            "The PDF asks for too much: \(what)."
        case .damaged(let what, let offset):
            "The PDF is damaged at byte \(offset): \(what)."
        case .damagedObject(let reference, let what):
            "The PDF is damaged in object \(reference): \(what)."
        case .additionsForbidden:
            "The PDF is certified by its author so that nothing may be added to it, no signature either."
        case .earlierSignature(let field, let signer, let reason):
            "The signature “\(QuotedText.plain(field))”\(signer.map { " by \(QuotedText.plain($0))" } ?? "") would not stay valid: \(reason)."
        case .noPages:
            "The PDF has no pages."
        case .noSuchPage(let number, let count):
            "There is no page \(number); the PDF has \(count) page\(count == 1 ? "" : "s")."
        case .unsupported(let what):
            "The PDF cannot be used: \(what)."
        case .unshowableCharacter(let character, let place):
            "The character “\(character)” (\(Self.codePoints(of: character))) in \(place) cannot be shown: no font that may be used has it."
        case .invalidField(let name, let reason):
            "The field “\(name)” cannot be placed: \(reason)."
        case .invalidImage(let reason):
            "The image cannot be used: \(reason)."
        case .signatureTooLong(let needed, let reserved):
            "The signature needs \(needed) bytes but only \(reserved) were reserved for it."
        }
    }

    private static func codePoints(of character: Character) -> String {
        character.unicodeScalars.map { scalar in
            let digits = String(scalar.value, radix: 16, uppercase: true)
            return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        }.joined(separator: " ")
    }
}
