import Ceremony
import DocumentConversion
import Envelopes
import Essentials
import Foundation
import PageImages

/// Takes in files as documents: PDFs as they are, files of other kinds as the PDFs made from them.
package struct FileIntake: Sendable {
    let converter: DocumentConverter
    let pictures: PictureIntake
    let renderer: any PageRenderer
    let now: @Sendable () -> Date

    /// - Parameters:
    ///   - name: the file's name, for the page with a picture
    ///   - kind: the usual extension of the file's kind if the request names one; else the name's counts
    ///   - share: the account whose file it is
    /// - Throws: `IntakeError`, `ConversionProblem`, errors of the renderer and `CancellationError`
    package func take(
        _ file: Data, named name: String, kind: String? = nil, for share: FairShare
    ) async throws -> IncomingFile {
        guard let found = FileKind(file, named: kind ?? name) else { throw ConversionProblem.unknownKind }
        switch found.way {
        case .none: return IncomingFile(pdf: Blob(file), pages: try DocumentIntake.read(file))
        case .picture: return try await page(with: [file], of: file, found, name, for: share)
        case .imageMagick:
            let pictures = try await converter.pictures(
                in: file, found, keeping: pictures.limits.keptPixels, for: share)
            return try await page(with: pictures, of: file, found, name, for: share)
        case .libreOffice:
            let made = try await converter.pdf(from: file, found, for: share)
            return IncomingFile(pdf: Blob(made), pages: try DocumentIntake.read(made), madeFrom: Blob(file), found)
        }
    }

    private func page(
        with pictures: [Data], of file: Data, _ kind: FileKind, _ name: String, for share: FairShare
    ) async throws -> IncomingFile {
        if kind == .heic, !PictureIntake.takes(file) {
            throw ConversionProblem.programMissing(kind, program: "heif-convert")
        }
        do {
            let made = try await self.pictures.document(
                from: pictures, title: name, at: now(), for: share, renderer: renderer)
            return IncomingFile(pdf: Blob(made.bytes), pages: made.pages, madeFrom: Blob(file), kind)
        } catch CeremonyError.picturesBusy {
            throw ConversionProblem.busy
        } catch CeremonyError.attachmentRefused {
            throw ConversionProblem.unreadable(kind)
        }
    }
}

/// A file that was taken in.
package struct IncomingFile: Sendable {
    /// The PDF.
    package let pdf: Blob
    package let pages: [PageSize]
    /// The file that the PDF was made from.
    package let original: Blob?
    package let source: DocumentSource?

    init(pdf: Blob, pages: [PageSize]) {
        self.pdf = pdf
        self.pages = pages
        original = nil
        source = nil
    }

    init(pdf: Blob, pages: [PageSize], madeFrom original: Blob, _ kind: FileKind) {
        self.pdf = pdf
        self.pages = pages
        self.original = original
        source = DocumentSource(blob: original.hash, kind: kind.rawValue)
    }

    /// What has to be stored.
    package var blobs: [Blob] { [pdf] + (original.map { [$0] } ?? []) }
}
