import Envelopes

extension Wire.Recipients {
    /// The recipients of an envelope as answers give them.
    public init(_ envelope: Envelopes.Envelope, includingTabs: Bool) {
        self.init(
            signers: envelope.recipients.map { Wire.Signer($0, in: envelope, includingTabs: includingTabs) },
            recipientCount: envelope.recipients.count,
            currentRoutingOrder: envelope.currentRoutingOrder ?? envelope.recipients.map(\.routingOrder).max() ?? 1)
    }
}

extension Wire.Signer {
    init(_ recipient: Recipient, in envelope: Envelopes.Envelope, includingTabs: Bool) {
        let state = envelope.state(of: recipient.id) ?? RecipientState()
        self.init(
            recipientId: recipient.id.rawValue, name: recipient.name, email: recipient.email,
            routingOrder: recipient.routingOrder, clientUserId: recipient.clientUserID, note: recipient.note,
            tabs: includingTabs ? Wire.Tabs(of: recipient.id, in: envelope) : nil,
            progress: Progress(
                recipientIdGuid: DerivedGUID.text(envelope.id, "recipient", recipient.id.rawValue),
                status: state.status.rawValue, sentDateTime: state.sentAt.map(WireDate.text),
                deliveredDateTime: state.deliveredAt.map(WireDate.text),
                signedDateTime: state.signedAt.map(WireDate.text),
                declinedDateTime: state.declinedAt.map(WireDate.text), declinedReason: state.declinedReason,
                completedCount: state.status == .completed ? 1 : 0,
                totalTabCount: includingTabs ? envelope.tabs(of: recipient.id).count : nil))
    }
}
