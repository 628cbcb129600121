extension Command {
    /// The command that an event answers, so that an event recorded by a device can be decided again; `nil` for an
    /// event that a device cannot record.
    package init?(answeredBy body: EventBody, of id: EnvelopeID) {
        switch body {
        case .created(let definition): self = .create(id, definition)
        case .sent: self = .send
        case .viewed(let recipient): self = .view(recipientID: recipient)
        case .consented(let recipient, let disclosure): self = .consent(recipientID: recipient, disclosure: disclosure)
        case .signatureAdopted(let recipient, let kind, let artwork, let method):
            self = .adopt(recipientID: recipient, kind: kind, artwork: artwork, method: method)
        case .fieldFilled(let recipient, let tab, let value):
            self = .fill(recipientID: recipient, tabID: tab, value: value)
        case .signed(let recipient, let documents, let values, let shown):
            self = .sign(recipientID: recipient, documents: documents, values: values, shown: shown)
        case .declined(let recipient, let reason): self = .decline(recipientID: recipient, reason: reason)
        case .finishedLater(let recipient): self = .finishLater(recipientID: recipient)
        case .voided(let reason): self = .void(reason: reason)
        case .sealed, .levelLowered, .historyTaken, .identified, .identificationFailed, .notified, .mailed,
            .undelivered, .placed, .unplaced, .attached, .detached, .delegated, .scheduled, .resumed, .workflowChanged,
            .received:
            return nil
        case .corrected, .locked, .unlocked: return nil
        }
    }
}
