import Essentials
import Foundation
import Words

/// A letter's facts as its templates show them: on one line where a name is meant, of a sensible length, and without
/// characters that hide or reverse others.
struct LetterFacts {
    let values: [String: LetterValue]
    let subject: String

    init(_ letter: Letter, _ sentences: LetterSentences) {
        let names = Self.names(letter, sentences)
        let facts = names.mapValues { Fact.text($0) }
        func sentence(_ part: LetterSentences.Part) -> String? { sentences(letter.kind, part, facts) }

        let title = HeaderText.line(sentence(.subject) ?? names["subject"] ?? "", longest: 180)
        subject = title
        let shown = letter.documents.prefix(Self.listed).map { ["name": LetterValue.text(Self.name($0))] }
        let missing = letter.documents.count - shown.count
        let link = letter.link.flatMap(Self.link) ?? ""
        let note = [
            link.isEmpty ? nil : sentence(.linkNote),
            letter.hasAttachments ? sentence(.noteWithAttachments) ?? sentence(.note) : sentence(.note),
        ].compactMap(\.self).joined(separator: " ")
        let header = letter.brand.header ?? Self.headerColor
        let button = letter.brand.button ?? Self.buttonColor
        let footer: LetterSentences.Label =
            Self.isToSender(letter) ? .toSender : Self.hasAccount(letter) ? .sentByAccount : .sentBy

        values = [
            "language": .text(sentences.language.tag), "direction": .text(sentences.language.direction),
            "title": .text(title), "brand": .text(names["brand"] ?? ""),
            "logo": .text(letter.brand.logo.map { "cid:\($0.contentID)" } ?? ""),
            "headerColor": .text(header.description), "headerText": .text(header.text),
            "buttonColor": .text(button.description), "buttonText": .text(button.text),
            "greeting": .text(names["recipient"]?.isEmpty == false ? sentences(.greeting, facts) : ""),
            "heading": .text(sentence(.heading) ?? ""), "lead": .text(sentence(.lead) ?? ""),
            "messageLabel": .text(sentences(.message, facts)), "hasMessage": .is(!Self.lines(letter.message).isEmpty),
            "message": .list(Self.lines(letter.message)),
            "reasonLabel": .text(sentences(.reason)), "hasReason": .is(!Self.lines(letter.reason ?? "").isEmpty),
            "reason": .list(Self.lines(letter.reason ?? "")),
            "codeLabel": .text(sentences(.code)), "code": .text(HeaderText.line(letter.code ?? "", longest: 40)),
            "documentsLabel": .text(sentences(.documents)), "hasDocuments": .is(!shown.isEmpty),
            "documents": .list(Array(shown)),
            "more": .text(missing > 0 ? sentences(.more, ["count": .number(missing)]) : ""),
            "action": .text(sentence(.action) ?? sentences.open), "linkLabel": .text(sentences(.link)),
            "link": .text(link),
            "expiresLabel": .text(sentences(.expires)),
            "expires": .text(HeaderText.line(letter.expires ?? "", longest: 120)),
            "note": .text(note), "sentBy": .text(sentences(footer, facts)),
            "hasFooter": .is(!Self.lines(letter.brand.footer).isEmpty),
            "footer": .list(Self.lines(letter.brand.footer)),
        ]
    }

    private static func names(_ letter: Letter, _ sentences: LetterSentences) -> [String: String] {
        let sender = name(letter.senderName.isEmpty ? letter.senderEmail : letter.senderName)
        let subject = HeaderText.line(letter.subject, longest: 150)
        let brand = name(letter.brand.name)
        return [
            "sender": sender, "email": address(letter.senderEmail), "account": name(letter.accountName),
            "recipient": name(letter.recipientName), "brand": brand.isEmpty ? "Countersign" : brand,
            "actor": HeaderText.line(letter.actor ?? "", longest: 120),
            "person": HeaderText.line(letter.person ?? "", longest: 120),
            "subject": subject.isEmpty ? sentences.noSubject : subject,
        ]
    }

    private static func isToSender(_ letter: Letter) -> Bool {
        switch letter.kind {
        case .viewed, .completedToSender, .undeliverable, .locked, .webhookPaused, .delegatedToSender: true
        case .declined, .voided, .expired: name(letter.recipientName) == name(letter.senderName)
        default: false
        }
    }

    /// Whether the account's name says more than the sender's.
    private static func hasAccount(_ letter: Letter) -> Bool {
        let account = name(letter.accountName)
        return !account.isEmpty && account != name(letter.senderName)
    }

    private static func name(_ text: String) -> String { HeaderText.line(text, longest: 80) }

    private static func address(_ text: String) -> String {
        (try? MailAddress(text))?.displayed ?? HeaderText.line(text, longest: 120)
    }

    private static func lines(_ text: String) -> [[String: LetterValue]] {
        let text = HeaderText.paragraphs(text)
        guard !text.isEmpty else { return [] }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { ["line": .text(String($0))] }
    }

    /// Returns an http or https address in ASCII; anything else is no link.
    private static func link(_ url: URL) -> String? {
        let text = url.absoluteString
        guard ["https", "http"].contains(url.scheme?.lowercased()),
            text.unicodeScalars.allSatisfy({ (0x21..<0x7F).contains($0.value) && !"<>\"".unicodeScalars.contains($0) })
        else { return nil }
        return text
    }

    /// The number of documents that a letter names.
    private static let listed = 10
    private static let headerColor = BrandColor(red: 0x0C, green: 0x54, blue: 0x60)
    private static let buttonColor = headerColor
}
