import Envelopes
import Foundation
import SignedPDF
import Typesetting

/// A recipient finishes: their fields and their signature go into every document that asks something of them, and
/// after the last recipient the service seals the whole.
///
/// A document's new version is the old one with what was appended; nothing that was there changes.
struct Finishing: Sendable {
    let desk: any CeremonyDesk
    let authority: any SigningAuthority
    let timeZone: TimeZone
    let typesetter: any Typesetter
    /// Whether the service certifies each document before its first signature.
    let certifies: Bool

    /// What has to happen, with every blob that it names already stored. Nothing has happened until the commands are
    /// carried out, so this can be given up and done again.
    ///
    /// - Returns: no command when the same request was answered before.
    /// - Throws: `EnvelopeError` when the recipient may not finish, before anything is signed.
    func commands(
        for id: RecipientID, _ envelope: Envelope, _ history: History, _ context: CommandContext
    ) async throws -> [Command] {
        guard let recipient = envelope.recipient(id) else { throw CeremonyError.unknownRecipient(id) }
        let day = SignedDate.day(context.at, in: timeZone)
        let values = Self.values(of: recipient, in: envelope, day: day)
        let documents = Self.documents(of: recipient, in: envelope)
        let trial = Dictionary(uniqueKeysWithValues: documents.map { ($0.id, BlobHash.none) })
        let allowed = try decide(.sign(recipientID: id, documents: trial, values: values), envelope, context)
        guard !allowed.isEmpty else { return [] }

        let artwork = try await AdoptedArtwork(of: id, in: envelope, desk: desk)
        let signer = try await authority.signer(for: recipient, at: context.at)
        var versions: [DocumentID: BlobHash] = [:]
        for document in documents {
            let fields = try RecipientFields(
                recipient: recipient, document: document, envelope: envelope, values: values, artwork: artwork,
                typesetter: typesetter)
            versions[document.id] = try await sign(document, fields, in: envelope, with: signer, at: context.at)
        }
        let sign = Command.sign(recipientID: id, documents: versions, values: values)
        let signed = try decide([sign], envelope, context)
        guard signed.envelope.isReadyToSeal else { return [sign] }
        var complete = history
        try complete.append(signed.events)
        return [sign, try await seal(complete, at: context.at)]
    }

    // MARK: Signing

    /// The documents that ask something of a recipient; all of them when none does.
    private static func documents(of recipient: Recipient, in envelope: Envelope) -> [Document] {
        let asking = Set(envelope.tabs(of: recipient.id).map(\.documentID))
        let documents = envelope.documents.sorted { $0.order < $1.order }
        return asking.isEmpty ? documents : documents.filter { asking.contains($0.id) }
    }

    /// What the service writes for a recipient.
    private static func values(of recipient: Recipient, in envelope: Envelope, day: String) -> [TabID: String] {
        var values: [TabID: String] = [:]
        for tab in envelope.tabs(of: recipient.id) where tab.kind.isFilledByService {
            values[tab.id] = tab.kind == .dateSigned ? day : envelope.value(of: tab)
        }
        return values
    }

    /// Stores the newest version of a document with what a recipient signs in it.
    private func sign(
        _ document: Document, _ fields: RecipientFields, in envelope: Envelope, with signer: any DocumentSigner,
        at date: Date
    ) async throws -> BlobHash {
        let versions = envelope.versions[document.id, default: []]
        guard let received = versions.first, let newest = versions.last else {
            throw EnvelopeError.unknownDocument(document.id)
        }
        var bytes = try await desk.blob(newest)
        let source = try PDFDocument(received == newest ? bytes : try await desk.blob(received))
        guard try source.openness() == .anything else {
            for signature in fields.signaturesByPage {
                bytes = try await Self.signed(bytes, signature, with: signer, at: date)
            }
            return try await desk.store(bytes)
        }
        if received == newest {
            bytes += try await Preparation(of: document, in: envelope).update(
                of: source, certifiedBy: certifies ? authority.seal() : nil, envelope: envelope, at: date)
        }
        return try await desk.store(
            Self.signed(bytes, fields.signature, filling: fields.filled, with: signer, at: date))
    }

    /// Stores the newest version of a document with one more signed revision.
    private func append(
        _ signature: SignatureField, filling fields: [FormField] = [], to id: DocumentID, of envelope: Envelope,
        with signer: any DocumentSigner, at date: Date
    ) async throws -> BlobHash {
        guard let newest = envelope.latestVersion(of: id) else { throw EnvelopeError.unknownDocument(id) }
        let bytes = try await desk.blob(newest)
        return try await desk.store(
            Self.signed(bytes, signature, filling: fields, with: signer, at: date))
    }

    private static func signed(
        _ bytes: Data, _ signature: SignatureField, filling fields: [FormField] = [], with signer: any DocumentSigner,
        at date: Date
    ) async throws -> Data {
        let revision = try await PDFDocument(bytes).signed(signature, filling: fields, with: signer, at: date)
        return bytes + revision
    }

    // MARK: Sealing

    /// The service's seal on every document, all documents in one file, and the certificate of completion.
    private func seal(_ history: History, at date: Date) async throws -> Command {
        let envelope = history.envelope
        let signer = try await authority.seal()
        let documents = envelope.documents.sorted { $0.order < $1.order }
        let seal = Preparation.seal(of: envelope)
        var sealed: [DocumentID: BlobHash] = [:]
        for document in documents {
            sealed[document.id] = try await append(seal, to: document.id, of: envelope, with: signer, at: date)
        }

        var combined: BlobHash?
        if documents.count == 1 {
            combined = documents.first.flatMap { sealed[$0.id] }
        } else {
            var parts: [PDFDocument] = []
            for document in documents {
                guard let hash = sealed[document.id] else { continue }
                parts.append(try PDFDocument(try await desk.blob(hash)))
            }
            let information = DocumentInformation(
                title: envelope.emailSubject, author: envelope.sender.name, created: date)
            let whole = try PDFComposition.combined(parts, information: information)
            combined = try await desk.store(Self.signed(whole, seal, with: signer, at: date))
        }
        guard let combined else { throw EnvelopeError.documentsNotSealed(documents.map(\.id)) }

        let certificate = try await CompletionCertificate(
            history: history, sealed: sealed, artwork: artwork(of: envelope), sealedAt: date, typesetter: typesetter
        ).file()
        return .seal(
            documents: sealed, combined: combined,
            certificate: try await desk.store(Self.signed(certificate, seal, with: signer, at: date)))
    }

    private func artwork(of envelope: Envelope) async throws -> [RecipientID: AdoptedArtwork] {
        var all: [RecipientID: AdoptedArtwork] = [:]
        for recipient in envelope.recipients {
            all[recipient.id] = try await AdoptedArtwork(of: recipient.id, in: envelope, desk: desk)
        }
        return all
    }
}

/// What a recipient has adopted, read from its blobs.
struct AdoptedArtwork: Sendable {
    var signature: Artwork?
    var initials: Artwork?

    init(of id: RecipientID, in envelope: Envelope, desk: any CeremonyDesk) async throws {
        let state = envelope.state(of: id)
        if let hash = state?.signature { signature = try Artwork(blob: try await desk.blob(hash)) }
        if let hash = state?.initials { initials = try Artwork(blob: try await desk.blob(hash)) }
    }

    subscript(kind: AdoptedKind) -> Artwork? {
        switch kind {
        case .signature: signature
        case .initials: initials
        }
    }
}
