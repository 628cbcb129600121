import Envelopes
import Foundation
import Words

/// Finds the words for the end of a person's visit.
package struct Closing: Sendable {
    package let envelope: Envelope
    package let recipient: Recipient
    package let say: PageSentences
    /// Whether the page offers the documents for download.
    package let offersCopies: Bool

    package init(_ envelope: Envelope, _ recipient: Recipient, _ say: PageSentences, offersCopies: Bool) {
        self.envelope = envelope
        self.recipient = recipient
        self.say = say
        self.offersCopies = offersCopies
    }

    private var state: RecipientState? { envelope.state(of: recipient.id) }

    /// The names in sentences.
    package var names: [String: String] {
        [
            "sender": envelope.sender.name, "email": envelope.sender.email, "subject": envelope.emailSubject,
            "recipient": recipient.name, "address": hiddenAddress,
        ]
    }

    /// The recipient's address with most of its first part left out; only they recognize it.
    package var hiddenAddress: String {
        let address = recipient.email
        guard let at = address.lastIndex(of: "@"), let first = address.first else { return say(.yourAddress) }
        return "\(first)…\(address[at...])"
    }

    private func text(_ key: LinkText) -> String { say(key, names) }

    // MARK: Endings

    /// The words for somebody who has done their part, or for whom nothing is left to do; `nil` for anybody else.
    package var words: ClosingWords? { over ?? (state?.hasFinished == true ? finished : nil) }

    /// Says who has signed and who has not, and how the reader gets a copy.
    package var finished: ClosingWords {
        let title: LinkText =
            envelope.status == .completed
            ? .completeTitle : recipient.signs ? .signedTitle : recipient.acts ? .receivedTitle : .copyTitle
        return words(good: true, text(title), [progress, copy])
    }

    /// The words about an envelope that nobody can sign any more; `nil` for any other.
    package var over: ClosingWords? {
        switch envelope.status {
        case .voided where envelope.hasExpired: words(text(.timeOverTitle), [text(.timeOver)])
        case .voided:
            words(
                text(.withdrawnTitle), [text(.withdrawn), text(.ask)],
                quote: envelope.voidedReason.map { ClosingWords.Quote(caption: text(.reason), words: $0) })
        case .declined where state?.status == .declined: words(text(.youDeclinedTitle), [text(.youDeclined)])
        case .declined:
            words(
                text(.endedTitle),
                [text(.somebodyDeclined), state?.status == .completed ? text(.signedInVain) : nil, text(.ask)])
        case .created, .sent, .delivered, .signed, .completed: nil
        }
    }

    /// The words for somebody who leaves before they are done.
    ///
    /// - Parameter isByLink: whether they came by the link in a message
    package func later(keepsEntries: Bool, isByLink: Bool) -> ClosingWords {
        words(
            good: keepsEntries, text(recipient.signs ? .notSignedTitle : .notOpenedTitle),
            [text(keepsEntries ? .entriesKept : .entriesLost), text(isByLink ? .goOnLater : .comeBack)])
    }

    /// The words for somebody who has assigned their part to a person.
    package func passedOn(to person: String) -> ClosingWords {
        let names = names.merging(["person": person]) { $1 }
        return words(good: true, say(.passedOnTitle, names), [say(.passedOn, names)])
    }

    private func words(
        good: Bool = false, _ title: String, _ sentences: [String?], quote: ClosingWords.Quote? = nil
    ) -> ClosingWords {
        ClosingWords(
            language: say.language.tag, direction: say.language.direction, isGood: good, title: title,
            sentences: sentences.compactMap(\.self), quote: quote, download: text(.download),
            mayClose: text(.mayClose))
    }

    // MARK: Sentences

    private var progress: String {
        let others = envelope.recipients.filter { $0.signs && $0.id != recipient.id }
        let missing = others.count { envelope.state(of: $0.id)?.hasFinished != true }
        guard envelope.status != .completed else { return text(.allSealed) }
        guard missing > 0 else {
            let isWaiting = envelope.recipients.contains { envelope.state(of: $0.id)?.hasFinished != true }
            return text(isWaiting ? .othersReceive : .allSigned)
        }
        let sentence =
            recipient.signs
            ? say(.othersMissing, count: missing) : say(.peopleMissing, count: missing)
        return sentence.prefix(1).uppercased() + sentence.dropFirst()
    }

    /// Says whether a copy was mailed, or will be.
    private var copy: String? {
        guard recipient.getsMail, envelope.definition.options.announcesCompletion else {
            return offersCopies ? text(.noCopyByMail) : nil
        }
        guard envelope.status == .completed else { return text(.completedByMail) }
        switch state?.copy {
        case .mailed: return text(.copyMailed)
        case .returned: return text(.copyReturned)
        case nil: return text(.copyComing)
        }
    }
}
