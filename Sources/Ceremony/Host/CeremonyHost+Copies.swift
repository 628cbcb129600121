import Envelopes
import Foundation

/// Files for the recipient to keep: a document as it stands, and at the end the certificate of completion.
extension CeremonyHost {
    func file(_ document: String) async throws -> CeremonyResponse {
        let envelope = try await readableEnvelope()
        guard let document = envelope.document(DocumentID(document)), let hash = envelope.latestVersion(of: document.id)
        else { throw CeremonyError.notFound }
        return try await pdf(hash, named: document.fileName)
    }

    func certificate() async throws -> CeremonyResponse {
        guard let hash = try await readableEnvelope().certificate else { throw CeremonyError.notFound }
        return try await pdf(hash, named: "Certificate of completion.pdf")
    }

    private func pdf(_ hash: BlobHash, named name: String) async throws -> CeremonyResponse {
        guard configuration.offersCopies else { throw CeremonyError.notFound }
        return CeremonyResponse(
            status: 200,
            headers: ["content-type": "application/pdf", "content-disposition": FileDisposition.attachment(name)],
            body: try await ledger.document(hash))
    }
}
