import Envelopes
import Foundation
import Ledger
import SignedPDF
import Typesetting
import Words

/// Finishes for a recipient: writes their fields and signature into every document that they sign. After the last
/// recipient, the service seals the envelope (``Sealing``).
///
/// A new version of a document only appends to the old one; no existing byte changes.
struct Finishing: Sendable {
    let blobs: any BlobStore
    let authority: any SigningAuthority
    /// The zone of the recipient's day.
    let timeZone: TimeZone
    /// The language of the recipient's page.
    let language: Language
    let typesetter: any Typesetter
    /// Whether the service certifies each document before its first signature.
    let certifies: Bool
    /// How long the signatures are to last; `nil` for signatures without timestamps.
    var lasting: LastingSignatures?
    /// The language of certificates for people of several languages.
    var accountLanguage: @Sendable (_ account: String) async throws -> String? = { _ in nil }

    /// Signs and, after the last recipient, seals, so that only storing is left. The result has no effect until its
    /// commands are performed; it can be discarded and prepared again.
    ///
    /// - Parameters:
    ///   - history: the newest history
    ///   - shown: the pages that the recipient has been shown
    ///   - earlier: an earlier result that no longer fits; its signatures are kept if they still do
    /// - Throws: `EnvelopeError` if the recipient may not finish, before anything is signed
    func prepared(
        for id: RecipientID, _ history: History, shown: ShownPages, _ context: CommandContext,
        keeping earlier: PreparedFinish? = nil
    ) async throws -> PreparedFinish {
        let envelope = history.envelope
        guard let recipient = envelope.recipient(id) else { throw CeremonyError.unknownRecipient(id) }
        let values = values(of: recipient, in: envelope, at: context.at)
        let documents = envelope.documentsToSign(by: id)
        let base = FinishBase(envelope, id)
        guard try envelope.maySign(id, shown: shown, context) else {
            return PreparedFinish(base: base, sign: [], sealed: nil, canSeal: false)
        }

        var signing = LevelSigning(lasting)
        let sign: [Command]
        if let earlier, earlier.base == base {
            sign = earlier.sign
        } else {
            let artwork = try await AdoptedArtwork(of: id, in: envelope, blobs: blobs)
            let signer = try await authority.signer(for: recipient, at: context.at)
            let evidence = SignatureEvidence(
                recipient: recipient, envelope: envelope, at: context.at, timeZone: timeZone, language: language,
                isOnDevice: !authority.canSeal
            ).texts(FieldText(typesetter))
            var versions: [DocumentID: BlobHash] = [:]
            for document in documents {
                let fields = try RecipientFields(
                    recipient: recipient, document: document, envelope: envelope, values: values, artwork: artwork,
                    evidence: evidence, typesetter: typesetter)
                versions[document.id] = try await self.sign(
                    document, fields, isFree: envelope.signsFreely(id), in: envelope, with: signer, by: &signing,
                    at: context.at)
            }
            sign =
                try [.sign(recipientID: id, documents: versions, values: values, shown: shown)]
                + Self.notes(signing.downgrades)
        }
        guard authority.canSeal, envelope.isLastToSign(id) else {
            return PreparedFinish(base: base, sign: sign, sealed: nil, canSeal: authority.canSeal)
        }
        // The seal and the certificate name the signature's event, so it is decided here, and stored as it is.
        var sealed = DecidedEvents(on: envelope, context)
        try sealed.add(sign)
        var complete = history
        try complete.append(sealed.events)
        let sealing = Sealing(
            blobs: blobs, authority: authority, typesetter: typesetter, lasting: lasting,
            accountLanguage: accountLanguage)
        try sealed.add(await sealing.commands(complete, by: &signing, at: context.at))
        return PreparedFinish(base: base, sign: sign, sealed: sealed, canSeal: true)
    }

    /// Returns the commands that record unreached levels in the history.
    static func notes(_ downgrades: some Sequence<LevelDowngrade>) throws -> [Command] {
        try downgrades.map {
            try .noteLowerLevel(wanted: $0.wanted.rawValue, reached: $0.reached.rawValue, cause: LevelCause($0.cause))
        }
    }

    // MARK: Signing

    /// Returns the values that the service writes for a recipient.
    private func values(of recipient: Recipient, in envelope: Envelope, at date: Date) -> [TabID: String] {
        var values: [TabID: String] = [:]
        for tab in envelope.tabs(of: recipient.id) where tab.kind.isFilledByService {
            values[tab.id] =
                tab.kind == .dateSigned
                ? SignedDate.text(of: tab, in: envelope, date, timeZone, language) : envelope.value(of: tab)
        }
        return values
    }

    /// Signs the newest version of a document for a recipient, and stores the result.
    private func sign(
        _ document: EnvelopeDocument, _ fields: RecipientFields, isFree: Bool, in envelope: Envelope,
        with signer: any DocumentSigner, by signing: inout LevelSigning, at date: Date
    ) async throws -> BlobHash {
        let versions = envelope.versions[document.id, default: []]
        guard let received = versions.first, let newest = versions.last else {
            throw EnvelopeError.unknownDocument(document.id)
        }
        var bytes = try await blobs.data(newest)
        let source = try PDFDocument(received == newest ? bytes : try await blobs.data(received))
        let isOpen = try source.permittedAdditions() == .anything
        if isOpen, received == newest {
            // A certified document permits no new field to sign in.
            let isCertified =
                certifies && authority.canSeal && !envelope.recipients.contains { envelope.signsFreely($0.id) }
            bytes += try await Preparation(of: document, in: envelope).update(
                of: source, certifiedBy: isCertified ? authority.seal() : nil, by: &signing, envelope: envelope,
                at: date)
        }
        guard isOpen, !isFree else {
            for signature in fields.signaturesByPage {
                bytes = try await Self.signed(bytes, signature, with: signer, as: .signer, by: &signing, at: date)
            }
            return try await blobs.store(bytes)
        }
        return try await blobs.store(
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

/// A recipient's adopted artwork, read from its blobs.
struct AdoptedArtwork: Sendable {
    var signature: Artwork?
    var initials: Artwork?

    init(of id: RecipientID, in envelope: Envelope, blobs: any BlobStore) async throws {
        let state = envelope.state(of: id)
        if let hash = state?.signature { signature = try Artwork(blob: try await blobs.data(hash)) }
        if let hash = state?.initials { initials = try Artwork(blob: try await blobs.data(hash)) }
    }

    subscript(kind: AdoptedKind) -> Artwork? {
        switch kind {
        case .signature: signature
        case .initials: initials
        }
    }
}
