import Envelopes
import Foundation
import Ledger
import SignedPDF
import Typesetting

/// Makes the service's seal on every document after the last signature, the file with all documents, and the
/// certificate of completion.
///
/// Works the same whether the last recipient signed here or on a device that uploaded its history.
public struct Sealing: Sendable {
    private let blobs: any BlobStore
    private let authority: any SigningAuthority
    private let typesetter: any Typesetter
    private let lasting: LastingSignatures?
    private let accountLanguage: @Sendable (_ account: String) async throws -> String?

    /// - Parameters:
    ///   - lasting: how long the seal is to last; `nil` for a seal without a timestamp
    ///   - accountLanguage: the language of certificates for people of several languages; `nil` for English
    public init(
        blobs: any BlobStore, authority: any SigningAuthority, typesetter: any Typesetter,
        lasting: LastingSignatures? = nil,
        accountLanguage: @escaping @Sendable (_ account: String) async throws -> String? = { _ in nil }
    ) {
        self.accountLanguage = accountLanguage
        self.blobs = blobs
        self.authority = authority
        self.typesetter = typesetter
        self.lasting = lasting
    }

    /// Returns the commands that complete an envelope once all recipients have signed; the last command seals it. Every
    /// blob that they name is already stored. The commands have no effect until they are performed; they can be
    /// discarded and prepared again.
    ///
    /// - Parameter history: the history up to and including the last signature
    /// - Throws: the errors of the authority, the blob store and `SignedPDF`
    public func commands(_ history: History, at date: Date) async throws -> [Command] {
        var signing = LevelSigning(lasting)
        return try await commands(history, by: &signing, at: date)
    }

    /// - Parameter signing: collects the shortfalls; those from before are not recorded again
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
            var names: [String] = []
            for document in documents {
                guard let hash = sealed[document.id] else { continue }
                parts.append(try PDFDocument(try await blobs.data(hash)))
                names.append(document.name)
            }
            let information = DocumentInformation(
                title: envelope.emailSubject, author: envelope.sender.name, created: date)
            let whole = try PDFComposition.combined(
                parts, titles: names, information: information, reserving: [seal.name])
            combined = try await blobs.store(
                Finishing.signed(whole, seal, with: signer, as: .seal, by: &signing, at: date))
        }
        guard let combined else { throw EnvelopeError.documentsNotSealed(documents.map(\.id)) }

        let certificate = try await CompletionCertificate(
            history: history, sealed: sealed, shortfalls: Array(signing.downgrades.dropFirst(known)),
            artwork: artwork(of: envelope), agreed: agreedTexts(in: history), scripted: scripted, issuer: .init(signer),
            sealedAt: date, typesetter: typesetter,
            say: CertificateWords(for: envelope, otherwise: accountLanguage(envelope.accountID))
        ).file()
        let sealedCertificate = try await blobs.store(
            Finishing.signed(certificate, seal, with: signer, as: .seal, by: &signing, at: date))
        // A shortfall of the certificate's own seal comes too late to be printed in the certificate.
        return try Finishing.notes(signing.downgrades.dropFirst(known)) + [
            .seal(documents: sealed, combined: combined, certificate: sealedCertificate)
        ]
    }

    /// Returns the fields signed on devices, which issue their own certificates. Their signatures were checked when the
    /// histories were accepted, and the seal says so.
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
        // Signatures that the document arrived with belong to no recipient, whatever their names.
        let foreign = Set(try PDFDocument(try await blobs.data(document.blob)).signedFieldNames())
        return try PDFDocument(bytes).signedFieldNames().filter { field in
            !foreign.contains(field) && FieldName.isSignature(field, among: names)
        }
    }

    /// Returns the texts that people agreed to, as they were shown.
    private func agreedTexts(in history: History) async throws -> [BlobHash: Disclosure] {
        var texts: [BlobHash: Disclosure] = [:]
        for event in history.events {
            guard case .consented(_, let hash) = event.body, texts[hash] == nil else { continue }
            let bytes = try await blobs.data(hash)
            texts[hash] =
                Disclosure(bytes: bytes) ?? Disclosure(title: String(decoding: bytes, as: UTF8.self), paragraphs: [])
        }
        return texts
    }

    private func artwork(of envelope: Envelope) async throws -> [RecipientID: AdoptedArtwork] {
        var all: [RecipientID: AdoptedArtwork] = [:]
        for recipient in envelope.recipients {
            all[recipient.id] = try await AdoptedArtwork(of: recipient.id, in: envelope, blobs: blobs)
        }
        return all
    }
}
