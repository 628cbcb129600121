import Envelopes

/// Who can sign on this device: the user, and the people the user hosts. A recipient (or their host) is the user if
/// name and e-mail address match exactly. Everybody else signs elsewhere later. So does a signer with a client user id
/// in somebody else's envelope, because only the sender's product can identify them.
package struct LocalSigners: Sendable, Hashable {
    package let name: String
    package let email: String
    private let userID: String

    package init(_ user: AccountDetails) {
        userID = user.userID
        name = user.userName
        email = user.email
    }

    /// Whether a recipient can sign here. Compares names and addresses letter for letter, like similar programs.
    package func include(_ recipient: Recipient) -> Bool {
        switch recipient.kind {
        case .signer: recipient.name == name && recipient.email == email
        case .inPersonSigner: recipient.host?.name == name && recipient.host?.email == email
        case .carbonCopy, .certifiedDelivery: false
        }
    }

    /// - Parameter sender: the sender of the recipient's envelope
    private func include(_ recipient: Recipient, of sender: Sender) -> Bool {
        guard recipient.kind == .signer, recipient.clientUserID != nil else { return include(recipient) }
        return sender.userID == userID && include(recipient)
    }

    /// Whether a recipient is the user, not somebody the user hosts.
    package func isUser(_ recipient: Recipient) -> Bool { recipient.kind == .signer && include(recipient) }

    /// Returns the recipients who can sign here now, in the envelope's order.
    package func inTurn(_ envelope: Envelope) -> [Recipient] {
        envelope.recipients.filter { include($0, of: envelope.sender) && envelope.isTurn(of: $0.id) }
    }

    /// Returns an envelope's state on this device after a change here.
    func state(of envelope: Envelope) -> CachedEnvelope.State { inTurn(envelope).isEmpty ? .readyToSync : .inProgress }

    /// Returns what prevents an envelope with this definition from being signed offline; empty if nothing does.
    ///
    /// - Parameter needsSigner: false if the envelope may have only remote signers
    package func obstacles(_ definition: EnvelopeDefinition, needsSigner: Bool) -> [OfflineObstacle] {
        var obstacles: [OfflineObstacle] = []
        if definition.documents.isEmpty { obstacles.append(.noDocument) }
        if definition.tabs.isEmpty { obstacles.append(.noTabs) }
        let local = definition.recipients.filter { include($0, of: definition.sender) }
        if needsSigner, local.isEmpty { obstacles.append(.nobodyLeftHere) }
        var seen: [String: RecipientID] = [:]
        for recipient in local {
            if !definition.tabs.contains(where: { $0.recipientID == recipient.id }) {
                obstacles.append(.signerWithoutTabs(recipient.id))
            }
            for tab in definition.tabs where tab.recipientID == recipient.id && tab.kind == .signerAttachment {
                obstacles.append(.unsupported(what: "Attaching a file to “\(tab.label)”"))
            }
            let person = recipient.name + "\n" + recipient.email
            if let first = seen[person] { obstacles.append(.samePersonTwice(first, recipient.id)) }
            seen[person] = recipient.id
        }
        return obstacles
    }
}
