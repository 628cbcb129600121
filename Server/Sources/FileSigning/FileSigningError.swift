import Foundation

/// The reason why a file could not be signed or read.
package enum FileSigningError: Error, Sendable, Equatable, CustomStringConvertible {
    case noFile(path: String)
    case unreadable(path: String, reason: String)
    case unwritable(path: String, reason: String)
    /// The output is the input.
    case wouldOverwriteInput(path: String)
    case noSuchPage(Int, pages: Int)
    /// Sizes in PDF points.
    case offPage(page: Int, width: Double, height: Double)
    case imageWithoutRectangle
    case pageWithoutRectangle
    /// A field that is in the file already, and a place for a new one.
    case fieldAndPlace
    /// The document is encrypted and cannot be opened.
    case wrongPassword(path: String, wasGiven: Bool)
    /// The document is damaged. It can be read, and signed after a rewrite.
    case needsRepair(path: String, reason: String)
    /// The document contains an XFA form.
    case xfaForm(path: String)
    /// The archive needs renewal, and no timestamp authority was given; the reason is a whole sentence.
    case authorityMissing(why: String)
    /// A picture would overwrite the document that it shows.
    case pictureOverDocument(path: String)
    /// A file was read but has the wrong content.
    case unusable(path: String, reason: String)

    package var description: String {
        switch self {
        case .noFile(let path): "There is no file \(path)."
        case .unreadable(let path, let reason): "\(path) cannot be read: \(reason)."
        case .unwritable(let path, let reason): "\(path) cannot be written: \(reason)."
        case .wouldOverwriteInput(let path):
            "\(path) is the file to be signed; give -o another name so that it stays as it is."
        case .noSuchPage(let page, let pages):
            "There is no page \(page); the file has \(pages == 1 ? "one page" : "\(pages) pages")."
        case .offPage(let page, let width, let height):
            "The rectangle reaches beyond page \(page), which is \(Self.points(width)) by \(Self.points(height)) points."
        case .imageWithoutRectangle: "An image needs a place: give --rect x,y,width,height as well."
        case .pageWithoutRectangle: "A page alone is not a place: give --rect x,y,width,height as well."
        case .fieldAndPlace: "A field has a place of its own: give either --field, or --rect and --page."
        case .wrongPassword(let path, let wasGiven):
            wasGiven
                ? "\(path) is encrypted, and the password in the document's password file does not open it."
                : "\(path) is encrypted; give --document-password-file with the name of a file that holds its password."
        case .needsRepair(let path, let reason):
            "\(path) is damaged (\(reason)); --repair rewrites it before signing."
        case .xfaForm(let path):
            "\(path) contains an XFA form, which shows different fields from those to be signed; --drop-xfa removes it "
                + "first."
        case .authorityMissing(let why):
            "\(why) Renewing it needs a timestamp authority: give --timestamp-url."
        case .pictureOverDocument(let path):
            "\(path) is the document itself; give --picture another name so that it stays as it is."
        case .unusable(let path, let reason): "\(path): \(reason)"
        }
    }

    private static func points(_ value: Double) -> String {
        value == value.rounded() ? String(Int(value)) : String(format: "%.1f", value)
    }
}
