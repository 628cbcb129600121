import Envelopes
import Foundation
import SignedPDF
import Typesetting
import Words

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
    /// The certificate's sentences.
    var say = CertificateWords(.english)

    private typealias Style = CertificateLayout.Style
    var envelope: Envelope { history.envelope }

    /// Returns the file before it is sealed.
    func file() throws -> Data {
        let file = try CertificateFile(
            layout: layout(), title: say(.fileTitle, ["subject": .text(envelope.emailSubject)]),
            language: say.language, at: sealedAt, shaper: typesetter
        ).data()
        guard envelope.definition.options.isTest else { return file }
        return try PDFDocument(file).stamped(.test(typesetter)).bytes
    }

    /// Returns the layout of all pages.
    func layout() -> CertificateLayout {
        var layout = CertificateLayout(typesetter, isRightToLeft: say.language.isRightToLeft)
        head(&layout)
        section(.sectionSigners, followedBy: Self.signerHeight, &layout)
        for recipient in envelope.recipients.sorted(by: { $0.routingOrder < $1.routingOrder }) {
            signer(recipient, &layout)
        }
        otherFonts(&layout)
        section(.sectionDocuments, followedBy: 2 * Style.small.leading + Self.documentHeight, &layout)
        layout.paragraph(say(.documentsIntroduction), .small)
        layout.y += 6
        for document in envelope.documents.sorted(by: { $0.order < $1.order }) { self.document(document, &layout) }
        if history.events.contains(where: { $0.device != nil && $0.body.kind == .signed }) {
            layout.paragraph(say(.deviceCertificates, ["command": .text("countersign verify")]), .small)
            layout.y += 6
        }
        for shortfall in shortfalls {
            let levels = say(
                .shortfall,
                ["reached": .text(shortfall.reached.rawValue), "wanted": .text(shortfall.wanted.rawValue)])
            layout.paragraph("\(levels) \(shortfall.cause)", .body)
        }
        section(.sectionChecks, followedBy: 3 * Style.body.leading, &layout)
        layout.within(.list) { layout in
            for number in 1...Self.checks {
                layout.reserve(2 * Style.body.leading)
                item("\(number)", &layout) { layout in
                    layout.paragraph(
                        say(.check, "\(number)"), .body, nil, x: CertificateLayout.left + Self.indent)
                }
                layout.y += 3
            }
        }
        agreements(&layout)
        section(.sectionHistory, followedBy: 3 * Style.small.leading + Self.eventHeight, &layout)
        layout.paragraph(say(.historyIntroduction), .small)
        layout.y += 6
        let words = EventWords(envelope: envelope, in: say.language)
        layout.within(.list) { layout in
            for event in history.events { self.event(event, words, &layout) }
        }
        foot(&layout)
        return layout
    }

    // MARK: Head and foot

    private func head(_ layout: inout CertificateLayout) {
        layout.paragraph(say(.title), .title, .title)
        layout.y += 8
        if envelope.definition.options.isTest {
            layout.paragraph(say(.test), .heading)
            layout.y += 8
        }
        let pages = envelope.documents.map(\.pages.count).reduce(0, +)
        let contents = say.list([say(.documents, count: envelope.documents.count), say(.pages, count: pages)])
        var rows: [(String, String)] = [
            (say(.labelEnvelope), envelope.id.rawValue),
            (say(.labelSubject), envelope.emailSubject),
            (say(.labelStatus), say(.status)),
            (say(.labelSender), "\(envelope.sender.name) \(say.language.island("<\(envelope.sender.email)>"))"),
            (say(.labelSent), envelope.sentAt.map { say.moment($0) } ?? "-"),
            (say(.labelCompleted), say.moment(sealedAt)),
            (say(.labelContents), contents),
            (say(.labelSigners), "\(envelope.recipients.count(where: \.signs))"),
            (
                say(.labelIssuer),
                say(.issuer, ["seal": .text(issuer.seal), "authority": .text(issuer.authority)])
            ),
        ]
        rows += envelope.definition.customFields.filter { $0.show && !$0.value.isEmpty }
            .map { (say(.labelCustomField), "\($0.name): \($0.value)") }
        layout.within(.table) { layout in
            for (label, value) in rows { layout.row(label, value, labelWidth: Self.labelWidth) }
            if let hash = issuer.hash {
                layout.row(say(.labelIssuerHash), hash, labelWidth: Self.labelWidth, style: .hash)
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

    private func foot(_ layout: inout CertificateLayout) {
        for index in layout.pages.indices {
            layout.decorate(
                .line(
                    fromX: CertificateLayout.left, toX: CertificateLayout.right, y: 800, width: 0.5, gray: 0.8),
                onPage: index)
            layout.decorate(
                .text(
                    say(.footEnvelope, ["id": .text(envelope.id.rawValue)]), x: CertificateLayout.left, baseline: 814,
                    style: .small),
                onPage: index)
            let number = say(.footPage, ["page": .number(index + 1), "pages": .number(layout.pages.count)])
            let width = layout.width(of: number, .small)
            layout.decorate(
                .text(number, x: CertificateLayout.right - width, baseline: 814, style: .small), onPage: index)
        }
    }

    /// Sets a heading, which never stands alone at the foot of a page.
    ///
    /// - Parameter height: the minimum height of the first item below it, in points
    func section(_ title: CertificateText, followedBy height: Double, _ layout: inout CertificateLayout) {
        layout.y += 14
        layout.reserve(Style.heading.leading + 10 + height)
        layout.paragraph(say(title), .heading, .heading)
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

    // MARK: Documents

    private func document(_ document: EnvelopeDocument, _ layout: inout CertificateLayout) {
        layout.reserve(Self.documentHeight)
        layout.paragraph(document.name, .strong, .subheading)
        layout.paragraph(say.list([say(.pages, count: document.pages.count)] + attacher(of: document)), .body)
        layout.y += 2
        layout.within(.table) { layout in
            let hashes = [
                (say(.labelHashReceived), document.blob.rawValue),
                (say(.labelHashSealed), sealed[document.id]?.rawValue ?? "-"),
            ]
            for (label, hash) in hashes {
                layout.row(label, hash, labelWidth: Self.labelWidth, style: .hash)
            }
        }
        if scripted.contains(document.id) {
            layout.paragraph(say(.scripts), .small)
        }
        layout.y += 8
    }

    /// Returns who attached a document, and the name of their file; nothing for the sender's documents.
    private func attacher(of document: EnvelopeDocument) -> [String] {
        guard let attachment = document.attachment, let recipient = envelope.recipient(attachment.recipientID) else {
            return []
        }
        let person = Fact.text(recipient.name)
        guard let file = envelope.tab(attachment.tabID).flatMap(envelope.attachedFile) else {
            return [say(.attached, ["person": person])]
        }
        return [say(.attachedAs, ["person": person, "file": .text(file.name)])]
    }

    // MARK: History

    private func event(_ event: Event, _ words: EventWords, _ layout: inout CertificateLayout) {
        let x = CertificateLayout.left + Self.indent
        layout.reserve(Self.eventHeight)
        item("\(event.sequence)", &layout) { layout in
            layout.paragraph(words.sentence(event), .body, x: x)
            let place = event.actor.ipAddress.map { " · \($0)" } ?? ""
            layout.paragraph(say.moment(event) + place, .small, x: x)
            layout.paragraph(event.hash.rawValue, .hash, x: x)
        }
        layout.y += 5
    }
}
