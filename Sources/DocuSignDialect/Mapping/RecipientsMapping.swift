import Envelopes

extension Wire.Recipients {
    /// An answer's recipients, from an envelope.
    package init(_ envelope: Envelopes.Envelope, includingTabs: Bool) {
        self.init(
            envelope.recipients, tabs: { includingTabs ? Wire.Tabs(of: $0.id, in: envelope) : nil },
            progress: { Wire.Signer.Progress(of: $0, in: envelope, includingTabs: includingTabs) })
        recipientCount = envelope.recipients.count
        currentRoutingOrder = envelope.currentRoutingOrder ?? envelope.recipients.map(\.routingOrder).max() ?? 1
    }
}

extension Wire.Signer.Progress {
    init(of recipient: Recipient, in envelope: Envelopes.Envelope, includingTabs: Bool) {
        let state = envelope.state(of: recipient.id) ?? RecipientState()
        self.init(
            recipientIdGuid: DerivedGUID.text(envelope.id, "recipient", recipient.id.rawValue),
            status: state.status.rawValue, sentDateTime: state.sentAt.map(WireDate.text),
            deliveredDateTime: state.deliveredAt.map(WireDate.text),
            signedDateTime: state.signedAt.map(WireDate.text),
            declinedDateTime: state.declinedAt.map(WireDate.text), declinedReason: state.declinedReason,
            completedCount: state.status == .completed ? 1 : 0,
            totalTabCount: includingTabs ? envelope.tabs(of: recipient.id).count : nil)
    }
}
