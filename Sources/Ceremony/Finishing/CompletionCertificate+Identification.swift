import Envelopes
import Foundation
import Words

/// What a recipient was asked for and has given, and the messages that they got.
extension CompletionCertificate {
    /// Returns a row that says which proofs the sender asked for, and which were given; none if there is nothing to
    /// say.
    func proofs(of recipient: Recipient) -> [(String, String)] {
        let asked = recipient.askedIdentifications
        // Not what earlier people proved, whom the sender or they themselves replaced.
        let began = history.envelope.state(of: recipient.id)?.beganAgain ?? 0
        let own = history.events.filter { $0.sequence > began }
        let given = own.compactMap { event -> (Identification, Date)? in
            guard case .identified(recipient.id, let identification) = event.body else { return nil }
            return (identification, event.at)
        }
        let wrong = own.count { event in
            if case .identificationFailed(recipient.id, _) = event.body { true } else { false }
        }
        guard !asked.isEmpty || !given.isEmpty else { return [] }
        var sentences = asked.isEmpty ? [say(.asked, "none")] : asked.map { say(.asked, $0.rawValue) }
        sentences += given.map { self.given($0, at: $1) }
        sentences += asked.filter { method in !given.contains { $0.0.method == method } }.map { method in
            say(.missing, method.rawValue)
        }
        if wrong > 0 { sentences.append(say(.wrongCodes, count: wrong)) }
        return [(say(.labelProofs), sentences.joined(separator: " "))]
    }

    /// Returns a row for each message to a recipient that was sent before the seal.
    func mailings(to recipient: Recipient) -> [(String, String)] {
        history.events.compactMap { event in
            guard case .mailed(let mailing) = event.body, mailing.recipientID == recipient.id else { return nil }
            let mailed = say(
                mailing.isFile ? .mailedFile : .mailed,
                [
                    "message": .text(say.event(.message, mailing.message.rawValue)), "address": .text(mailing.address),
                    "server": .text(mailing.server), "time": .text(say.moment(event.at)),
                ])
            return (say(.labelMailed), mailed)
        }
    }

    /// Returns a given proof as a sentence.
    private func given(_ identification: Identification, at date: Date) -> String {
        var facts: [String: Fact] = ["time": .text(say.moment(date))]
        if let how = identification.detail { facts["how"] = .text(how) }
        if let moment = identification.at { facts["moment"] = .text(say.moment(moment)) }
        guard identification.method == .sender else {
            return say(.given, identification.method.rawValue, facts)
        }
        switch (identification.detail, identification.at) {
        case (nil, nil): return say(.givenSender, facts)
        case (.some, nil): return say(.givenSenderBy, facts)
        case (nil, .some): return say(.givenSenderAt, facts)
        case (.some, .some): return say(.givenSenderByAt, facts)
        }
    }
}

extension Mailing {
    /// Whether no mail server had the message: a service without one writes it into its folder.
    var isFile: Bool { server == "folder" }
}
