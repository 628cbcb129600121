import Envelopes
import SignedPDF
import Typesetting

/// One recipient's tabs on one document as PDF fields.
///
/// The first required signature tab in reading order, or else the first optional one, carries the digital signature.
/// Further signature tabs and initials are drawings that the same signature covers. A recipient without a signature tab
/// on a document signs it invisibly.
struct RecipientFields: Sendable {
    let filled: [FormField]
    let signature: SignatureField

    /// - Parameters:
    ///   - values: the values that the service writes into date-signed, full-name and e-mail tabs
    ///   - evidence: the line below the signature
    /// - Throws: ``CeremonyError/characterNotInFont(_:label:)`` for a value that no font can show
    init(
        recipient: Recipient, document: EnvelopeDocument, envelope: Envelope, values: [TabID: String],
        artwork: AdoptedArtwork, evidence: [String] = [], typesetter: any Typesetter
    ) throws(CeremonyError) {
        // A hidden tab stays the empty field that was placed for it.
        let all = Self.tabs(of: recipient.id, on: document, in: envelope)
        let shown = envelope.shownTabs(of: recipient.id)
        let signed = Self.signed(among: all)
        // Fields left empty are part of the record as well.
        var fields: [FormField] = []
        for tab in all where tab.id != signed?.id && tab.kind != .radio {
            let isAsked = shown.contains(tab.id)
            let text = isAsked ? values[tab.id] ?? envelope.value(of: tab) : nil
            // Artwork appears only where the recipient placed it.
            let isShown = isAsked && (!tab.kind.isArtwork || envelope.isFilled(tab))
            if let field = try Self.field(tab, text: text, artwork: artwork, isShown: isShown, typesetter) {
                fields.append(field)
            }
        }
        filled = fields + Self.radioGroups(among: all, in: envelope, shown: shown, isFinal: true)
        // An optional signature tab left empty is still signed, but shows nothing.
        let drawn = signed.flatMap { envelope.isFilled($0) && shown.contains($0.id) ? artwork.signature : nil }
        var signature = Self.signature(
            on: signed, recipient, envelope,
            drawn.map { .drawing($0.ink, size: $0.size, caption: evidence) } ?? .invisible)
        signature.shaper = typesetter
        self.signature = signature
    }

    /// Returns the empty fields that a recipient will fill on a document, without the field of their signature.
    static func awaited(on document: EnvelopeDocument, from id: RecipientID, in envelope: Envelope) -> [FormField] {
        let tabs = tabs(of: id, on: document, in: envelope)
        let signed = signed(among: tabs)
        return tabs.filter { $0.id != signed?.id && $0.kind != .radio }
            .map { field($0, content: emptyContent(of: $0), isFinal: false) }
            + radioGroups(among: tabs, in: nil, shown: [], isFinal: false)
    }

    /// Returns the field for a recipient's signature on a document.
    static func awaitedSignature(
        on document: EnvelopeDocument, from recipient: Recipient, in envelope: Envelope
    ) -> SignatureField {
        let signed = signed(among: tabs(of: recipient.id, on: document, in: envelope))
        return signature(
            on: signed, recipient, envelope,
            signed.map { .drawing([], size: ($0.frame.width, $0.frame.height), caption: []) } ?? .invisible)
    }

    /// Returns the tab that carries a recipient's digital signature on a document.
    static func signed(on document: EnvelopeDocument, by id: RecipientID, in envelope: Envelope) -> EnvelopeTab? {
        signed(among: tabs(of: id, on: document, in: envelope))
    }

    /// Returns the tab that carries the digital signature: the first required signature tab, else the first optional
    /// one.
    private static func signed(among tabs: [EnvelopeTab]) -> EnvelopeTab? {
        let signatures = tabs.filter { $0.kind == .signHere }
        return signatures.first(where: \.required) ?? signatures.first
    }

    /// The same content as signatures only, one for each page, for a document that is already signed. New fields would
    /// invalidate its signatures; new signatures do not.
    var signaturesByPage: [SignatureField] {
        var parts = Dictionary(grouping: filled.flatMap(\.onPages).filter(\.showsSomething), by: \.page)
        var main = signature
        if case .drawing(let ink, let size, let caption) = signature.appearance, let rect = signature.rect {
            var own = SignaturePart(.drawing(ink, size: size), rect: rect)
            own.caption = caption
            let others = parts.removeValue(forKey: signature.page) ?? []
            main.appearance = .composed([own] + others.map(\.asPart))
            main.label = ([signature.label] + others.map(\.spoken)).compactMap(\.self).joined(separator: "; ")
        }
        let further = parts.sorted { $0.key < $1.key }.map { page, fields in
            SignatureField(
                name: FieldName.onPage(page, beside: signature.name), page: page,
                appearance: .composed(fields.map(\.asPart)), reason: signature.reason,
                contactInfo: signature.contactInfo, signerName: signature.signerName,
                label: fields.compactMap(\.spoken).joined(separator: "; "), shaper: signature.shaper)
        }
        // The signature itself comes last and covers the content of the others.
        return further + [main]
    }

    /// Returns a recipient's tabs on a document in reading order.
    private static func tabs(of id: RecipientID, on document: EnvelopeDocument, in envelope: Envelope) -> [EnvelopeTab]
    {
        // A tab that asks for a file leaves nothing on its page.
        envelope.tabsInReadingOrder(of: id).filter { $0.documentID == document.id && $0.kind != .signerAttachment }
    }

    /// Returns the radio groups among tabs as one field each, with the choice if there is an envelope.
    private static func radioGroups(
        among tabs: [EnvelopeTab], in envelope: Envelope?, shown: Set<TabID>, isFinal: Bool
    ) -> [FormField] {
        let radios = tabs.filter { $0.kind == .radio }
        var names: [String] = []
        for tab in radios { if let name = tab.choice?.group, !names.contains(name) { names.append(name) } }
        return names.compactMap { group in
            let buttons = radios.filter { $0.choice?.group == group }
            guard let first = buttons.first else { return nil }
            let selected = envelope.flatMap { envelope in
                buttons.firstIndex { shown.contains($0.id) && envelope.value(of: $0) == "true" }
            }
            return FormField(
                name: FieldName.of(first), page: first.page, rect: rect(first),
                content: .radio(
                    buttons.map(button), selected: selected), label: group, readOnly: isFinal)
        }
    }

    /// Returns a button. A button with a condition may turn out hidden, so its circle is drawn only once chosen.
    private static func button(_ tab: EnvelopeTab) -> RadioWidget {
        RadioWidget(
            page: tab.page, rect: rect(tab), value: tab.choice?.value ?? "", showsEmptyCircle: tab.condition == nil)
    }

    private static func emptyContent(of tab: EnvelopeTab) -> FormField.Content {
        switch tab.kind {
        case .signHere, .initialHere: .drawing([], size: (tab.frame.width, tab.frame.height))
        case .checkbox: .checkbox(false)
        case .dateSigned: .date("")
        case .text, .fullName, .email, .list, .radio, .signerAttachment: .text("")
        }
    }

    private static func signature(
        on tab: EnvelopeTab?, _ recipient: Recipient, _ envelope: Envelope, _ appearance: SignatureField.Appearance
    ) -> SignatureField {
        let reason = "Signed electronically in envelope \(envelope.id.rawValue)"
        if let tab {
            return SignatureField(
                name: FieldName.of(tab), page: tab.page, rect: rect(tab), appearance: appearance, reason: reason,
                contactInfo: recipient.email, signerName: recipient.name, label: tab.label)
        }
        return SignatureField(
            name: FieldName.ofSignature(by: recipient, in: envelope), page: 1, rect: nil, appearance: .invisible,
            reason: reason, contactInfo: recipient.email, signerName: recipient.name, label: "Signature")
    }

    private static func field(
        _ tab: EnvelopeTab, text: String?, artwork: AdoptedArtwork, isShown: Bool, _ typesetter: any Typesetter
    ) throws(CeremonyError) -> FormField? {
        switch tab.kind {
        case .signHere, .initialHere:
            guard let kind = tab.kind.adoptedKind, let drawn = artwork[kind], isShown else { return nil }
            return field(tab, content: .drawing(drawn.ink, size: drawn.size))
        case .checkbox:
            return field(tab, content: .checkbox(text == "true"))
        case .radio, .signerAttachment: return nil  // a group is one field; a file is a document
        case .text, .fullName, .email, .dateSigned, .list:
            // A field left empty is written too, read-only: nobody may fill it in after the signature.
            let text = Self.words(for: text ?? "", in: tab)
            if let character = FieldText(typesetter).unshowableCharacter(in: text, of: tab) {
                throw .characterNotInFont(character, label: tab.label)
            }
            var field = field(tab, content: tab.kind == .dateSigned ? .date(text) : .text(text))
            field.shaper = typesetter
            return field
        }
    }

    /// Returns the text of the chosen option of a list; other values unchanged.
    private static func words(for value: String, in tab: EnvelopeTab) -> String {
        tab.options?.first { $0.value == value }?.text ?? value
    }

    /// Returns the text in the field of a shown tab; `nil` for a tab without text.
    static func text(of tab: EnvelopeTab, in envelope: Envelope, values: [TabID: String]) -> String? {
        switch tab.kind {
        case .signHere, .initialHere, .checkbox, .radio, .signerAttachment: nil
        case .text, .fullName, .email, .dateSigned, .list:
            (values[tab.id] ?? envelope.value(of: tab)).map { words(for: $0, in: tab) }
        }
    }

    /// Whether a tab's text needs fonts embedded in the document.
    static func isEmbedded(_ tab: EnvelopeTab, in envelope: Envelope, values: [TabID: String]) -> Bool {
        text(of: tab, in: envelope, values: values).map { StandardFont.unshowableCharacter(in: $0) != nil } ?? false
    }

    /// - Parameter isFinal: whether filling in has ended. A read-only field that changes breaks signatures.
    private static func field(_ tab: EnvelopeTab, content: FormField.Content, isFinal: Bool = true) -> FormField {
        var field = FormField(
            name: FieldName.of(tab), page: tab.page, rect: rect(tab), content: content, fontSize: tab.fontSize,
            label: tab.label, readOnly: isFinal)
        // A box with a condition may turn out hidden, so it is drawn only with its tick.
        field.showsEmptyBox = tab.condition == nil
        field.allowsLines = FieldText.box(of: tab).hasRoomForLines
        field.alignment = tab.alignment.map { $0 == .right ? .right : .left }
        return field
    }

    private static func rect(_ tab: EnvelopeTab) -> PageRect {
        PageRect(x: tab.frame.x, y: tab.frame.y, width: tab.frame.width, height: tab.frame.height)
    }
}

extension FormField {
    /// The field itself; for a radio group, a drawing of each button.
    fileprivate var onPages: [FormField] {
        guard case .radio(let buttons, let selected) = content else { return [self] }
        return buttons.enumerated().map { index, button in
            let isDrawn = index == selected || button.showsEmptyCircle
            let inks =
                isDrawn
                ? RadioAppearance.inks(
                    isChosen: index == selected, width: button.rect.width, height: button.rect.height) : []
            return FormField(
                name: name, page: button.page, rect: button.rect,
                content: .drawing(inks, size: (button.rect.width, button.rect.height)),
                label: index == selected ? "\(label ?? ""): \(button.value)" : nil)
        }
    }

    fileprivate var asPart: SignaturePart {
        var part = SignaturePart(content, rect: rect, fontSize: fontSize, font: font)
        part.alignment = alignment
        return part
    }

    fileprivate var showsSomething: Bool {
        switch content {
        case .text(let text), .date(let text): !text.isEmpty
        case .checkbox(let isChecked): isChecked || showsEmptyBox
        case .radio: false
        case .drawing(let ink, _): !ink.isEmpty
        }
    }

    /// The text that a screen reader speaks for the field.
    fileprivate var spoken: String? {
        let value: String? =
            switch content {
            case .text(let text), .date(let text): text
            case .checkbox(let isChecked): isChecked ? "checked" : "not checked"
            case .drawing, .radio: nil
            }
        return [label, value].compactMap(\.self).joined(separator: ": ")
    }
}
