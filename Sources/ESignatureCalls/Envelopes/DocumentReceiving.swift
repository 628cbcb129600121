import Ceremony
import DocuSignDialect
import DocumentConversion
import EnvelopeWork
import Envelopes
import Essentials
import Foundation
import PageImages
import ServiceCalls

/// Takes in the documents of a request: fetches those that it names by their addresses, and makes PDFs of others.
struct DocumentReceiving: Sendable {
    let intake: FileIntake
    let fetcher: any FileFetcher
    /// Seconds for fetching all files of a request.
    let patience: TimeInterval
    /// The maximum size of all files that a request names by their addresses, in bytes.
    let fetchedBytes: Int
    /// The maximum size of one document, in bytes.
    let documentLimit: Int
    let now: @Sendable () -> Date

    /// A document from the request, and the files to store with it.
    struct Taken: Sendable {
        let received: ReceivedDocument
        var document: EnvelopeDocument
        /// The PDF.
        var pdf: Blob
        var original: Blob?

        var blobs: [Blob] { [pdf] + (original.map { [$0] } ?? []) }
    }

    /// Nothing is stored.
    ///
    /// - Throws: `APIError`, errors of the renderer and `CancellationError`
    func take(_ received: [ReceivedDocument], of account: String) async throws -> [Taken] {
        let deadline = now().addingTimeInterval(patience)
        var room = fetchedBytes
        var taken: [Taken] = []
        for document in received {
            let file: Data
            switch document.content {
            case .bytes(let bytes): file = bytes
            case .address(let address):
                file = try await fetch(address, document.id, by: deadline, room: room)
                room -= file.count
            }
            guard file.count <= documentLimit else {
                throw APIError(
                    .unableToLoadDocument,
                    "Document \(document.id) is larger than \(documentLimit / 1_048_576) MB, which the operator sets with "
                        + "serve --document-limit.")
            }
            taken.append(try await take(file, as: document, of: account))
        }
        return taken
    }

    private func take(_ file: Data, as document: ReceivedDocument, of account: String) async throws -> Taken {
        do {
            let file = try await intake.take(
                file, named: document.name, kind: document.kind, for: FairShare(account: account))
            let made = EnvelopeDocument(
                id: document.id, name: document.name, blob: file.pdf.hash, pages: file.pages, order: document.order,
                source: file.source)
            return Taken(received: document, document: made, pdf: file.pdf, original: file.original)
        } catch let error as IntakeError {
            let code: APIError.Code =
                switch error {
                case .notAPDF, .damaged, .noPages: .unableToLoadDocument
                case .encrypted, .tooManyPages, .launchesPrograms, .holdsProgram: .unsupportedPDFContent
                }
            throw APIError(code, "Document \(document.id): \(error.description)")
        } catch ConversionProblem.busy {
            throw TooManyCalls()
        } catch let error as ConversionProblem {
            let code: APIError.Code = error == .unknownKind ? .unableToLoadDocument : .unableToConvertDocument
            throw APIError(code, "Document \(document.id): \(error.description)")
        }
    }

    private func fetch(
        _ address: String, _ id: DocumentID, by deadline: Date, room: Int
    ) async throws(APIError) -> Data {
        do throws(FileFetchProblem) {
            return try await fetcher.file(at: address, deadline: deadline, limit: room)
        } catch {
            if case .tooLarge(limit: room) = error {
                throw APIError(
                    .unableToLoadDocument,
                    "Document \(id): the file of remoteUrl and those before it are larger than "
                        + "\(fetchedBytes / 1_048_576) MB together.")
            }
            throw APIError(.unableToLoadDocument, "Document \(id): remoteUrl \(error.description)")
        }
    }
}
