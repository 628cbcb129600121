import Envelopes
import Foundation
import HTTPMessages

/// Downloads for the recipient: the current documents and, at the end, the certificate of completion.
extension CeremonyHost {
    func file(_ document: String) async throws -> HTTPReply {
        let envelope = try await readableEnvelope()
        guard let document = envelope.document(DocumentID(document), visibleTo: recipientID),
            let hash = envelope.latestVersion(of: document.id)
        else { throw CeremonyError.notFound }
        return try await pdf(hash, named: document.fileName)
    }

    func certificate() async throws -> HTTPReply {
        let envelope = try await readableEnvelope()
        // It holds everybody's entries.
        guard let hash = envelope.certificate, envelope.seesAll(recipientID) else { throw CeremonyError.notFound }
        return try await pdf(hash, named: "Certificate of completion.pdf")
    }

    /// Returns all sealed documents in one file; to somebody who may not see every one, those that they may.
    func combined() async throws -> HTTPReply {
        let envelope = try await readableEnvelope()
        guard let hash = envelope.combined else { throw CeremonyError.notFound }
        let name = "\(envelope.emailSubject).pdf"
        guard !envelope.seesAll(recipientID) else { return try await pdf(hash, named: name) }
        var parts: [Data] = []
        var names: [String] = []
        for document in envelope.documents(visibleTo: recipientID) {
            guard let hash = envelope.latestVersion(of: document.id) else { continue }
            parts.append(try await ledger.document(hash))
            names.append(document.name)
        }
        return try pdf(
            await SealedFile.joining(
                parts, names: names, title: envelope.emailSubject, sealedBy: authority, at: configuration.now()),
            named: name)
    }

    private func pdf(_ hash: BlobHash, named name: String) async throws -> HTTPReply {
        try pdf(await ledger.document(hash), named: name)
    }

    private func pdf(_ bytes: Data, named name: String) throws -> HTTPReply {
        guard configuration.offersCopies else { throw CeremonyError.notFound }
        return HTTPReply(
            status: 200,
            headers: [.contentType: "application/pdf", .contentDisposition: FileDisposition.attachment(name)],
            body: bytes)
    }
}
