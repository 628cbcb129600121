import Envelopes
import Foundation
import SignedPDF
import Typesetting

/// The certificate of completion: a PDF that says who signed which documents, when and from where. It lists the hashes
/// that documents and history can be checked with.
///
/// The event that seals the envelope names the certificate's hash. So the certificate is written before that event, and
/// lists every event up to the last signature.
struct CompletionCertificate {
    let history: History
    /// The sealed last versions of the documents.
    let sealed: [DocumentID: BlobHash]
    /// The cases in which the seal falls short of the ordered level.
    let shortfalls: [LevelDowngrade]
    let artwork: [RecipientID: AdoptedArtwork]
    /// The texts that people agreed to before signing, by their hashes.
    var agreed: [BlobHash: Disclosure] = [:]
    /// The documents that contain JavaScript.
    var scripted: Set<DocumentID> = []
    /// The issuer of the seal on the documents and on this certificate.
    let issuer: Issuer
    let sealedAt: Date
    let typesetter: any Typesetter

    private typealias Style = CertificateLayout.Style
    var envelope: Envelope { history.envelope }

    /// Returns the file before it is sealed.
    func file() throws -> Data {
        let file = try CertificateFile(
            layout: layout(), envelope: envelope, at: sealedAt, shaper: typesetter
        ).data()
        guard envelope.definition.options.isTest else { return file }
        return try PDFDocument(file).stamped(.test(typesetter)).bytes
    }

    /// Returns the layout of all pages.
    func layout() -> CertificateLayout {
        var layout = CertificateLayout(typesetter)
        head(&layout)
        section("Signers", followedBy: Self.signerHeight, &layout)
        for recipient in envelope.recipients.sorted(by: { $0.routingOrder < $1.routingOrder }) {
            signer(recipient, &layout)
        }
        otherFonts(&layout)
        section("Documents", followedBy: 2 * Style.small.leading + Self.documentHeight, &layout)
        layout.paragraph(
            "You can check every signature and the seal in a PDF reader. A document's SHA-256 covers the whole file."
                + " The sealed file begins with the file as received, byte for byte.", .small)
        layout.y += 6
        for document in envelope.documents.sorted(by: { $0.order < $1.order }) { self.document(document, &layout) }
        if history.events.contains(where: { $0.device != nil && $0.body.kind == .signed }) {
            layout.paragraph(
                "A device that signs without the service issues the signer's certificate itself. Such a certificate"
                    + " shows that one key signed, but not whose key it is. The service checked these signatures before"
                    + " it sealed the documents, and its seal names them. If you trust the service's authority,"
                    + " “countersign verify” reports them as vouched for. Other programs report their signers as"
                    + " unknown.", .small)
            layout.y += 6
        }
        for shortfall in shortfalls {
            let levels = "The seal has the level \(shortfall.reached.rawValue) instead of \(shortfall.wanted.rawValue)."
            layout.paragraph("\(levels) \(shortfall.cause)", .body)
        }
        section("How to check this without us", followedBy: 3 * Style.body.leading, &layout)
        layout.within(.list) { layout in
            for (number, check) in Self.checks.enumerated() {
                layout.reserve(2 * Style.body.leading)
                item("\(number + 1)", &layout) { layout in
                    layout.paragraph(check, .body, nil, x: CertificateLayout.left + Self.indent)
                }
                layout.y += 3
            }
        }
        agreements(&layout)
        section("History", followedBy: 3 * Style.small.leading + Self.eventHeight, &layout)
        layout.paragraph(
            "Each event's SHA-256 covers the event and the hash of the event before it, so nobody can change, remove or"
                + " add an event without changing every hash after it. The sealing of the envelope is not listed: that"
                + " event comes last and contains the hash of this certificate.", .small)
        layout.y += 6
        let words = EventWords(envelope: envelope)
        layout.within(.list) { layout in
            for event in history.events { self.event(event, words, &layout) }
        }
        foot(&layout)
        return layout
    }

    // MARK: Head and foot

    private func head(_ layout: inout CertificateLayout) {
        layout.paragraph("Certificate of completion", .title, .title)
        layout.y += 8
        if envelope.definition.options.isTest {
            layout.paragraph(Self.testStatement, .heading)
            layout.y += 8
        }
        let pages = envelope.documents.map(\.pages.count).reduce(0, +)
        var rows: [(String, String)] = [
            ("Envelope", envelope.id.rawValue),
            ("Subject", envelope.emailSubject),
            ("Status", "Completed and sealed"),
            ("Sender", "\(envelope.sender.name) <\(envelope.sender.email)>"),
            ("Sent", envelope.sentAt.map(SignedDate.moment) ?? "-"),
            ("Completed", SignedDate.moment(sealedAt)),
            ("Contents", "\(counted(envelope.documents.count, "document")), \(counted(pages, "page"))"),
            ("Signers", "\(envelope.recipients.count(where: \.signs))"),
            ("Issued by", "\(issuer.seal), certified by \(issuer.authority)"),
        ]
        rows += envelope.definition.customFields.filter { $0.show && !$0.value.isEmpty }
            .map { ("Custom field", "\($0.name): \($0.value)") }
        layout.within(.table) { layout in
            for (label, value) in rows { layout.row(label, value, labelWidth: Self.labelWidth) }
            if let hash = issuer.hash {
                layout.row("SHA-256 of its certificate", hash, labelWidth: Self.labelWidth, style: .hash)
            }
        }
    }

    /// The width of the column with labels, which all tables share, and of the one with numbers, in points.
    static let labelWidth = 88.0
    private static let indent = 24.0

    /// The minimum heights of a signer, a document and an event, in points.
    static let signerHeight = 140.0
    private static let documentHeight = 58.0
    private static let eventHeight = Style.body.leading * 2 + Style.hash.leading

    private func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

    private func foot(_ layout: inout CertificateLayout) {
        for index in layout.pages.indices {
            layout.decorate(
                .line(
                    fromX: CertificateLayout.left, toX: CertificateLayout.right, y: 800, width: 0.5, gray: 0.8),
                onPage: index)
            layout.decorate(
                .text("Envelope \(envelope.id.rawValue)", x: CertificateLayout.left, baseline: 814, style: .small),
                onPage: index)
            let number = "Page \(index + 1) of \(layout.pages.count)"
            let width = layout.width(of: number, .small)
            layout.decorate(
                .text(number, x: CertificateLayout.right - width, baseline: 814, style: .small), onPage: index)
        }
    }

    /// Sets a heading, which never stands alone at the foot of a page.
    ///
    /// - Parameter height: the minimum height of the first item below it, in points
    func section(_ title: String, followedBy height: Double, _ layout: inout CertificateLayout) {
        layout.y += 14
        layout.reserve(Style.heading.leading + 10 + height)
        layout.paragraph(title, .heading, .heading)
        layout.y += 2
        layout.add(
            .line(
                fromX: CertificateLayout.left, toX: CertificateLayout.right, y: layout.y, width: 0.75, gray: 0.3))
        layout.y += 8
    }

    /// Sets an item of a list beside its number.
    private func item(
        _ number: String, _ layout: inout CertificateLayout, _ set: (inout CertificateLayout) -> Void
    ) {
        layout.within(.listItem) { layout in
            layout.line(
                number, .label, .listLabel, x: CertificateLayout.left, baseline: layout.y + Style.body.size)
            layout.within(.listBody, set)
        }
    }

    /// What the certificate of an envelope that is only a trial begins with.
    static let testStatement = "This was a test. It has no legal effect."

    // MARK: Documents

    private func document(_ document: EnvelopeDocument, _ layout: inout CertificateLayout) {
        layout.reserve(Self.documentHeight)
        layout.paragraph(document.name, .strong, .subheading)
        layout.paragraph(counted(document.pages.count, "page") + attacher(of: document), .body)
        layout.y += 2
        layout.within(.table) { layout in
            let hashes = [("as received", document.blob.rawValue), ("sealed", sealed[document.id]?.rawValue ?? "-")]
            for (version, hash) in hashes {
                layout.row("SHA-256 \(version)", hash, labelWidth: Self.labelWidth, style: .hash)
            }
        }
        if scripted.contains(document.id) {
            layout.paragraph(
                "This file contains JavaScript. It did not run while the document was shown for signing. A PDF reader"
                    + " that runs it may show the document differently.", .small)
        }
        layout.y += 8
    }

    /// Returns who attached a document, and the name of their file; empty for the sender's documents.
    private func attacher(of document: EnvelopeDocument) -> String {
        guard let attachment = document.attachment, let recipient = envelope.recipient(attachment.recipientID) else {
            return ""
        }
        let file = envelope.tab(attachment.tabID).flatMap(envelope.attachedFile)
        return ", attached by \(recipient.name)" + (file.map { " as “\($0.name)”" } ?? "")
    }

    // MARK: History

    private func event(_ event: Event, _ words: EventWords, _ layout: inout CertificateLayout) {
        let x = CertificateLayout.left + Self.indent
        layout.reserve(Self.eventHeight)
        item("\(event.sequence)", &layout) { layout in
            layout.paragraph(words.sentence(event), .body, x: x)
            let place = event.actor.ipAddress.map { " · from \($0)" } ?? ""
            layout.paragraph(DeviceWords.moment(event) + place, .small, x: x)
            layout.paragraph(event.hash.rawValue, .hash, x: x)
        }
        layout.y += 5
    }
}
