import Foundation
import Words

/// What a message to a person says, in facts. All texts may come from strangers.
package struct Letter: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// The first message to a recipient who is to sign.
        case invitation
        /// It is the recipient's turn after others.
        case yourTurn
        case reminder
        case expiryWarning
        /// To the sender: the person has opened the envelope.
        case viewed
        /// To everyone: the person has declined.
        case declined
        /// To everyone: the envelope was voided.
        case voided
        /// To everyone: the time to sign is over.
        case expired
        /// To a recipient: all have signed.
        case completed
        /// To the sender: all have signed.
        case completedToSender
        /// To a recipient who gets a copy.
        case copy
        /// To the recipient of a certified delivery, who has to open the documents.
        case delivery
        case oneTimeCode
        /// To somebody who signs in to an application, which the subject names.
        case signInCode
        /// To the new recipient: the person has put them in their place.
        case delegated
        /// To the sender: the person has put another in their place.
        case delegatedToSender
        /// To a recipient whose envelope was corrected.
        case corrected
        /// To the sender: a message to the person came back.
        case undeliverable
        /// To the sender: the person entered wrong codes too often.
        case locked
        /// To the owner of an account: a webhook is paused.
        case webhookPaused

        /// Whether the message only informs, so that the person may refuse more of the kind (`List-Unsubscribe`).
        package var isOptional: Bool { self == .viewed || self == .completedToSender }
    }

    package var kind: Kind
    /// Who sends the envelope.
    package var senderName: String
    package var senderEmail: String
    package var accountName: String
    /// Whom the message is to.
    package var recipientName: String
    /// The envelope's subject.
    package var subject: String
    /// What the sender writes to this person; may have several lines.
    package var message: String
    /// The documents' names.
    package var documents: [String]
    /// Where the person goes on. The plain text has it on a line of its own.
    package var link: URL?
    package var code: String?
    /// When the envelope, the link or the code expires, as a text for the person.
    package var expires: String?
    /// Why: of a refusal, a voided envelope, a message that came back, a webhook that is paused.
    package var reason: String?
    /// The other person that the letter is about: who viewed, declined or delegated, whose address failed. For a paused
    /// webhook, its address.
    package var actor: String?
    /// The person who got another's place.
    package var person: String?
    /// Whether the documents go with the message.
    package var hasAttachments: Bool
    package var brand: Brand
    /// The person's language, such as `en` or `pt-BR`; English if there are no sentences in it.
    package var language: String

    package init(
        _ kind: Kind, senderName: String, senderEmail: String, accountName: String = "", recipientName: String,
        subject: String, message: String = "", documents: [String] = [], link: URL? = nil, code: String? = nil,
        expires: String? = nil, reason: String? = nil, actor: String? = nil, hasAttachments: Bool = false,
        brand: Brand = Brand(), language: String = "en"
    ) {
        self.kind = kind
        self.senderName = senderName
        self.senderEmail = senderEmail
        self.accountName = accountName
        self.recipientName = recipientName
        self.subject = subject
        self.message = message
        self.documents = documents
        self.link = link
        self.code = code
        self.expires = expires
        self.reason = reason
        self.actor = actor
        self.hasAttachments = hasAttachments
        self.brand = brand
        self.language = language
    }
}

extension Letter {
    /// Returns a date with its time as the letter's language writes them.
    package func text(of date: Date, in timeZone: TimeZone) -> String {
        let language = Language.best(for: [language])
        var style = Date.FormatStyle(date: .long, time: .shortened).timeZone(.specificName(.short))
        style.timeZone = timeZone
        style.locale = Locale(identifier: language == .english ? "en_GB" : language.locale)
        return date.formatted(style)
    }
}

/// A letter as texts.
package struct RenderedLetter: Sendable, Hashable {
    package let subject: String
    package let text: String
    package let html: String
    /// The images that ``html`` shows: the brand's logo.
    package let images: [InlineImage]
}
