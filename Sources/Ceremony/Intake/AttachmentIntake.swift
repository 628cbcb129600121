import Envelopes
import Essentials
import Foundation
import PageImages
import SignedPDF

/// Checks a file that a recipient attaches. A PDF stays as it is; a picture is put on a page.
struct AttachmentIntake {
    let mostPages: Int
    let pictures: PictureIntake
    let renderer: any PageRenderer
    /// The account and the person that the work is charged to.
    let share: FairShare

    /// The shorter and the longer side of the page for a picture, and the margin around it, in points: A4.
    private static let sides = (595.276, 841.89)
    private static let margin = 36.0

    /// - Parameters:
    ///   - bytes: a PDF, PNG or JPEG file, or HEIC where a program reads it, recognized by its first bytes
    ///   - title: the name of the file, for the page with a picture
    /// - Throws: ``CeremonyError/attachmentRefused(_:)``, ``CeremonyError/picturesBusy``, errors of the renderer and
    ///   `CancellationError`
    func document(
        from bytes: Data, title: String, at date: Date
    ) async throws -> (bytes: Data, pages: [PageSize]) {
        guard !bytes.isEmpty else { throw CeremonyError.attachmentRefused(.empty) }
        let document = PictureIntake.takes(bytes) ? try await page(with: bytes, title: title, at: date) : bytes
        do {
            return (document, try DocumentIntake.read(document, mostPages: mostPages))
        } catch {
            throw CeremonyError.attachmentRefused(AttachmentProblem(error, mostPages: mostPages))
        }
    }

    /// Returns a page with a picture, as large as fits, upright or across as the picture is.
    private func page(with picture: Data, title: String, at date: Date) async throws -> Data {
        let image = try await image(picture)
        let size = image.shownSize
        let sides = Self.sides
        let page = size.width > size.height ? (width: sides.1, height: sides.0) : (width: sides.0, height: sides.1)
        var composition = PDFComposition(DocumentInformation(title: title, created: date))
        let document = composition.addElement(.document)
        composition.addPage(width: page.width, height: page.height)
        composition.element = composition.addElement(.figure, in: document, alternative: title)
        let room = (width: page.width - 2 * Self.margin, height: page.height - 2 * Self.margin)
        let scale = min(room.width / size.width, room.height / size.height)
        let (width, height) = (size.width * scale, size.height * scale)
        composition.image(
            image,
            in: PageRect(
                x: (page.width - width) / 2, y: (page.height - height) / 2, width: width, height: height))
        return try composition.data()
    }

    private func image(_ picture: Data) async throws -> RasterImage {
        do {
            return try await pictures.image(picture, for: share, renderer: renderer)
        } catch PDFError.invalidImage {
            throw CeremonyError.attachmentRefused(.picture)
        } catch let error as PageImageError where error.isOfThePage {
            throw CeremonyError.attachmentRefused(.picture)
        } catch is FairSlots.Full {
            throw CeremonyError.picturesBusy
        }
    }
}

extension PictureIntake {
    /// Whether a file is a picture by its first bytes, and so becomes a page.
    package static func takes(_ bytes: Data) -> Bool { PictureHeader.isPicture(bytes) || HEICPicture.canRead(bytes) }

    /// Returns a PDF of one page with a picture, and the page's size.
    ///
    /// - Throws: `CeremonyError.attachmentRefused`, `CeremonyError.picturesBusy`, errors of the renderer and
    ///   `CancellationError`
    package func document(
        from picture: Data, title: String, at date: Date, for share: FairShare, renderer: any PageRenderer
    ) async throws -> (bytes: Data, pages: [PageSize]) {
        try await AttachmentIntake(mostPages: 1, pictures: self, renderer: renderer, share: share)
            .document(from: picture, title: title, at: date)
    }
}
