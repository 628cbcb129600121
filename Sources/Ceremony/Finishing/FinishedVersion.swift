import Envelopes
import Foundation
import Ledger
import SignedPDF
import Typesetting

/// What a ceremony appends to a document when a recipient finishes, without their signature's value: what a version
/// that a device has made and signed is compared with.
///
/// A device runs the same code on the same history, so whoever has the history can say what the device had to write.
/// A signature that covers anything else was put under something that nobody was shown.
public struct FinishedVersion: Sendable {
    private let envelope: Envelope
    private let recipient: Recipient
    private let document: EnvelopeDocument
    private let fields: RecipientFields
    /// By field name what this machine has no font for.
    private let texts: [String: UnsetText]
    private let values: [TabID: String]
    private let date: Date

    /// - Parameters:
    ///   - envelope: as it stood before the recipient finished.
    ///   - values: what was written for the recipient: date signed, name and address.
    ///   - date: when the recipient finished.
    /// - Throws: ``CeremonyError``, and what the store throws for artwork that it does not have.
    public init(
        of document: EnvelopeDocument, finishedBy id: RecipientID, in envelope: Envelope, values: [TabID: String],
        at date: Date, blobs: any BlobStore, typesetter: any Typesetter
    ) async throws {
        guard let recipient = envelope.recipient(id) else { throw CeremonyError.unknownRecipient(id) }
        self.envelope = envelope
        self.recipient = recipient
        self.document = document
        self.values = values
        self.date = date
        let known = FieldText(typesetter)
        var shown = values
        var texts: [String: UnsetText] = [:]
        let onPaper = envelope.shownTabs(of: id)
        for tab in envelope.tabs(of: id) where tab.documentID == document.id && onPaper.contains(tab.id) {
            guard let text = RecipientFields.text(of: tab, in: envelope, values: values),
                known.unshowableCharacter(in: text, of: tab) != nil
            else { continue }
            texts[FieldName.of(tab)] = UnsetText(
                text, fontSize: tab.fontSize, shaper: typesetter)
            shown[tab.id] = ""
        }
        self.texts = texts
        fields = try RecipientFields(
            recipient: recipient, document: document, envelope: envelope, values: shown,
            artwork: try await AdoptedArtwork(of: id, in: envelope, blobs: blobs), typesetter: typesetter)
    }

    /// What a device's version has been found to be.
    public enum Finding: Sendable, Hashable {
        /// What the ceremony makes of the version before. The device set the values of these tabs in fonts that this
        /// machine lacks.
        case agrees(otherFonts: Set<TabID>)
        /// Something else: the rest of a sentence that begins with "it".
        case differs(String)
    }

    /// Compares a device's version with what the ceremony makes of the one before.
    ///
    /// - Parameters:
    ///   - received: the document as the sender gave it.
    ///   - before: the version before.
    /// - Throws: `PDFError` for what cannot be read.
    public func finding(on version: Data, received: Data, before: Data) throws -> Finding {
        let source = try PDFDocument(received)
        let version = try PDFDocument(version)
        func finding(_ expected: Data) throws -> AppendedFinding {
            try version.appendedFinding(
                against: PDFDocument(expected), after: before.count, showing: texts)
        }
        guard try source.openness() == .anything else {
            var bytes = before
            for signature in fields.signaturesByPage {
                bytes += try PDFDocument(bytes).unsignedRevision(signature, at: date)
            }
            return named(try finding(bytes))
        }
        guard received == before else { return named(try finding(before + revision(of: before))) }
        let preparation = Preparation(of: document, in: envelope)
        let prepared = try received + source.update(adding: preparation.fields, awaiting: preparation.signatures)
        return named(try finding(prepared + revision(of: prepared)))
    }

    /// With the tabs whose values stand in the fields. The signature of a document that arrived signed shows several.
    private func named(_ finding: AppendedFinding) -> Finding {
        switch finding {
        case .differs(let how): return .differs(how)
        case .agrees(let names):
            let own = Set(fields.signaturesByPage.map(\.name))
            let tabs = envelope.tabs(of: recipient.id).filter { tab in
                guard tab.documentID == document.id else { return false }
                return names.contains(FieldName.of(tab))
                    || !own.isDisjoint(with: names) && RecipientFields.isEmbedded(tab, in: envelope, values: values)
            }
            return .agrees(otherFonts: Set(tabs.map(\.id)))
        }
    }

    private func revision(of bytes: Data) throws -> Data {
        try PDFDocument(bytes).unsignedRevision(fields.signature, filling: fields.filled, at: date)
    }

    /// The first of the recipient's signatures on the document that is not in their name.
    public func foreignSignature(among signatures: [SignatureReport]) -> SignatureReport? {
        let own = Set(fields.signaturesByPage.map(\.name))
        return signatures.first {
            own.contains($0.field) && !$0.isIn(name: recipient.name, email: recipient.email)
        }
    }
}
