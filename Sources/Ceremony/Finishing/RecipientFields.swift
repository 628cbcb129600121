import Envelopes
import SignedPDF

/// One recipient's tabs on one document as the fields of a PDF.
///
/// The first signature tab in reading order carries the digital signature; further ones and initials are drawings
/// that the same signature covers. A recipient who signs nowhere on a document signs it without a mark.
struct RecipientFields: Sendable {
    let filled: [FormField]
    let signature: SignatureField

    /// - Parameter values: what the service writes into date-signed, full-name and e-mail tabs.
    /// - Throws: ``CeremonyError/characterNotInFont(_:label:)`` for a value that the font cannot show.
    init(
        recipient: Recipient, document: Document, envelope: Envelope, values: [TabID: String], artwork: AdoptedArtwork
    ) throws(CeremonyError) {
        let tabs = envelope.tabs(of: recipient.id).filter { $0.documentID == document.id && envelope.isFilled($0) }
            .sorted(by: Self.isBefore)
        let signed = tabs.first { $0.kind == .signHere }
        var fields: [FormField] = []
        for tab in tabs where tab.id != signed?.id {
            let text = values[tab.id] ?? envelope.value(of: tab)
            if let field = try Self.field(tab, text: text, artwork: artwork) { fields.append(field) }
        }
        // A box that was left empty is part of the record as well.
        for tab in envelope.tabs(of: recipient.id)
        where tab.documentID == document.id && tab.kind == .checkbox && !envelope.isFilled(tab) {
            fields.append(Self.field(tab, content: .checkbox(false)))
        }
        filled = fields
        signature = Self.signature(on: signed, recipient, envelope, artwork.signature)
    }

    /// The fields of a document that recipients other than `signer` will fill, empty.
    ///
    /// The first signature on a document covers them: afterwards each recipient fills what is there. Validators accept
    /// that fields are filled after a signature, and take fields that are added then for a change of the document.
    /// A signature field may be added, so the one that each recipient signs with is not among them.
    static func awaited(on document: Document, from signer: RecipientID, in envelope: Envelope) -> [FormField] {
        envelope.recipients.filter { $0.id != signer }.flatMap { recipient in
            let tabs = envelope.tabs(of: recipient.id).filter { $0.documentID == document.id }.sorted(by: isBefore)
            let signed = tabs.first { $0.kind == .signHere }
            return tabs.filter { $0.id != signed?.id }
                .map { field($0, content: emptyContent(of: $0), isFinal: false) }
        }
    }

    private static func emptyContent(of tab: Tab) -> FormField.Content {
        switch tab.kind {
        case .signHere, .initialHere: .drawing([], size: (tab.frame.width, tab.frame.height))
        case .checkbox: .checkbox(false)
        case .dateSigned: .date("")
        case .text, .fullName, .email: .text("")
        }
    }

    private static func signature(
        on tab: Tab?, _ recipient: Recipient, _ envelope: Envelope, _ artwork: Artwork?
    ) -> SignatureField {
        let reason = "Signed electronically in envelope \(envelope.id.rawValue)"
        if let tab, let artwork {
            return SignatureField(
                name: name(tab), page: tab.page, rect: rect(tab),
                appearance: .drawing(artwork.ink, size: artwork.size, caption: []), reason: reason,
                contactInfo: recipient.email, signerName: recipient.name, label: tab.label)
        }
        let id = recipient.id.rawValue.replacingOccurrences(of: ".", with: "_")
        return SignatureField(
            name: "countersign-\(envelope.id.rawValue)-\(id)", page: 1, rect: nil, appearance: .invisible,
            reason: reason, contactInfo: recipient.email, signerName: recipient.name, label: "Signature")
    }

    private static func field(
        _ tab: Tab, text: String?, artwork: AdoptedArtwork
    ) throws(CeremonyError) -> FormField? {
        switch tab.kind {
        case .signHere, .initialHere:
            guard let kind = tab.kind.adoptedKind, let drawn = artwork[kind] else { return nil }
            return field(tab, content: .drawing(drawn.ink, size: drawn.size))
        case .checkbox:
            return field(tab, content: .checkbox(text == "true"))
        case .text, .fullName, .email, .dateSigned:
            // What is left empty is placed too, read-only: nobody may fill it in after the signature.
            let text = text ?? ""
            if let character = FieldText.unshowableCharacter(in: text) {
                throw .characterNotInFont(character, label: tab.label)
            }
            return field(tab, content: tab.kind == .dateSigned ? .date(text) : .text(text))
        }
    }

    /// - Parameter isFinal: Whether nothing may be filled in any more; a read-only field that changes breaks signatures.
    private static func field(_ tab: Tab, content: FormField.Content, isFinal: Bool = true) -> FormField {
        FormField(
            name: name(tab), page: tab.page, rect: rect(tab), content: content, fontSize: tab.fontSize,
            label: tab.label, readOnly: isFinal)
    }

    /// A field name may not contain a full stop (ISO 32000-2 §12.7.4.2); a tab's id is a GUID, so none does and no
    /// two are alike.
    private static func name(_ tab: Tab) -> String { "countersign-\(tab.id.rawValue)" }

    private static func rect(_ tab: Tab) -> PageRect {
        PageRect(x: tab.frame.x, y: tab.frame.y, width: tab.frame.width, height: tab.frame.height)
    }

    private static func isBefore(_ left: Tab, _ right: Tab) -> Bool {
        (left.page, left.frame.y, left.frame.x) < (right.page, right.frame.y, right.frame.x)
    }
}
