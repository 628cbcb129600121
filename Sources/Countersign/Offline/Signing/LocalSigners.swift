import Envelopes

/// Who can sign on this device: its user, where a signer has exactly the user's name and e-mail address, and those whom
/// the user hosts, where the host has. Everybody else signs elsewhere, later; so does a signer with a client user id in
/// somebody else's envelope, for whom only its sender's product answers.
package struct LocalSigners: Sendable, Hashable {
    package let name: String
    package let email: String
    private let userID: String

    package init(_ user: AccountDetails) {
        userID = user.userID
        name = user.userName
        email = user.email
    }

    /// Letter for letter, as other programs of this kind compare.
    package func include(_ recipient: Recipient) -> Bool {
        switch recipient.kind {
        case .signer: recipient.name == name && recipient.email == email
        case .inPersonSigner: recipient.host?.name == name && recipient.host?.email == email
        case .carbonCopy: false
        }
    }

    /// - Parameter sender: of the recipient's envelope.
    private func include(_ recipient: Recipient, of sender: Sender) -> Bool {
        guard recipient.kind == .signer, recipient.clientUserID != nil else { return include(recipient) }
        return sender.userID == userID && include(recipient)
    }

    /// Whether a recipient is the user, not somebody whom the user hosts.
    package func isUser(_ recipient: Recipient) -> Bool { recipient.kind == .signer && include(recipient) }

    /// Those who can sign here now, in the envelope's order.
    package func inTurn(_ envelope: Envelope) -> [Recipient] {
        envelope.recipients.filter { include($0, of: envelope.sender) && envelope.isTurn(of: $0.id) }
    }

    /// Where an envelope stands on this device after something happened here.
    func state(of envelope: Envelope) -> CachedEnvelope.State { inTurn(envelope).isEmpty ? .readyToSync : .inProgress }

    /// What keeps a definition from being signed offline; empty when it can be.
    ///
    /// - Parameter needsSigner: false for an envelope that may wait for remote signers only.
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
            let person = recipient.name + "\n" + recipient.email
            if let first = seen[person] { obstacles.append(.samePersonTwice(first, recipient.id)) }
            seen[person] = recipient.id
        }
        return obstacles
    }
}
