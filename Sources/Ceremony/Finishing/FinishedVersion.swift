import Envelopes
import Foundation
import Ledger
import SignedPDF
import Typesetting
import Words

/// The expected update of a document when a recipient finishes, without the value of their signature. A version that a
/// device made and signed is compared with it.
///
/// A device runs the same code on the same history, so the history determines what the device had to write. Any other
/// content is content that the signer was not shown.
public struct FinishedVersion: Sendable {
    private let envelope: Envelope
    private let recipient: Recipient
    private let document: EnvelopeDocument
    private let fields: RecipientFields
    /// Texts that this machine has no font for, by field name.
    private let texts: [String: UnsetText]
    private let values: [TabID: String]
    private let date: Date

    /// - Parameters:
    ///   - envelope: the envelope before the recipient finished
    ///   - values: the values written for the recipient: date signed, name and address
    ///   - date: the time at which the recipient finished
    ///   - timeZone: the zone of their device
    ///   - language: the language of their page
    /// - Throws: ``CeremonyError``, and the store's errors for missing artwork
    public init(
        of document: EnvelopeDocument, finishedBy id: RecipientID, in envelope: Envelope, values: [TabID: String],
        at date: Date, timeZone: TimeZone, language: Language, blobs: any BlobStore, typesetter: any Typesetter
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
        let evidence = SignatureEvidence(
            recipient: recipient, envelope: envelope, at: date, timeZone: timeZone, language: language,
            isOnDevice: true)
        fields = try RecipientFields(
            recipient: recipient, document: document, envelope: envelope, values: shown,
            artwork: try await AdoptedArtwork(of: id, in: envelope, blobs: blobs), evidence: evidence.texts(known),
            typesetter: typesetter)
    }

    /// The result of the comparison of a device's version.
    public enum Finding: Sendable, Hashable {
        /// The version is as expected. The device set the values of these tabs in fonts that this machine lacks.
        case agrees(otherFonts: Set<TabID>)
        case differs(AppendedDifference)
    }

    /// Compares a device's version with the expected one.
    ///
    /// - Parameters:
    ///   - received: the document as the sender uploaded it
    ///   - before: the version before
    /// - Throws: `PDFError` if a version cannot be read
    public func finding(on version: Data, received: Data, before: Data) throws -> Finding {
        let source = try PDFDocument(received)
        let version = try PDFDocument(version)
        func finding(_ expected: Data) throws -> AppendedFinding {
            try version.appendedFinding(
                against: PDFDocument(expected), after: before.count, showing: texts)
        }
        guard try source.permittedAdditions() == .anything else {
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

    /// Maps field names to tabs. In a document that arrived signed, one signature shows the values of several tabs.
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

    /// Returns the first of the recipient's signatures on the document whose certificate does not name them.
    public func foreignSignature(among signatures: [SignatureReport]) -> SignatureReport? {
        let own = Set(fields.signaturesByPage.map(\.name))
        return signatures.first {
            own.contains($0.field) && !$0.isIn(name: recipient.name, email: recipient.email)
        }
    }
}
