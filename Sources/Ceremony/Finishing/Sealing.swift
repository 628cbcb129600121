import Envelopes
import Foundation
import Ledger
import SignedPDF
import Typesetting

/// The service's seal on every document after the last signature, all documents in one file, and the certificate of
/// completion.
///
/// The same whether the last recipient signed here or on a device that handed its history in.
public struct Sealing: Sendable {
    private let blobs: any BlobStore
    private let authority: any SigningAuthority
    private let typesetter: any Typesetter
    private let lasting: LastingSignatures?

    /// - Parameter lasting: how long the seal is to last; nil for one without a timestamp.
    public init(
        blobs: any BlobStore, authority: any SigningAuthority, typesetter: any Typesetter,
        lasting: LastingSignatures? = nil
    ) {
        self.blobs = blobs
        self.authority = authority
        self.typesetter = typesetter
        self.lasting = lasting
    }

    /// The commands that complete an envelope whose recipients have all signed - the last one seals it -, with every
    /// blob that they name already stored. Nothing has happened until they are carried out, so this can be given up
    /// and done again.
    ///
    /// - Parameter history: up to and with the last signature.
    /// - Throws: what the authority, the blobs and `SignedPDF` find wrong.
    public func commands(_ history: History, at date: Date) async throws -> [Command] {
        var signing = LevelSigning(lasting)
        return try await commands(history, by: &signing, at: date)
    }

    /// - Parameter signing: keeps what falls short; what it had before is not noted again.
    func commands(_ history: History, by signing: inout LevelSigning, at date: Date) async throws -> [Command] {
        let known = signing.downgrades.count
        let envelope = history.envelope
        let signer = try await authority.seal()
        let documents = envelope.documents.sorted { $0.order < $1.order }
        let seal = Preparation.seal(of: envelope)
        var sealed: [DocumentID: BlobHash] = [:]
        var scripted: Set<DocumentID> = []
        for document in documents {
            guard let newest = envelope.latestVersion(of: document.id) else {
                throw EnvelopeError.unknownDocument(document.id)
            }
            let bytes = try await blobs.data(newest)
            if try PDFDocument(bytes).activeContent().hasScripts { scripted.insert(document.id) }
            var own = seal
            own.vouchesFor = try await deviceSignatures(in: bytes, of: document, history)
            sealed[document.id] = try await blobs.store(
                Finishing.signed(bytes, own, with: signer, as: .seal, by: &signing, at: date))
        }

        var combined: BlobHash?
        if documents.count == 1 {
            combined = documents.first.flatMap { sealed[$0.id] }
        } else {
            var parts: [PDFDocument] = []
            for document in documents {
                guard let hash = sealed[document.id] else { continue }
                parts.append(try PDFDocument(try await blobs.data(hash)))
            }
            let information = DocumentInformation(
                title: envelope.emailSubject, author: envelope.sender.name, created: date)
            let whole = try PDFComposition.combined(parts, information: information)
            combined = try await blobs.store(
                Finishing.signed(whole, seal, with: signer, as: .seal, by: &signing, at: date))
        }
        guard let combined else { throw EnvelopeError.documentsNotSealed(documents.map(\.id)) }

        let certificate = try await CompletionCertificate(
            history: history, sealed: sealed, shortfalls: Array(signing.downgrades.dropFirst(known)),
            artwork: artwork(of: envelope), scripted: scripted, issuer: .init(signer), sealedAt: date,
            typesetter: typesetter
        ).file()
        let sealedCertificate = try await blobs.store(
            Finishing.signed(certificate, seal, with: signer, as: .seal, by: &signing, at: date))
        // What the certificate's own seal fell short of is known too late to stand in it.
        return Finishing.notes(signing.downgrades.dropFirst(known)) + [
            .seal(documents: sealed, combined: combined, certificate: sealedCertificate)
        ]
    }

    /// The fields that were signed on devices, which issue their own certificates: what they signed was checked when
    /// their histories were taken, and the seal says so.
    private func deviceSignatures(
        in bytes: Data, of document: EnvelopeDocument, _ history: History
    ) async throws -> [String] {
        let envelope = history.envelope
        var names: [String] = []
        for event in history.events where event.device != nil {
            guard case .signed(let id, let documents, _, _) = event.body, documents[document.id] != nil,
                let recipient = envelope.recipient(id)
            else { continue }
            names.append(FieldName.ofSignature(by: recipient, on: document, in: envelope))
        }
        guard !names.isEmpty else { return [] }
        // What the document arrived with is nobody's here, whatever it is called.
        let foreign = Set(try PDFDocument(try await blobs.data(document.blob)).signedFieldNames())
        return try PDFDocument(bytes).signedFieldNames().filter { field in
            !foreign.contains(field) && FieldName.isSignature(field, among: names)
        }
    }

    private func artwork(of envelope: Envelope) async throws -> [RecipientID: AdoptedArtwork] {
        var all: [RecipientID: AdoptedArtwork] = [:]
        for recipient in envelope.recipients {
            all[recipient.id] = try await AdoptedArtwork(of: recipient.id, in: envelope, blobs: blobs)
        }
        return all
    }
}
