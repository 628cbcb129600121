import Envelopes

extension Wire.Recipients {
    /// An answer's recipients, from an envelope.
    public init(_ envelope: Envelopes.Envelope, includingTabs: Bool) {
        func recipients(_ kind: Recipient.Kind) -> [Recipient] { envelope.recipients.filter { $0.kind == kind } }
        func tabs(_ recipient: Recipient) -> Wire.Tabs? {
            includingTabs ? Wire.Tabs(of: recipient.id, in: envelope) : nil
        }
        func progress(_ recipient: Recipient) -> Wire.Signer.Progress {
            Wire.Signer.Progress(of: recipient, in: envelope, includingTabs: includingTabs)
        }
        self.init(
            signers: recipients(.signer).map {
                Wire.Signer(
                    recipientId: $0.id.rawValue, name: $0.name, email: $0.email, routingOrder: $0.routingOrder,
                    clientUserId: $0.clientUserID, note: $0.note, tabs: tabs($0), progress: progress($0),
                    offlineAttributes: Wire.OfflineAttributes($0.offlineAttributes), contact: Wire.RecipientContact($0))
            },
            inPersonSigners: recipients(.inPersonSigner).map {
                Wire.InPersonSigner(
                    recipientId: $0.id.rawValue, hostName: $0.host?.name, hostEmail: $0.host?.email,
                    signerName: $0.name, signerEmail: $0.email, routingOrder: $0.routingOrder,
                    clientUserId: $0.clientUserID, note: $0.note, tabs: tabs($0), progress: progress($0),
                    offlineAttributes: Wire.OfflineAttributes($0.offlineAttributes), contact: Wire.RecipientContact($0))
            },
            carbonCopies: recipients(.carbonCopy).map {
                Wire.CarbonCopy(
                    recipientId: $0.id.rawValue, name: $0.name, email: $0.email, routingOrder: $0.routingOrder,
                    clientUserId: $0.clientUserID, note: $0.note, progress: progress($0),
                    contact: Wire.RecipientContact($0))
            },
            certifiedDeliveries: recipients(.certifiedDelivery).map {
                Wire.CertifiedDelivery($0, progress: progress($0))
            },
            recipientCount: envelope.recipients.count,
            currentRoutingOrder: envelope.currentRoutingOrder ?? envelope.recipients.map(\.routingOrder).max() ?? 1)
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
