import Envelopes
import Foundation
import SignedPDF
import Typesetting

/// A recipient finishes: their fields and their signature go into every document that asks something of them, and
/// after the last recipient the service seals the whole (``Sealing``).
///
/// A document's new version is the old one with what was appended; nothing that was there changes.
struct Finishing: Sendable {
    let desk: any CeremonyDesk
    let authority: any SigningAuthority
    let timeZone: TimeZone
    let typesetter: any Typesetter
    /// Whether the service certifies each document before its first signature.
    let certifies: Bool
    /// How long the signatures are to last; nil for signatures without timestamps.
    var lasting: LastingSignatures?

    /// What has to happen, with every blob that it names already stored. Nothing has happened until the commands are
    /// carried out, so this can be given up and done again.
    ///
    /// - Parameter shown: the pages that the recipient has been shown.
    /// - Returns: no command when the same request was answered before.
    /// - Throws: `EnvelopeError` when the recipient may not finish, before anything is signed.
    func commands(
        for id: RecipientID, _ envelope: Envelope, _ history: History, shown: ShownPages, _ context: CommandContext
    ) async throws -> [Command] {
        guard let recipient = envelope.recipient(id) else { throw CeremonyError.unknownRecipient(id) }
        let day = SignedDate.day(context.at, in: timeZone)
        let values = Self.values(of: recipient, in: envelope, day: day)
        let documents = envelope.documentsToSign(by: id)
        let trial = Dictionary(documents.map { ($0.id, BlobHash.none) }) { first, _ in first }
        let allowed = try decide(
            .sign(recipientID: id, documents: trial, values: values, shown: shown), envelope, context)
        guard !allowed.isEmpty else { return [] }

        let artwork = try await AdoptedArtwork(of: id, in: envelope, desk: desk)
        let signer = try await authority.signer(for: recipient, at: context.at)
        var signing = LevelSigning(lasting)
        var versions: [DocumentID: BlobHash] = [:]
        for document in documents {
            let fields = try RecipientFields(
                recipient: recipient, document: document, envelope: envelope, values: values, artwork: artwork,
                typesetter: typesetter)
            versions[document.id] = try await sign(
                document, fields, in: envelope, with: signer, by: &signing, at: context.at)
        }
        let sign = Command.sign(recipientID: id, documents: versions, values: values, shown: shown)
        let notes = Self.notes(signing.downgrades)
        let signed = try decide([sign] + notes, envelope, context)
        guard signed.envelope.isReadyToSeal, authority.canSeal else { return [sign] + notes }
        var complete = history
        try complete.append(signed.events)
        let sealing = Sealing(desk: desk, authority: authority, typesetter: typesetter, lasting: lasting)
        return [sign] + notes + (try await sealing.commands(complete, by: &signing, at: context.at))
    }

    /// What the history says of levels that were not reached.
    static func notes(_ downgrades: some Sequence<LevelDowngrade>) -> [Command] {
        downgrades.map {
            .noteLowerLevel(wanted: $0.wanted.rawValue, reached: $0.reached.rawValue, reason: $0.reason)
        }
    }

    // MARK: Signing

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
        by signing: inout LevelSigning, at date: Date
    ) async throws -> BlobHash {
        let versions = envelope.versions[document.id, default: []]
        guard let received = versions.first, let newest = versions.last else {
            throw EnvelopeError.unknownDocument(document.id)
        }
        var bytes = try await desk.blob(newest)
        let source = try PDFDocument(received == newest ? bytes : try await desk.blob(received))
        guard try source.openness() == .anything else {
            for signature in fields.signaturesByPage {
                bytes = try await Self.signed(bytes, signature, with: signer, as: .signer, by: &signing, at: date)
            }
            return try await desk.store(bytes)
        }
        if received == newest {
            bytes += try await Preparation(of: document, in: envelope).update(
                of: source, certifiedBy: certifies && authority.canSeal ? authority.seal() : nil, by: &signing,
                envelope: envelope, at: date)
        }
        return try await desk.store(
            Self.signed(
                bytes, fields.signature, filling: fields.filled, with: signer, as: .signer, by: &signing, at: date))
    }

    static func signed(
        _ bytes: Data, _ signature: SignatureField, filling fields: [FormField] = [], with signer: any DocumentSigner,
        as role: LevelSigning.Role, by signing: inout LevelSigning, at date: Date
    ) async throws -> Data {
        let revision = try await signing.revision(
            of: PDFDocument(bytes), signature, filling: fields, with: signer, as: role, at: date)
        return bytes + revision
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
