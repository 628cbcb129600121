import DocuSignDialect
import Envelopes

/// Who may have acted on a device that a user brings a history from.
///
/// The sender of a new envelope is that user. Others act on the device only where its user answers for them: in-person
/// signers that the user hosts, the user as a recipient, and people who sign inside the sender's own product.
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
        guard mayAct(recipient) else {
            throw .unfit(
                event,
                "recipient \(id) signs neither in person with \(identity.name) as the host, nor as \(identity.name), "
                    + "nor inside the sender's product.")
        }
    }

    private func check(_ definition: EnvelopeDefinition, _ event: Event) throws(APIError) {
        guard definition.accountID == identity.accountID else {
            throw .unfit(event, "the envelope belongs to another account.")
        }
        guard definition.sender == Sender(userID: identity.userID, name: identity.name, email: identity.email) else {
            throw .unfit(event, "its sender is not \(identity.name), whose access token came with it.")
        }
    }

    private func checkSender(_ event: Event) throws(APIError) {
        guard event.actor.kind == .sender, event.actor.id == identity.userID, event.actor.name == identity.name else {
            throw .unfit(
                event, "\(event.actor.name) did it, and not \(identity.name), whose access token came with it.")
        }
    }

    private func mayAct(_ recipient: Recipient) -> Bool {
        if recipient.clientUserID != nil { return true }
        switch recipient.kind {
        case .inPersonSigner: return recipient.host == Recipient.Host(name: identity.name, email: identity.email)
        case .signer: return recipient.name == identity.name && recipient.email == identity.email
        case .carbonCopy: return false
        }
    }

    private func isShort(_ text: String?, _ limit: Int) -> Bool {
        guard let text else { return true }
        return text.utf16.count <= limit && !TextRules.holdsControlCharacter(text)
    }
}
