import Envelopes
import Foundation

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
        var sentences = [Self.request(asked)]
        sentences += given.map { identification, at in
            "\(Self.words(identification)) on \(SignedDate.moment(at))."
        }
        sentences += asked.filter { method in !given.contains { $0.0.method == method } }.map { method in
            "They have not given \(Self.words(method))."
        }
        if wrong > 0 { sentences.append("They entered a wrong code \(wrong == 1 ? "once" : "\(wrong) times").") }
        return [("Proofs", sentences.joined(separator: " "))]
    }

    private static func request(_ asked: [Identification.Method]) -> String {
        guard !asked.isEmpty else { return "The sender did not ask for a code." }
        return "The sender asked for \(asked.map(words).joined(separator: " and "))."
    }

    /// Returns a row for each message to a recipient that was sent before the seal.
    func mailings(to recipient: Recipient) -> [(String, String)] {
        history.events.compactMap { event in
            guard case .mailed(let mailing) = event.body, mailing.recipientID == recipient.id else { return nil }
            let what = mailing.message.words.capitalizedFirst
            let server = mailing.isFile ? "written to a file by the service" : "accepted by \(mailing.server)"
            return ("Mailed", "\(what) to \(mailing.address), \(server), \(SignedDate.moment(event.at))")
        }
    }

    /// Returns a proof as the object of a sentence.
    private static func words(_ method: Identification.Method) -> String {
        switch method {
        case .mailLink: "the link in a message to their address"
        case .accessCode: "the access code that the sender gave them"
        case .mailCode: "a one-time code in a message to their address"
        case .signIn: "a sign-in with their address at this service"
        case .sender: "an identification by the sender's program"
        }
    }

    /// Returns a given proof as the beginning of a sentence.
    private static func words(_ identification: Identification) -> String {
        switch identification.method {
        case .mailLink: return "They opened the link in a message to their address"
        case .accessCode: return "They entered the access code that the sender gave them"
        case .mailCode: return "They entered a one-time code from a message to their address"
        case .signIn: return "They signed in with their address at this service"
        case .sender:
            let how = identification.detail.map { ", by \($0)" } ?? ""
            let when = identification.at.map { " at \(SignedDate.moment($0)), as it says" } ?? ""
            return "The sender's program identified them\(how)\(when), and said so"
        }
    }
}

extension Mailing {
    /// Whether no mail server had the message: a service without one writes it into its folder.
    var isFile: Bool { server == "folder" }
}
