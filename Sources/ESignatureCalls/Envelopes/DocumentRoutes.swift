import Ceremony
import DocuSignDialect
import EnvelopeWork
import Envelopes
import Foundation
import HTTPMessages
import Ledger
import ServiceCalls

/// The calls of the eSignature REST API v2.1 about an envelope's documents.
struct DocumentRoutes {
    let ledger: EnvelopeLedger
    let files: EnvelopeFiles

    private static let documents = "restapi/v2.1/accounts/:accountId/envelopes/:envelopeId/documents"

    var routes: [APIRoute] {
        [
            .dialect(.get, Self.documents, reading: ["recipient_id"], refusing: Self.viewers) { try await list($0) },
            .dialect(
                .get, "\(Self.documents)/:documentId", reading: ["certificate", "recipient_id"],
                refusing: Self.viewers.union(["encrypt", "show_changes", "watermark"])
            ) { try await download($0) },
        ]
    }

    /// A parameter that would select other documents.
    private static let viewers: Set<String> = ["shared_user_id"]

    private func list(_ request: ServiceCall) async throws -> HTTPReply {
        let envelope = try await ledger.envelope(named: request)
        let viewer = try Self.viewer(of: envelope, request)
        var sizes: [BlobHash: Int] = [:]
        let hashes =
            envelope.documents.compactMap { envelope.latestVersion(of: $0.id) }
            + [envelope.certificate].compactMap(\.self)
        for hash in hashes { sizes[hash] = try await ledger.blobs.size(hash) }
        return try .json(Wire.EnvelopeDocumentsResult(envelope, sizes: sizes, seenBy: viewer))
    }

    private func download(_ request: ServiceCall) async throws -> HTTPReply {
        return try await file(request)
    }

    private func file(_ request: ServiceCall) async throws -> HTTPReply {
        let envelope = try await ledger.envelope(named: request)
        let viewer = try Self.viewer(of: envelope, request)
        let seesAll = viewer.map(envelope.seesAll) ?? true
        let id = request.parameters["documentId"] ?? ""
        switch id.lowercased() {
        case "combined":
            let withCertificate = request.query["certificate"]?.lowercased() == "true"
            return .pdf(
                try await seesAll
                    ? files.combined(envelope, withCertificate: withCertificate)
                    : files.joined(envelope, seenBy: viewer),
                name: "\(envelope.emailSubject).pdf", id: "combined")
        case "archive": return try await files.archive(envelope, withCertificate: seesAll, seenBy: viewer)
        case "portfolio":
            throw APIError(
                .invalidRequestParameter, "portfolio is not supported by this service; use archive or combined.")
        case "certificate":
            guard let certificate = envelope.certificate else {
                throw APIError(
                    .documentDoesNotExist, "The envelope has no certificate of completion before it is completed.")
            }
            guard seesAll else {
                throw APIError(
                    .documentDoesNotExist,
                    "The recipient may not see every document, so the certificate of completion is not theirs.")
            }
            return .pdf(try await ledger.document(certificate), name: "Summary.pdf", id: "certificate")
        default:
            guard let document = envelope.document(DocumentID(id)),
                viewer.map({ envelope.document(document.id, visibleTo: $0) != nil }) ?? true,
                let hash = envelope.latestVersion(of: document.id)
            else {
                throw APIError(.documentDoesNotExist, "The envelope has no document \(id.prefix(64)).")
            }
            return .pdf(try await ledger.document(hash), name: document.fileName, id: id)
        }
    }

    /// Returns the recipient whose documents the call asks for; `nil` for everything.
    private static func viewer(of envelope: Envelope, _ request: ServiceCall) throws(APIError) -> RecipientID? {
        guard let id = request.query["recipient_id"], !id.isEmpty else { return nil }
        guard let recipient = envelope.recipient(RecipientID(id)) else {
            throw APIError(.unknownEnvelopeRecipient, "The envelope has no recipient \(id.prefix(64)).")
        }
        return recipient.id
    }
}

extension HTTPReply {
    /// Returns a PDF response. Its header is the API's own variant of RFC 6266, with the name in ASCII and in full.
    fileprivate static func pdf(_ data: Data, name: String, id: String) -> HTTPReply {
        let id = String(id.filter { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) })
        let (ascii, full) = FileDisposition.parameters(name)
        let disposition = ["file", ascii, "documentid=\"\(id)\"", full].compactMap(\.self).joined(separator: "; ")
        return .bytes(data, type: "application/pdf", headers: [.contentDisposition: disposition])
    }
}
