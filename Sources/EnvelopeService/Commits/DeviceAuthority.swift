import DocuSignDialect
import Envelopes

/// Who may have acted on a device that a user brings a history from.
///
/// The sender of a new envelope is that user. Others act on the device only where its user answers for them: the user
/// as a recipient, in-person signers that the user hosts, and in the user's own envelopes the people who sign inside
/// the sender's product. For these only the sender answers: nobody else knows who they are.
struct DeviceAuthority: Sendable {
    let identity: Identity

    /// - Parameter envelope: as it stood before the event; nil before the first.
    /// - Throws: `APIError` when nobody here could have done this.
    func check(_ event: Event, _ envelope: Envelope?) throws(APIError) {
        guard event.actor.ipAddress == nil else {
            throw .unfit(event, "an address is recorded only where the service has seen it.")
        }
        guard isShort(event.actor.userAgent, 300), isShort(event.commandKey, EnvelopeLimits.commandKey) else {
            throw .unfit(event, "its actor or its key is longer than is kept.")
        }
        if case .created(let definition) = event.body { try check(definition, event) }
        guard let id = event.body.recipientID else { return try checkSender(event) }
        guard let recipient = envelope?.recipient(id) else {
            throw .unfit(event, "the envelope has no recipient \(id).")
        }
        guard event.actor.kind == .recipient, event.actor.id == id.rawValue, event.actor.name == recipient.name else {
            throw .unfit(event, "it is recipient \(id)'s act, and \(event.actor.name) did it.")
        }
        guard mayAct(recipient, isSender: envelope?.sender.userID == identity.userID) else {
            throw .unfit(
                event,
                "recipient \(id) signs neither in person with \(identity.name) as the host, nor as \(identity.name), "
                    + "nor inside the product of \(identity.name) as the sender.")
        }
    }

    private func check(_ definition: EnvelopeDefinition, _ event: Event) throws(APIError) {
        guard definition.accountID == identity.accountID else {
            throw .unfit(event, "the envelope belongs to another account.")
        }
        guard definition.sender == identity.asSender else {
            throw .unfit(event, "its sender is not \(identity.name), whose access token came with it.")
        }
    }

    private func checkSender(_ event: Event) throws(APIError) {
        guard event.actor.kind == .sender, event.actor.id == identity.userID, event.actor.name == identity.name else {
            throw .unfit(
                event, "\(event.actor.name) did it, and not \(identity.name), whose access token came with it.")
        }
    }

    private func mayAct(_ recipient: Recipient, isSender: Bool) -> Bool {
        switch recipient.kind {
        case .inPersonSigner: recipient.host == Recipient.Host(name: identity.name, email: identity.email)
        case .signer where recipient.clientUserID != nil: isSender
        case .signer: recipient.name == identity.name && recipient.email == identity.email
        case .carbonCopy: false
        }
    }

    private func isShort(_ text: String?, _ limit: Int) -> Bool {
        guard let text else { return true }
        return text.utf16.count <= limit && !TextRules.holdsControlCharacter(text)
    }
}
