import Ceremony
import Envelopes
import Foundation
import HTTPMessages
import Ledger
import ServiceCalls

/// The files of an envelope, as people download them.
package struct EnvelopeFiles: Sendable {
    package let ledger: EnvelopeLedger
    let authority: any SigningAuthority
    package let now: @Sendable () -> Date

    /// Returns the documents as single files, and the certificate of a completed envelope.
    ///
    /// - Parameter viewer: the recipient whose documents are returned; `nil` for all documents
    package func archive(
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
        guard !files.isEmpty else { throw NoFiles.none }
        var size = 0
        for file in files { size += try await ledger.blobs.size(file.hash) ?? 0 }
        guard size <= StoredArchive.largest else {
            throw NoFiles.tooLarge
        }
        for file in files { archive.add(try await ledger.document(file.hash), named: file.name) }
        let (ascii, full) = FileDisposition.parameters("\(envelope.emailSubject).zip")
        return .parts(
            archive.parts, type: "application/zip",
            headers: [.contentDisposition: ["file", ascii, full].compactMap(\.self).joined(separator: "; ")])
    }

    /// Returns the documents that a recipient may see in one file.
    package func joined(_ envelope: Envelope, seenBy viewer: RecipientID?) async throws -> Data {
        let seen = (viewer.map { envelope.documents(visibleTo: $0) } ?? []).compactMap { document in
            envelope.latestVersion(of: document.id).map { (name: document.name, hash: $0) }
        }
        return try await joined(seen, title: envelope.emailSubject)
    }

    /// Returns all documents in one file: the sealed ones of a completed envelope, else the current ones.
    package func combined(_ envelope: Envelope, withCertificate: Bool) async throws -> Data {
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
            throw NoFiles.none
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

/// Why an envelope's files cannot be had in the form asked for.
package enum NoFiles: Error, Hashable, CustomStringConvertible {
    case none
    case tooLarge

    package var description: String {
        switch self {
        case .none: "The envelope has no documents yet."
        case .tooLarge: "The documents are too large for an archive."
        }
    }
}
