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
    private let document: Document
    private let fields: RecipientFields
    /// By field name what this machine has no font for.
    private let texts: [String: String]
    private let date: Date
    private let typesetter: any Typesetter

    /// - Parameters:
    ///   - envelope: as it stood before the recipient finished.
    ///   - values: what was written for the recipient: date signed, name and address.
    ///   - date: when the recipient finished.
    /// - Throws: ``CeremonyError``, and what the store throws for artwork that it does not have.
    public init(
        of document: Document, finishedBy id: RecipientID, in envelope: Envelope, values: [TabID: String],
        at date: Date, blobs: any BlobStore, typesetter: any Typesetter
    ) async throws {
        guard let recipient = envelope.recipient(id) else { throw CeremonyError.unknownRecipient(id) }
        self.envelope = envelope
        self.recipient = recipient
        self.document = document
        self.date = date
        self.typesetter = typesetter
        let known = FieldText(typesetter)
        var shown = values
        var texts: [String: String] = [:]
        let onPaper = envelope.shownTabs(of: id)
        for tab in envelope.tabs(of: id) where tab.documentID == document.id && onPaper.contains(tab.id) {
            guard let text = RecipientFields.text(of: tab, in: envelope, values: values),
                known.unshowableCharacter(in: text, of: tab) != nil
            else { continue }
            texts[RecipientFields.name(tab)] = text
            shown[tab.id] = ""
        }
        self.texts = texts
        fields = try RecipientFields(
            recipient: recipient, document: document, envelope: envelope, values: shown,
            artwork: try await AdoptedArtwork(of: id, in: envelope, blobs: blobs), typesetter: typesetter)
    }

    /// In what a device's version differs from what the ceremony would have made of the one before.
    ///
    /// - Parameters:
    ///   - received: the document as the sender gave it.
    ///   - before: the version before.
    ///   - takesOtherFonts: Whether values may stand in fonts that this machine has not.
    /// - Returns: the rest of a sentence that begins with "it"; nil if it differs in nothing.
    /// - Throws: `PDFError` for what cannot be read.
    public func difference(
        of version: Data, received: Data, before: Data, takesOtherFonts: Bool = true
    ) throws -> String? {
        let source = try PDFDocument(received)
        let version = try PDFDocument(version)
        func difference(from expected: Data) throws -> String? {
            try version.appendedDifference(
                from: PDFDocument(expected), after: before.count, showing: texts,
                otherFonts: takesOtherFonts ? typesetter : nil)
        }
        guard try source.openness() == .anything else {
            var bytes = before
            for signature in fields.signaturesByPage {
                bytes += try PDFDocument(bytes).unsignedRevision(signature, at: date)
            }
            return try difference(from: bytes)
        }
        guard received == before else { return try difference(from: before + revision(of: before)) }
        let found = try difference(from: first(of: source, after: Preparation(of: document, in: envelope)))
        guard found != nil else { return nil }
        for earlier in Preparation.earlier(of: document, in: envelope)
        where try difference(from: first(of: source, after: earlier)) == nil { return nil }
        return found
    }

    /// A document that nobody has signed yet, prepared, and with the recipient's revision but for its signature.
    private func first(of source: PDFDocument, after preparation: Preparation) throws -> Data {
        let prepared = try source.bytes + source.update(adding: preparation.fields, awaiting: preparation.signatures)
        return try prepared + revision(of: prepared)
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
