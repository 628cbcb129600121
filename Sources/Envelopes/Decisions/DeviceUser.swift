import Essentials

/// The user who uploads a history from a device, and who may have acted on that device.
///
/// That user is the sender of every new envelope. Other people act on the device only where its user answers for them:
/// the user as a recipient, in-person signers whom the user hosts, and, in the user's own envelopes, people who sign
/// inside the sender's product. Only the sender can identify those.
package struct DeviceUser: Sendable {
    private let accountID: String
    private let user: Sender

    /// - Parameters:
    ///   - accountID: the account of the user
    ///   - user: the user, as the history names a sender
    package init(accountID: String, user: Sender) {
        self.accountID = accountID
        self.user = user
    }

    /// - Parameter envelope: the envelope before the event; `nil` before the first event
    /// - Throws: ``DeviceRefusal`` if nobody on this device could have done this
    package func check(_ event: Event, _ envelope: Envelope?) throws(DeviceRefusal) {
        // The device's own statement has its zone.
        guard event.actor.ipAddress == nil, event.actor.zone == nil else {
            throw .addressNotSeen
        }
        guard isShort(event.actor.userAgent, EventActor.longestUserAgent),
            isShort(event.actor.language, EventActor.longestLanguage),
            isShort(event.commandKey, EnvelopeLimits.commandKey)
        else {
            throw .actorTooLong
        }
        if case .created(let definition) = event.body { try check(definition) }
        guard let id = event.body.recipientID else { return try checkSender(event) }
        guard let recipient = envelope?.recipient(id) else {
            throw .unknownRecipient(id)
        }
        guard event.actor.kind == .recipient, event.actor.id == id.rawValue, event.actor.name == recipient.name else {
            throw .foreignAct(of: id, by: event.actor.name)
        }
        guard mayAct(recipient, isSender: envelope?.sender.userID == user.userID) else {
            throw .strangerToUser(id, user: user.name)
        }
    }

    private func check(_ definition: EnvelopeDefinition) throws(DeviceRefusal) {
        guard definition.accountID == accountID else {
            throw .otherAccount
        }
        guard definition.sender == user else {
            throw .otherSender(user: user.name)
        }
    }

    private func checkSender(_ event: Event) throws(DeviceRefusal) {
        guard event.actor.kind == .sender, event.actor.id == user.userID, event.actor.name == user.name else {
            throw .otherUser(actor: event.actor.name, user: user.name)
        }
    }

    private func mayAct(_ recipient: Recipient, isSender: Bool) -> Bool {
        switch recipient.kind {
        case .inPersonSigner: recipient.host == Recipient.Host(name: user.name, email: user.email)
        case .signer where recipient.clientUserID != nil: isSender
        case .signer: recipient.name == user.name && recipient.email == user.email
        case .carbonCopy, .certifiedDelivery: false
        }
    }

    private func isShort(_ text: String?, _ limit: Int) -> Bool {
        guard let text else { return true }
        return text.utf16.count <= limit && !TextRules.holdsControlCharacter(text)
    }
}
