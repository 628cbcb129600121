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
        let document = PictureIntake.takes(bytes) ? try await pages(with: [bytes], title: title, at: date) : bytes
        return try check(document)
    }

    /// Returns a page for each of several pictures.
    ///
    /// - Throws: as ``document(from:title:at:)`` does
    func document(
        from pictures: [Data], title: String, at date: Date
    ) async throws -> (bytes: Data, pages: [PageSize]) {
        try check(try await pages(with: pictures, title: title, at: date))
    }

    private func check(_ document: Data) throws(CeremonyError) -> (bytes: Data, pages: [PageSize]) {
        do throws(IntakeError) {
            return (document, try DocumentIntake.read(document, mostPages: mostPages))
        } catch {
            throw CeremonyError.attachmentRefused(AttachmentProblem(error, mostPages: mostPages))
        }
    }

    /// Returns pages with a picture each, as large as fits, upright or across as the picture is.
    private func pages(with pictures: [Data], title: String, at date: Date) async throws -> Data {
        var composition = PDFComposition(DocumentInformation(title: title, created: date))
        let document = composition.addElement(.document)
        for picture in pictures { add(try await image(picture), titled: title, in: document, to: &composition) }
        return try composition.data()
    }

    private func add(
        _ image: RasterImage, titled title: String, in document: StructureElement,
        to composition: inout PDFComposition
    ) {
        let size = image.shownSize
        let sides = Self.sides
        let page = size.width > size.height ? (width: sides.1, height: sides.0) : (width: sides.0, height: sides.1)
        composition.addPage(width: page.width, height: page.height)
        composition.element = composition.addElement(.figure, in: document, alternative: title)
        let room = (width: page.width - 2 * Self.margin, height: page.height - 2 * Self.margin)
        let scale = min(room.width / size.width, room.height / size.height)
        let (width, height) = (size.width * scale, size.height * scale)
        composition.image(
            image,
            in: PageRect(
                x: (page.width - width) / 2, y: (page.height - height) / 2, width: width, height: height))
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

    /// Returns a PDF with a page for each picture, and the pages' sizes.
    ///
    /// - Throws: `CeremonyError.attachmentRefused`, `CeremonyError.picturesBusy`, errors of the renderer and
    ///   `CancellationError`
    package func document(
        from pictures: [Data], title: String, at date: Date, for share: FairShare, renderer: any PageRenderer
    ) async throws -> (bytes: Data, pages: [PageSize]) {
        try await AttachmentIntake(mostPages: pictures.count, pictures: self, renderer: renderer, share: share)
            .document(from: pictures, title: title, at: date)
    }
}
