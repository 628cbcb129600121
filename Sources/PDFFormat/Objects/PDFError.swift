import DescribedErrors

/// The errors of reading, changing and creating PDF files.
///
/// Byte offsets count from the first byte of the file.
public enum PDFError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file at this path cannot be opened or mapped.
    case unreadable(path: String)
    /// The `%PDF-` header is missing from the first 1,024 bytes (ISO 32000-2 §7.5.2).
    case notAPDF
    /// The file is encrypted and does not open without a password or with the given one (ISO 32000-2 §7.6).
    case encrypted
    /// The operation is not permitted by the file's encryption (``DocumentPermissions``), and the password is not the
    /// owner's.
    case notPermitted(String)
    /// The cross-reference information is damaged, for the given reason. The file can be read, but appending to it
    /// would not be safe: see ``PDFDocument/repaired()``.
    case needsRepair(reason: String)
    /// The form is an XFA form; see ``PDFDocument/withoutXFA()``. `reason` says why its XFA part cannot be removed, if
    /// so.
    case xfaForm(reason: String?)
    /// The file exceeds the ``ReadingLimits``.
    case beyondLimits(String)
    /// The bytes at the offset do not follow the file structure.
    case damaged(String, offset: Int)
    /// An indirect object is not of the expected kind.
    case damagedObject(PDFReference, String)
    /// A certification signature allows nothing to be added (DocMDP with `/P` 1, ISO 32000-2 §12.8.2.2).
    case additionsForbidden
    /// The change would invalidate an earlier signature: its field's name, its signer if known, and the reason as a
    /// part of a sentence.
    case earlierSignature(field: String, signer: String?, reason: String)
    /// The page tree has no pages.
    case noPages
    /// The page number is outside `1...pageCount`.
    case noSuchPage(Int, pageCount: Int)
    /// The file uses a feature that this library does not read.
    case unsupported(String)
    /// The font of the field or text has no glyph for a character. `place` names the field or the text.
    case unshowableCharacter(Character, place: String)
    /// A field cannot be added or filled, for the given reason.
    case invalidField(name: String, reason: String)
    /// The field of this name cannot be signed, for the given reason.
    case unsignableField(name: String, reason: String)
    /// An image cannot be placed, for the given reason.
    case invalidImage(String)
    /// The finished signature is longer than the space reserved for it; sizes in bytes.
    case signatureTooLong(needed: Int, reserved: Int)

    /// One or more English sentences.
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
            "The PDF is damaged (\(reason)): it can be read, but must be repaired before signing."
        case .xfaForm(let reason):
            "The PDF contains an XFA form, which shows different fields from those to be signed; "
                + (reason ?? "it can be signed without that part") + "."
        case .beyondLimits(let what):
            "The PDF exceeds a limit: \(what)."
        case .damaged(let what, let offset):
            "The PDF is damaged at byte \(offset): \(what)."
        case .damagedObject(let reference, let what):
            "The PDF is damaged in object \(reference): \(what)."
        case .additionsForbidden:
            "The PDF's author certified it and permits no additions, not even a signature."
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
        case .unsignableField(let name, let reason):
            "The field “\(QuotedText.plain(name))” cannot be signed: \(reason)."
        case .invalidImage(let reason):
            "The image cannot be used: \(reason)."
        case .signatureTooLong(let needed, let reserved):
            "The signature needs \(needed) bytes but only \(reserved) were reserved for it."
        }
    }

    /// Why rewriting the file may help, as a part of a sentence; `nil` if the file is not damaged.
    ///
    /// ``PDFDocument/repaired()`` rewrites it.
    public var damage: String? {
        if case .needsRepair(let reason) = self { return reason }
        return Recovery.reason(for: self)
    }

    private static func codePoints(of character: Character) -> String {
        character.unicodeScalars.map { scalar in
            let digits = String(scalar.value, radix: 16, uppercase: true)
            return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        }.joined(separator: " ")
    }
}
