import Envelopes
import Foundation
import SignedPDF

/// Checks a file that a recipient attaches. A PDF stays as it is; a picture is put on a page.
enum AttachmentIntake {
    /// The shorter and the longer side of the page for a picture, and the margin around it, in points: A4.
    private static let sides = (595.276, 841.89)
    private static let margin = 36.0

    /// - Parameters:
    ///   - bytes: a PDF, PNG or JPEG file, recognized by its first bytes
    ///   - title: the name of the file, for the page with a picture
    /// - Throws: ``CeremonyError/attachmentRefused(_:)``
    static func document(
        from bytes: Data, mostPages: Int, title: String, at date: Date
    ) throws(CeremonyError) -> (bytes: Data, pages: [PageSize]) {
        guard !bytes.isEmpty else { throw .attachmentRefused("The file is empty.") }
        do {
            let document = try isPicture(bytes) ? page(with: bytes, title: title, at: date) : bytes
            return (document, try DocumentIntake.read(document, mostPages: mostPages))
        } catch IntakeError.notAPDF {
            throw .attachmentRefused("Only PDF, PNG and JPEG files can be attached.")
        } catch let error as IntakeError {
            throw .attachmentRefused(error.description)
        } catch {
            throw .attachmentRefused("The picture cannot be used: \(error)")
        }
    }

    private static func isPicture(_ bytes: Data) -> Bool {
        bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) || bytes.starts(with: [0xFF, 0xD8, 0xFF])
    }

    /// Returns a page with a picture, as large as fits, upright or across as the picture is.
    private static func page(with picture: Data, title: String, at date: Date) throws -> Data {
        let size = try PDFComposition.size(ofImage: picture)
        let isAcross = size.width > size.height
        let page = isAcross ? (width: sides.1, height: sides.0) : (width: sides.0, height: sides.1)
        var composition = PDFComposition(DocumentInformation(title: title, created: date))
        composition.addPage(width: page.width, height: page.height, rotation: size.rotation)
        let room = (width: page.width - 2 * margin, height: page.height - 2 * margin)
        let scale = min(room.width / size.width, room.height / size.height)
        let (width, height) = (size.width * scale, size.height * scale)
        try composition.image(
            picture,
            in: PageRect(
                x: (page.width - width) / 2, y: (page.height - height) / 2, width: width, height: height))
        return try composition.data()
    }
}
