import Ceremony
import DocuSignDialect
import Envelopes
import Foundation
import HTTPMessages
import Ledger

/// The calls of the eSignature REST API v2.1 about an envelope's documents.
struct DocumentRoutes {
    let ledger: EnvelopeLedger
    let authority: any SigningAuthority
    let now: @Sendable () -> Date

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
                    ? combined(envelope, withCertificate: withCertificate) : joined(envelope, seenBy: viewer),
                name: "\(envelope.emailSubject).pdf", id: "combined")
        case "archive": return try await archive(envelope, withCertificate: seesAll, seenBy: viewer)
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

    /// Returns the documents as single files, and the certificate of a completed envelope.
    ///
    /// - Parameter viewer: the recipient whose documents are returned; `nil` for all documents
    func archive(
        _ envelope: Envelope, withCertificate: Bool, seenBy viewer: RecipientID? = nil
    ) async throws -> HTTPReply {
        var archive = StoredArchive()
        let seen =
            viewer.map { envelope.documents(visibleTo: $0) } ?? envelope.documents.sorted { $0.order < $1.order }
        var files = seen.compactMap { document in
            envelope.latestVersion(of: document.id).map { (name: document.fileName, hash: $0) }
        }
        if withCertificate, let certificate = envelope.certificate {
            files.append((name: "Summary.pdf", hash: certificate))
        }
        guard !files.isEmpty else { throw APIError(.documentDoesNotExist, "The envelope has no documents yet.") }
        var size = 0
        for file in files { size += try await ledger.blobs.size(file.hash) ?? 0 }
        guard size <= StoredArchive.largest else {
            throw APIError(.invalidRequestParameter, "The documents are too large for an archive.")
        }
        for file in files { archive.add(try await ledger.document(file.hash), named: file.name) }
        let (ascii, full) = FileDisposition.parameters("\(envelope.emailSubject).zip")
        return .parts(
            archive.parts, type: "application/zip",
            headers: [.contentDisposition: ["file", ascii, full].compactMap(\.self).joined(separator: "; ")])
    }

    /// Returns the recipient whose documents the call asks for; `nil` for everything.
    private static func viewer(of envelope: Envelope, _ request: ServiceCall) throws(APIError) -> RecipientID? {
        guard let id = request.query["recipient_id"], !id.isEmpty else { return nil }
        guard let recipient = envelope.recipient(RecipientID(id)) else {
            throw APIError(.unknownEnvelopeRecipient, "The envelope has no recipient \(id.prefix(64)).")
        }
        return recipient.id
    }

    /// Returns the documents that a recipient may see in one file.
    private func joined(_ envelope: Envelope, seenBy viewer: RecipientID?) async throws -> Data {
        let seen = (viewer.map { envelope.documents(visibleTo: $0) } ?? []).compactMap { document in
            envelope.latestVersion(of: document.id).map { (name: document.name, hash: $0) }
        }
        return try await joined(seen, title: envelope.emailSubject)
    }

    /// Returns all documents in one file: the sealed ones of a completed envelope, else the current ones.
    func combined(_ envelope: Envelope, withCertificate: Bool) async throws -> Data {
        if let sealed = envelope.combined {
            guard withCertificate, let certificate = envelope.certificate else {
                return try await ledger.document(sealed)
            }
            let name = envelope.documents.count == 1 ? envelope.documents[0].name : envelope.emailSubject
            // The certificate has a title of its own.
            return try await joined([(name, sealed), ("", certificate)], title: envelope.emailSubject)
        }
        let files = envelope.documents.compactMap { document in
            envelope.latestVersion(of: document.id).map { (name: document.name, hash: $0) }
        }
        guard let first = files.first else {
            throw APIError(.documentDoesNotExist, "The envelope has no documents yet.")
        }
        return files.count == 1
            ? try await ledger.document(first.hash) : try await joined(files, title: envelope.emailSubject)
    }

    /// Returns a new file with all pages, under the service's seal. The signatures stay in the documents themselves.
    private func joined(_ files: [(name: String, hash: BlobHash)], title: String) async throws -> Data {
        var documents: [Data] = []
        for file in files { documents.append(try await ledger.document(file.hash)) }
        return try await SealedFile.joining(
            documents, names: files.map(\.name), title: title, sealedBy: authority, at: now())
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
