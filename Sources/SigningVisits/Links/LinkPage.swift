import Ceremony
import EnvelopeWork
import Envelopes
import Foundation
import HTTPMessages
import Ledger
import PageKit
import ServiceCalls
import Words

/// The page behind a link: who asks for what, or why nothing can be done and what to do next.
struct LinkPage {
    let envelope: Envelope
    let recipient: Recipient
    /// The name of the sender's account; `nil` if it is not shown.
    let account: String?
    let state: LinkState
    let say: PageSentences
    let closing: Closing
    /// How the sender's account appears; `nil` for the page's own look.
    let brand: AccountBrand?
    private let timeZone: TimeZone
    private let timer: EnvelopeTimer

    init(
        envelope: Envelope, recipient: Recipient, account: String?, brand: AccountBrand?, language: String?,
        isExpired: Bool = false, passedOnTo person: String? = nil, configuration: EnvelopeServiceConfiguration,
        _ request: ServiceCall
    ) {
        say = .for(recipient, request, otherwise: language)
        closing = Closing(
            envelope, recipient, say, offersCopies: configuration.ceremony.offersCopies)
        self.brand = brand
        self.envelope = envelope
        self.recipient = recipient
        self.account = account
        timeZone = envelope.state(of: recipient.id)?.zone?.timeZone ?? configuration.ceremony.timeZone
        timer = configuration.timer
        state = person.map(LinkState.passedOn) ?? LinkState(envelope, recipient, linkIsExpired: isExpired)
    }

    private var sender: String { envelope.sender.name }

    /// Returns a text with the envelope's names.
    func text(_ key: LinkText) -> String { say(key, closing.names) }

    // MARK: Behind the link

    /// - Parameter link: the link's secret, for the addresses of the page's forms
    func page(link: String) -> HTTPReply {
        switch state {
        case .waiting: return invitation(link)
        case .finished: return finished(Self.form("/open/\(link)", text(.seeDocuments)))
        case .expired: return expired(link)
        default: return deadEnd
        }
    }

    /// - Parameter action: the address that sends the link
    func page(sendingLinkBy action: String) -> HTTPReply {
        let form = Self.form(action, text(.sendLink))
        switch state {
        case .waiting: return page(invitationTitle, [message, Self.paragraph(text(.mailedLink)), form])
        case .finished: return finished(form)
        default: return deadEnd
        }
    }

    private var invitationTitle: String {
        say(
            recipient.signs ? .invitationTitle : .deliveryTitle,
            [
                "sender": account.map { say(.senderOfAccount, ["sender": sender, "account": $0]) } ?? sender,
                "subject": envelope.emailSubject,
            ])
    }

    private func invitation(_ link: String) -> HTTPReply {
        let end = timer.end(of: envelope).map {
            say(recipient.signs ? .signUntil : .openUntil, ["date": say.day($0, in: timeZone)])
        }
        let codes = recipient.askedIdentifications.isEmpty ? nil : text(.codeFirst)
        let names = envelope.documents(visibleTo: recipient.id).map { document in
            let count = document.pages.count
            let pages = say(.pages, count: count)
            return "<li><span dir=\"auto\">\(PlainPage.escaped(document.name))</span>"
                + " <span class=\"quiet\">\(pages)</span></li>"
        }
        return page(
            invitationTitle,
            [
                message, "<ul>\(names.joined())</ul>", Self.paragraph(end),
                Self.paragraph(recipient.signs ? nil : text(.deliveryNote)), Self.paragraph(codes),
                Self.form("/open/\(link)", text(recipient.signs ? .review : .openDocuments)),
                Self.paragraph(text(.personalLink), class: "quiet"),
            ])
    }

    /// The sender's message, for those whose signing page no longer begins with it.
    private var message: String? {
        guard envelope.state(of: recipient.id)?.hasConsented == true else { return nil }
        return envelope.words(to: recipient).map { Self.quote($0, text(.messageFrom)) }
    }

    private func expired(_ link: String) -> HTTPReply {
        page(
            text(.expiredTitle),
            [
                Self.paragraph(text(recipient.signs ? .expired : .expiredDelivery)),
                Self.form("/open/\(link)/renew", text(.sendNewLink)),
            ], status: 410)
    }

    // MARK: At the end

    /// Says who has signed and who has not.
    ///
    /// - Parameter further: HTML below the sentences
    func finished(_ further: String?) -> HTTPReply { page(closing.finished, further) }

    /// The page of an envelope in which this recipient can do nothing.
    var deadEnd: HTTPReply {
        switch state {
        case .notYet: page(text(.notYetTitle), [Self.paragraph(text(.notYet))], status: 409)
        case .passedOn(let person): page(closing.passedOn(to: person), nil, status: 410)
        case .declined, .voided, .timeOver: closing.over.map { page($0, nil, status: 410) } ?? Self.unknown(say)
        case .locked: locked(nil)
        case .waiting, .finished, .expired: Self.unknown(say)
        }
    }

    /// - Parameter further: HTML below the sentence
    func locked(_ further: String?) -> HTTPReply {
        page(text(.lockedTitle), [Self.paragraph(text(.locked)), further], status: 403)
    }

    static func unknown(_ say: PageSentences) -> HTTPReply { deadEnd(say, .unknownTitle, .unknown, status: 404) }

    /// A page about no envelope, with a heading and a sentence.
    static func deadEnd(_ say: PageSentences, _ title: LinkText, _ sentence: LinkText, status: Int) -> HTTPReply {
        page(say, say(title), [paragraph(say(sentence))], status: status)
    }

    var renewed: HTTPReply { page(text(.renewedTitle), [Self.paragraph(text(.renewed))]) }

    var linkSent: HTTPReply { page(text(.renewedTitle), [Self.paragraph(text(.linkSent))]) }

    // MARK: Parts

    /// - Parameter further: HTML below the words
    func page(_ words: ClosingWords, _ further: String?, status: Int = 200) -> HTTPReply {
        Self.page(
            say, words.title,
            words.sentences.map { Self.paragraph($0) } + [
                words.quote.map { Self.quote($0.words, $0.caption) }, further,
            ],
            brand: brand, medal: words.isGood, status: status)
    }

    func page(_ title: String, _ parts: [String?], status: Int = 200) -> HTTPReply {
        Self.page(say, title, parts, brand: brand, status: status)
    }

    /// - Parameter medal: whether a visit ended as its reader wanted; `nil` for a page that ends none
    static func page(
        _ say: PageSentences, _ title: String, _ parts: [String?], brand: AccountBrand? = nil, medal: Bool? = nil,
        status: Int = 200
    ) -> HTTPReply {
        var page = PlainPage(title: title, body: parts.compactMap(\.self).joined(separator: "\n"))
        page.language = say.language.tag
        page.isRightToLeft = say.language.isRightToLeft
        page.brand = brand.map(PageBrand.init)
        page.medal = medal
        return page.answer(status: status, headers: HTTPFields(["X-Robots-Tag": "noindex"]))
    }

    /// A person's words, with a line above them.
    static func quote(_ words: String, _ caption: String) -> String {
        "<figure><figcaption>\(PlainPage.escaped(caption))</figcaption>"
            + "<blockquote dir=\"auto\">\(PlainPage.escaped(words))</blockquote></figure>"
    }

    static func paragraph(_ text: String?, class name: String? = nil) -> String? {
        text.map { "<p\(name.map { " class=\"\($0)\"" } ?? "")>\(PlainPage.escaped($0))</p>" }
    }

    static func form(_ action: String, _ button: String) -> String {
        "<form method=\"post\" action=\"\(PlainPage.escaped(action))\"><div class=\"actions\">"
            + "<button>\(PlainPage.escaped(button))</button></div></form>"
    }
}

extension PageSentences {
    /// Returns the sentences for a person who asks for a page.
    ///
    /// - Parameter account: the tag of the account's language, if it has one
    static func `for`(
        _ recipient: Recipient?, _ request: ServiceCall, otherwise account: String? = nil
    ) -> PageSentences {
        .for(recipient, request.headers, chosen: request.query["lang"], otherwise: account)
    }
}

extension Language {
    /// The language of a page for a person of whom only their request is known.
    static func of(_ request: ServiceCall) -> Language { PageSentences.for(nil, request).language }
}

extension PageBrand {
    init(_ brand: AccountBrand) {
        self.init(
            name: brand.displayedName, header: brand.header, button: brand.button,
            logo: brand.logo.map { ($0.mediaType, $0.bytes) })
    }
}
