import Envelopes

/// What a recipient was asked for and has given, and the messages that they got.
extension CompletionCertificate {
    /// Returns rows that say which proofs the sender asked for, and which were given; none if there is nothing to say.
    func proofs(of recipient: Recipient) -> [(String, String)] {
        let asked = recipient.askedIdentifications.map(Self.words)
        // Not what earlier people proved, whom the sender or they themselves replaced.
        let began = history.envelope.state(of: recipient.id)?.beganAgain ?? 0
        let own = history.events.filter { $0.sequence > began }
        let given = own.compactMap { event -> String? in
            guard case .identified(recipient.id, let identification) = event.body else { return nil }
            return "\(Self.words(identification)), \(SignedDate.moment(event.at))"
        }
        let wrong = own.count { event in
            if case .identificationFailed(recipient.id, _) = event.body { true } else { false }
        }
        guard !asked.isEmpty || !given.isEmpty else { return [] }
        var rows = [("Asked for", asked.isEmpty ? "No code" : asked.joined(separator: "; ").capitalizedFirst)]
        rows += given.map { ("Passed", $0.capitalizedFirst) }
        if wrong > 0 { rows.append(("Wrong codes", String(wrong))) }
        return rows
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

    private static func words(_ method: Identification.Method) -> String {
        switch method {
        case .mailLink: "the link in a message to their address"
        case .accessCode: "the access code that the sender gave them"
        case .mailCode: "a one-time code in a message to their address"
        case .signIn: "a sign-in with their address at this service"
        case .sender: "by the sender's program"
        }
    }

    private static func words(_ identification: Identification) -> String {
        guard identification.method == .sender else { return words(identification.method) }
        let how = identification.detail.map { ", by \($0)" } ?? ""
        let when = identification.at.map { " at \(SignedDate.moment($0)) as it says" } ?? ""
        return words(.sender) + how + when
    }
}

extension Mailing {
    /// Whether no mail server had the message: a service without one writes it into its folder.
    var isFile: Bool { server == "folder" }
}
