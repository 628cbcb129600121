import DocuSignDialect
import EnvelopeWork
import Envelopes
import Foundation
import HTTPMessages
import Ledger
import ServiceCalls

/// The calls that add, replace and remove documents.
struct DocumentChangeRoutes {
    let changes: EnvelopeChanges
    let receiving: DocumentReceiving
    let requestLimit: Int

    private static let documents = "restapi/v2.1/accounts/:accountId/envelopes/:envelopeId/documents"

    var routes: [APIRoute] {
        [
            .dialect(.put, Self.documents) { try await update($0) },
            .dialect(.delete, Self.documents) { try await remove($0) },
            .dialect(.put, "\(Self.documents)/:documentId") { try await upload($0) },
        ]
    }

    private func update(_ request: ServiceCall) async throws -> HTTPReply {
        let envelope = try await changes.ledger.envelope(named: request)
        let body = try await request.decoded(Wire.DocumentsRequest.self, limit: requestLimit)
        let taken = try await receiving.take(try body.received(), of: envelope.accountID)
        let documents = taken.map(\.document)
        let after = try await changes.correct(envelope, request, keeping: taken.flatMap(\.blobs)) { newest in
            try body.correction(of: newest, documents)
        }
        return try .json(Wire.EnvelopeDocumentsResult(after))
    }

    private func remove(_ request: ServiceCall) async throws -> HTTPReply {
        let envelope = try await changes.ledger.envelope(named: request)
        let body = try await request.decoded(Wire.DocumentsRequest.self, limit: requestLimit)
        let ids = try body.ids()
        let after = try await changes.correct(envelope, request) { _ in Correction(removedDocuments: ids) }
        return try .json(Wire.EnvelopeDocumentsResult(after))
    }

    /// Adds or replaces the document whose bytes are the body.
    private func upload(_ request: ServiceCall) async throws -> HTTPReply {
        let envelope = try await changes.ledger.envelope(named: request)
        let id = DocumentID(request.parameters["documentId"] ?? "")
        // The type tells the kind of the file, which its bytes and its name do as well.
        guard let type = request.headers.mediaType, type != "application/json" else {
            throw APIError(
                status: 415, errorCode: APIError.Code.invalidRequestBody.rawValue,
                message: "The request's body has to be a file, such as application/pdf.")
        }
        let bytes = try await request.body.data(limit: requestLimit)
        guard !bytes.isEmpty else { throw APIError(.noDocumentReceived, "The request has no body.") }
        let name = request.fileName
        var received = ReceivedDocument(id: id, name: name ?? "\(id).pdf", order: 1, body: bytes)
        received.kind = ["text/html": "html", "text/plain": "txt"][type]
        let taken = try await receiving.take([received], of: envelope.accountID)[0]
        let after = try await changes.correct(envelope, request, keeping: taken.blobs) { newest in
            var document = taken.document
            let old = newest.document(id)
            document.name = name ?? old?.name ?? document.name
            document.order = old?.order ?? (newest.documents.map(\.order).max() ?? 0) + 1
            document.fields = old?.fields ?? []
            return Correction(documents: [document])
        }
        let answer = Wire.EnvelopeDocumentsResult(after).envelopeDocuments.first { $0.documentId == id.rawValue }
        return try .json(answer)
    }
}

extension ServiceCall {
    /// The name in `Content-Disposition: file; filename="name"`; `nil` if there is none.
    fileprivate var fileName: String? {
        guard let text = headers[.contentDisposition],
            let match = text.firstMatch(of: /filename="?([^";]+)"?/.ignoresCase())
        else { return nil }
        let name = match.1.trimmingCharacters(in: .whitespaces)
        return name.isEmpty ? nil : name
    }
}
