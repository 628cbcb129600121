import Ceremony
import DocuSignDialect
import Envelopes
import Foundation
import SignedPDF

/// The blobs that a device's events name: there, the account's, and what the event says that they are.
struct CommitBlobs: Sendable {
    let ledger: EnvelopeLedger
    let access: BlobAccess
    let account: String
    let now: Date

    /// The most bytes of a disclosure, and of the artwork of a signature.
    private static let disclosureSize = 256 * 1024
    private static let artworkSize = 4 * 1024 * 1024

    func check(_ event: Event, _ before: Envelope?) async throws {
        switch event.body {
        case .created(let definition):
            for document in definition.documents { try await check(document, event) }
        case .consented(_, let disclosure):
            let bytes = try await bytes(disclosure, event, limit: Self.disclosureSize)
            guard let text = String(data: bytes, encoding: .utf8), text.contains(where: { !$0.isWhitespace }) else {
                throw APIError.unfit(event, "the disclosure \(disclosure) is no text.")
            }
        case .signatureAdopted(_, let kind, let hash, let method):
            let bytes = try await bytes(hash, event, limit: Self.artworkSize)
            guard let artwork = try? Artwork(blob: bytes), artwork.kind == kind, artwork.method == method else {
                throw APIError.unfit(event, "the blob \(hash) is not the artwork that was adopted.")
            }
        case .signed(let recipient, let documents, _):
            guard let before else { break }
            for (id, version) in documents.sorted(by: { $0.key < $1.key }) {
                try await check(version, of: id, signedBy: recipient, event, before)
            }
        default: break
        }
    }

    private func bytes(_ hash: BlobHash, _ event: Event, limit: Int = .max) async throws -> Data {
        guard let size = try await access.size(hash, account: account) else {
            throw APIError.blobMissing(hash, event)
        }
        guard size <= limit else { throw APIError.unfit(event, "the blob \(hash) has more than \(limit) bytes.") }
        return try await ledger.document(hash)
    }

    /// A document as the sender gave it: a PDF with the pages that the definition says it has.
    private func check(_ document: Document, _ event: Event) async throws {
        let bytes = try await bytes(document.blob, event)
        let pages: [PageSize]
        do {
            pages = try DocumentIntake.read(bytes)
        } catch {
            throw APIError.unfit(event, "document \(document.id): \(error.description)")
        }
        guard pages == document.pages else {
            throw APIError.unfit(event, "document \(document.id) has other pages than the envelope says.")
        }
    }

    /// A new version: what was there before stands at its beginning, and the recipient's signature covers the whole.
    private func check(
        _ version: BlobHash, of id: DocumentID, signedBy recipient: RecipientID, _ event: Event, _ before: Envelope
    ) async throws {
        guard let earlier = before.latestVersion(of: id), let document = before.document(id),
            let signer = before.recipient(recipient)
        else { throw APIError.unfit(event, "the envelope has no document \(id).") }
        let old = try await ledger.document(earlier)
        let new = try await bytes(version, event)
        guard new.count > old.count, new.prefix(old.count) == old else {
            throw APIError.unfit(event, "the new version of document \(id) does not begin with the one before.")
        }
        let report: VerificationReport
        do {
            report = try await PDFDocument(new).verifySignatures(trusting: [], at: now)
        } catch {
            throw APIError.unfit(event, "the new version of document \(id) cannot be read: \(error.description)")
        }
        let name = SignatureName.of(signer, on: document, in: before)
        guard let own = report.signatures.first(where: { $0.field == name }), own.intact, own.coverage == .wholeFile
        else {
            throw APIError.unfit(event, "document \(id) is not signed as a whole by recipient \(recipient).")
        }
        // What somebody else signed before the envelope was made is not judged here; what was signed in it is.
        let broken = report.signatures.first { signature in
            SignatureName.isOurs(signature.field)
                && !(signature.intact && signature.changes.allSatisfy { $0.standing != .forbidden })
        }
        if let broken {
            throw APIError.unfit(event, "the new version of document \(id) breaks the signature “\(broken.field)”.")
        }
    }
}
