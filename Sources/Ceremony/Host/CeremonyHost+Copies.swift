import Envelopes
import Foundation
import HTTPMessages

/// Downloads for the recipient: the current documents and, at the end, the certificate of completion.
extension CeremonyHost {
    func file(_ document: String) async throws -> HTTPReply {
        let envelope = try await readableEnvelope()
        guard let document = envelope.document(DocumentID(document)), let hash = envelope.latestVersion(of: document.id)
        else { throw CeremonyError.notFound }
        return try await pdf(hash, named: document.fileName)
    }

    func certificate() async throws -> HTTPReply {
        guard let hash = try await readableEnvelope().certificate else { throw CeremonyError.notFound }
        return try await pdf(hash, named: "Certificate of completion.pdf")
    }

    /// Returns all sealed documents in one file.
    func combined() async throws -> HTTPReply {
        let envelope = try await readableEnvelope()
        guard let hash = envelope.combined else { throw CeremonyError.notFound }
        return try await pdf(hash, named: "\(envelope.emailSubject).pdf")
    }

    private func pdf(_ hash: BlobHash, named name: String) async throws -> HTTPReply {
        guard configuration.offersCopies else { throw CeremonyError.notFound }
        return HTTPReply(
            status: 200,
            headers: [.contentType: "application/pdf", .contentDisposition: FileDisposition.attachment(name)],
            body: try await ledger.document(hash))
    }
}
