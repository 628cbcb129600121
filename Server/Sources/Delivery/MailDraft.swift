import Envelopes
import Foundation
import Ledger
import Mail

/// The facts of one message about an envelope.
struct MailDraft {
    let order: MailOrder
    let envelope: Envelope
    /// The event that caused it.
    let cause: Event?

    init(order: MailOrder, envelope: Envelope, events: [Event]) {
        self.order = order
        self.envelope = envelope
        cause = events.first { $0.sequence == order.sequence }
    }

    /// The recipient who gets the message; `nil` for the sender.
    var recipient: Recipient? { order.recipientID.flatMap(envelope.recipient) }

    var name: String { recipient?.name ?? envelope.sender.name }
    var address: String { recipient?.email ?? envelope.sender.email }

    /// Returns who gets the recipients' answers: as the envelope says, else the account, else the sender.
    func replyTo(_ ofAccount: MailAddress?) throws(MailProblem) -> Mailbox {
        let sender = envelope.sender
        if let other = envelope.definition.replyTo {
            return try Mailbox(name: other.name ?? sender.name, address: other.email)
        }
        guard let ofAccount else { return try Mailbox(name: sender.name, address: sender.email) }
        return Mailbox(name: sender.name, address: ofAccount)
    }

    /// Whether the message leads its recipient to the documents. Of what was declined or voided nobody can read any.
    var hasLink: Bool { !order.message.traits.contains(.closesDocuments) }

    /// The sender's own subject for this person's invitation.
    var subject: String? { asksToSign ? recipient?.emailNotification?.subject : nil }

    private var asksToSign: Bool { order.message.traits.contains(.asksToAct) }

    /// Returns the letter, without its link.
    ///
    /// - Parameter language: the tag of the account's language, if it has one
    func letter(accountName: String, language: String?, timer: EnvelopeTimer, timeZone: TimeZone) -> Letter {
        var letter = Letter(
            kind, senderName: envelope.sender.name, senderEmail: envelope.sender.email, accountName: accountName,
            recipientName: name, subject: envelope.emailSubject,
            documents: (recipient.map { envelope.documents(visibleTo: $0.id) }
                ?? envelope.documents.sorted { $0.order < $1.order }).map(\.name))
        letter.language = recipient?.emailNotification?.language ?? language ?? "en"
        if asksToSign {
            letter.message = recipient.flatMap(envelope.words) ?? ""
            if order.message != .copy {
                let zone = recipient.flatMap { envelope.state(of: $0.id)?.zone?.timeZone } ?? timeZone
                letter.expires = timer.end(of: envelope).map { letter.text(of: $0, in: zone) }
            }
        }
        switch cause?.body {
        case .declined(let id, let reason):
            letter.actor = envelope.recipient(id)?.name
            letter.reason = reason
        // The letter says itself that the time is over, in its own language.
        case .voided(let reason): letter.reason = envelope.hasExpired ? nil : reason
        case .viewed(let id), .identificationFailed(let id, _): letter.actor = envelope.recipient(id)?.name
        case .delegated(let id, let delegation):
            letter.actor = envelope.state(of: id)?.earlierHolders.last?.name
            letter.person = delegation.name
            letter.reason = delegation.reason
        case .undelivered(let undelivered):
            letter.actor = undelivered.recipientID.flatMap(envelope.recipient)?.name ?? undelivered.address
            letter.reason = undelivered.reason
        default: break
        }
        if order.message == .oneTimeCode { letter.expires = nil }
        if let webhook = order.webhook {
            letter.actor = webhook.name
            letter.reason = webhook.reason
            letter.documents = []
        }
        return letter
    }

    private var kind: Letter.Kind {
        if asksToSign, order.message != .copy, recipient?.signs == false { return .delivery }
        return switch order.message {
        case .invitation: isFromEarlierHolder ? .delegated : .invitation
        case .yourTurn: .yourTurn
        case .reminder: .reminder
        case .expiryWarning: .expiryWarning
        case .viewed: .viewed
        case .declined: .declined
        case .voided: envelope.hasExpired ? .expired : .voided
        case .completed: recipient == nil ? .completedToSender : .completed
        case .copy: .copy
        case .oneTimeCode: .oneTimeCode
        case .undeliverable: .undeliverable
        case .locked: .locked
        case .corrected: .corrected
        case .targetPaused: .webhookPaused
        case .delegated: .delegatedToSender
        }
    }

    /// Whether another person passes the request on, and not the sender.
    private var isFromEarlierHolder: Bool {
        if case .delegated = cause?.body { true } else { false }
    }
}
