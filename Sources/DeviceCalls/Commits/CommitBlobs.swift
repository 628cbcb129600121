import Ceremony
import DocuSignDialect
import EnvelopeWork
import Envelopes
import Foundation
import Ledger

/// Checks the blobs in a device's events: they are stored, belong to the account, and are what the event says.
struct CommitBlobs: Sendable {
    let limits: CommitLimits
    let adoptions: Int
    let ledger: EnvelopeLedger
    let access: BlobAccess
    let account: String
    /// Returns an account's terms for its disclosure.
    let terms: @Sendable (_ account: String) async throws -> DisclosureTerms
    /// The checks of this commit so far.
    let judged: JudgedBlobs
    let versions: CommitVersions

    func check(_ event: Event, _ before: Envelope?) async throws {
        guard !judged.hasJudged(event) else { return }
        switch event.body {
        case .created(let definition):
            for document in definition.documents { try await check(document, event) }
        case .consented(_, let disclosure):
            guard let before else { break }
            try await checkDisclosure(disclosure, event, before)
        case .signatureAdopted(let recipient, let kind, let hash, let method):
            guard judged.countAdoption(by: recipient) <= adoptions else {
                throw APIError.unfit(event, "recipient \(recipient) has adopted more than \(adoptions) times.")
            }
            guard try await finding(hash, event) == .artwork(kind, method) else {
                throw APIError.unfit(event, "the blob \(hash) is not the artwork that was adopted.")
            }
        case .signed(let recipient, let documents, let values, _):
            guard let before else { break }
            for (id, version) in documents.sorted(by: { $0.key < $1.key }) {
                judged.keep(
                    otherFonts: try await versions.check(
                        bytes(version, event), of: id, signedBy: recipient, values: values, event, before))
            }
        default: break
        }
        judged.keep(event)
    }

    private func bytes(_ hash: BlobHash, _ event: Event, limit: Int = .max) async throws -> Data {
        let size = try await size(hash, event)
        guard size <= limit else { throw APIError.unfit(event, "the blob \(hash) has more than \(limit) bytes.") }
        return try await ledger.document(hash)
    }

    private func size(_ hash: BlobHash, _ event: Event) async throws -> Int {
        guard let size = try await access.size(hash, account: account) else { throw APIError.blobMissing(hash, event) }
        return size
    }

    /// Checks that the person agreed to a known text: the standard one, or one that the operator configured.
    private func checkDisclosure(_ hash: BlobHash, _ event: Event, _ envelope: Envelope) async throws {
        _ = try await size(hash, event)
        let known =
            Disclosure.known(sender: envelope.sender, terms: try await terms(envelope.accountID))
            + limits.disclosures
        guard known.contains(where: { BlobHash(of: $0.bytes) == hash }) else {
            throw APIError.unfit(event, "the disclosure \(hash) is not a text that this service knows.")
        }
    }

    /// Checks the artwork in a blob; returns `nil` if there is none.
    private func finding(_ hash: BlobHash, _ event: Event) async throws -> JudgedBlobs.Finding? {
        if let known = judged.finding(hash) { return known }
        let bytes = try await counted(hash, event, limit: limits.artworkSize)
        guard let artwork = try? Artwork(blob: bytes) else { return nil }
        let finding = JudgedBlobs.Finding.artwork(artwork.kind, artwork.method)
        judged.keep(finding, of: hash)
        return finding
    }

    private func counted(_ hash: BlobHash, _ event: Event, limit: Int) async throws -> Data {
        let bytes = try await bytes(hash, event, limit: limit)
        guard judged.countBytes(bytes.count) <= limits.readBytes else {
            throw APIError.unfit(
                event, "with earlier events it names more than \(limits.readBytes) bytes of artwork.")
        }
        return bytes
    }

    /// Checks that an uploaded document is a PDF with the pages in the definition.
    private func check(_ document: EnvelopeDocument, _ event: Event) async throws {
        let bytes = try await bytes(document.blob, event)
        let pages: [PageSize]
        do {
            pages = try DocumentIntake.read(bytes)
        } catch {
            throw APIError.unfit(event, "document \(document.id): \(error.description)")
        }
        guard pages == document.pages else {
            throw APIError.unfit(event, "the pages of document \(document.id) do not match the envelope.")
        }
    }
}
