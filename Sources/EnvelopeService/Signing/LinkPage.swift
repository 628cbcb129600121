import Ceremony
import Envelopes
import Foundation
import HTTPMessages

/// The page behind a link: who asks for what, or why nothing can be done and what to do next.
struct LinkPage {
    let envelope: Envelope
    let recipient: Recipient
    /// The name of the sender's account; `nil` if it is not shown.
    let account: String?
    let state: LinkState
    private let timeZone: TimeZone
    private let timer: EnvelopeTimer

    init(
        envelope: Envelope, recipient: Recipient, account: String?, isExpired: Bool = false,
        configuration: EnvelopeServiceConfiguration
    ) {
        self.envelope = envelope
        self.recipient = recipient
        self.account = account
        timeZone = configuration.ceremony.timeZone
        timer = configuration.timer
        state = LinkState(envelope, recipient, linkIsExpired: isExpired)
    }

    private var sender: String { envelope.sender.name }
    private var subject: String { "“\(envelope.emailSubject)”" }

    // MARK: Behind the link

    /// - Parameter link: the link's secret, for the addresses of the page's forms
    func page(link: String) -> HTTPReply {
        switch state {
        case .waiting: return invitation(link)
        case .finished: return finished(Self.form("/open/\(link)", "See the documents"))
        case .expired: return expired(link)
        default: return deadEnd
        }
    }

    private func invitation(_ link: String) -> HTTPReply {
        let from = account.map { "\(sender) of \($0)" } ?? sender
        let end = timer.end(of: envelope).map { SignedDate.day($0, in: timeZone) }
        let codes = recipient.askedIdentifications.isEmpty ? nil : "You will be asked for a code first."
        let names = envelope.documents(visibleTo: recipient.id).map { document in
            let count = document.pages.count
            return "<li><span dir=\"auto\">\(PlainPage.escaped(document.name))</span>"
                + " <span class=\"quiet\">\(count == 1 ? "1 page" : "\(count) pages")</span></li>"
        }
        return Self.page(
            recipient.signs ? "\(from) asks you to sign \(subject)" : "\(from) sends you \(subject)",
            [
                message, "<ul>\(names.joined())</ul>",
                Self.paragraph(end.map { "You can \(recipient.signs ? "sign" : "open it") until \($0)." }),
                Self.paragraph(
                    recipient.signs ? nil : "You need not sign anything. \(sender) learns that you opened it."),
                Self.paragraph(codes),
                Self.form("/open/\(link)", recipient.signs ? "Review the documents" : "Open the documents"),
                Self.paragraph(
                    "This link is for \(recipient.name) only. If that is not you, please tell \(envelope.sender.email).",
                    class: "quiet"),
            ])
    }

    private var message: String? {
        guard let words = envelope.words(to: recipient) else { return nil }
        return "<figure><figcaption>Message from \(PlainPage.escaped(sender))</figcaption>"
            + "<blockquote dir=\"auto\">\(PlainPage.escaped(words))</blockquote></figure>"
    }

    private func expired(_ link: String) -> HTTPReply {
        Self.page(
            "This link has expired",
            [
                Self.paragraph(
                    (recipient.signs
                        ? "\(sender) is still waiting for your signature on \(subject)."
                        : "\(sender) is still waiting for you to open \(subject).") + " We can send a new link to"
                        + " \(Self.hidden(recipient.email)), the address that this one was sent to."),
                Self.form("/open/\(link)/renew", "Send me a new link"),
            ], status: 410)
    }

    // MARK: At the end

    /// Says who has signed and who has not.
    ///
    /// - Parameter further: HTML below the sentences
    func finished(_ further: String?) -> HTTPReply {
        let isComplete = envelope.status == .completed
        let title =
            isComplete
            ? "\(subject) is complete"
            : recipient.signs
                ? "You have signed \(subject)"
                : recipient.acts ? "You have received \(subject)" : "You get a copy of \(subject)"
        let mail =
            recipient.getsMail && !isComplete
            ? "When everybody has signed, you get the completed documents by mail to \(Self.hidden(recipient.email))."
            : nil
        return Self.page(title, [Self.paragraph(progress), Self.paragraph(mail), further])
    }

    private var progress: String {
        let others = envelope.recipients.filter { $0.signs && $0.id != recipient.id }
        let missing = others.count { envelope.state(of: $0.id)?.hasFinished != true }
        guard envelope.status != .completed else { return "Everybody has signed, and the documents are sealed." }
        guard missing > 0 else {
            let isWaiting = envelope.recipients.contains { envelope.state(of: $0.id)?.hasFinished != true }
            return isWaiting
                ? "Everybody has signed. Others have not yet received the documents."
                : "Everybody has signed. The documents are being sealed."
        }
        let number = Self.words.indices.contains(missing) ? Self.words[missing] : String(missing)
        let start = recipient.signs ? "You have signed; \(number)" : number.prefix(1).uppercased() + number.dropFirst()
        let noun = recipient.signs ? (missing == 1 ? "other" : "others") : (missing == 1 ? "person" : "people")
        return "\(start) \(noun) \(missing == 1 ? "has" : "have") not yet\(recipient.signs ? "" : " signed")."
    }

    private static let words = [
        "nobody", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    ]

    /// The page of an envelope in which this recipient can do nothing.
    var deadEnd: HTTPReply {
        switch state {
        case .notYet:
            Self.page(
                "It is not your turn yet",
                [Self.paragraph("Others sign \(subject) before you. You get a message when your turn comes.")],
                status: 409)
        case .declined(byThemselves: true):
            Self.page(
                "You have declined to sign \(subject)",
                [
                    Self.paragraph(
                        "\(sender) can read your reason. If you have changed your mind, write to \(envelope.sender.email)."
                    )
                ], status: 410)
        case .declined:
            Self.page(
                "Signing has ended",
                [Self.paragraph("Somebody has declined to sign \(subject); nobody can sign any more. \(ask)")],
                status: 410)
        case .voided(let reason):
            Self.page(
                "These documents were withdrawn",
                [
                    Self.paragraph("\(sender) no longer asks for your signature on \(subject)."),
                    reason.map {
                        "<figure><figcaption>Reason</figcaption><blockquote dir=\"auto\">\(PlainPage.escaped($0))"
                            + "</blockquote></figure>"
                    }, Self.paragraph(ask),
                ], status: 410)
        case .timeOver:
            Self.page(
                "The time to sign is over",
                [
                    Self.paragraph(
                        "\(subject) could be signed only for a while. Ask \(sender) (\(envelope.sender.email)) to send it"
                            + " again.")
                ], status: 410)
        case .locked: locked(nil)
        case .waiting, .finished, .expired: Self.unknown
        }
    }

    /// - Parameter further: HTML below the sentence
    func locked(_ further: String?) -> HTTPReply {
        Self.page(
            "Your access is locked",
            [
                Self.paragraph(
                    "Three wrong access codes were entered. Ask \(sender) (\(envelope.sender.email)) for the right code and a"
                        + " new invitation."
                ),
                further,
            ], status: 403)
    }

    private var ask: String { "If you have a question, write to \(envelope.sender.email)." }

    static let unknown = page(
        "This link is not valid",
        [
            paragraph(
                "It may have been copied incompletely, or the sender has sent you a newer one. Open the link in the"
                    + " newest message.")
        ], status: 404)

    static let renewed = page(
        "Check your mail",
        [
            paragraph(
                "If a new link can be sent, it arrives within a few minutes, at the address that the old one was sent to."
                    + " If nothing arrives, try again in an hour.")
        ])

    // MARK: Parts

    static func page(_ title: String, _ parts: [String?], status: Int = 200) -> HTTPReply {
        PlainPage(title: title, body: parts.compactMap(\.self).joined(separator: "\n")).answer(
            status: status, headers: HTTPFields(["X-Robots-Tag": "noindex"]))
    }

    static func paragraph(_ text: String?, class name: String? = nil) -> String? {
        text.map { "<p\(name.map { " class=\"\($0)\"" } ?? "")>\(PlainPage.escaped($0))</p>" }
    }

    static func form(_ action: String, _ button: String) -> String {
        "<form method=\"post\" action=\"\(PlainPage.escaped(action))\"><div class=\"actions\">"
            + "<button>\(PlainPage.escaped(button))</button></div></form>"
    }

    /// An address of which only its holder recognizes the rest.
    static func hidden(_ address: String) -> String {
        guard let at = address.lastIndex(of: "@"), let first = address.first else { return "your address" }
        return "\(first)…\(address[at...])"
    }
}
