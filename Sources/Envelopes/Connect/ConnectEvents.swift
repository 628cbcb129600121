/// A thing that happened, for other systems: a name, and the recipient if it is about one.
public struct ConnectEvent: Hashable, Sendable, Codable {
    /// The name in the words of the API.
    public var name: ConnectEventName
    /// The recipient it is about; `nil` if it is about the whole envelope.
    public var recipientID: RecipientID?

    /// Without a recipient, the event is about the whole envelope.
    public init(_ name: ConnectEventName, _ recipientID: RecipientID? = nil) {
        self.name = name
        self.recipientID = recipientID
    }

    private enum CodingKeys: String, CodingKey {
        case name
        case recipientID = "recipientId"
    }
}

/// Returns what other systems may hear of an event, in the order in which it happened: the act itself, its effect on
/// the envelope, and then the recipients whose turn it became.
///
/// A pure function. An event that repeats something, such as a second look at the documents, returns nothing.
///
/// - Parameters:
///   - before: the state before the event; `nil` before the first
///   - after: the state after it
public func connectEvents(of event: Event, before: Envelope?, after: Envelope) -> [ConnectEvent] {
    var events: [ConnectEvent] = []
    switch event.body {
    case .created: events.append(ConnectEvent(.envelopeCreated))
    case .sent: events.append(ConnectEvent(.envelopeSent))
    case .viewed(let id):
        if before?.state(of: id)?.deliveredAt == nil { events.append(ConnectEvent(.recipientDelivered, id)) }
    case .received(let id, _), .signed(let id, _, _, _): events.append(ConnectEvent(.recipientCompleted, id))
    case .declined(let id, _): events.append(ConnectEvent(.recipientDeclined, id))
    case .finishedLater(let id): events.append(ConnectEvent(.recipientFinishLater, id))
    case .notified(let ids, let message):
        if message == .reminder { events.append(ConnectEvent(.envelopeReminderSent)) }
        if message == .invitation {
            events.append(ConnectEvent(.envelopeResent))
            events += ids.map { ConnectEvent(.recipientResent, $0) }
        }
    case .identificationFailed(let id, _):
        if after.state(of: id)?.isLocked == true { events.append(ConnectEvent(.recipientAuthenticationFailed, id)) }
    case .undelivered(let undelivered):
        if undelivered.waitsUntil == nil, let id = undelivered.recipientID {
            events.append(ConnectEvent(.recipientAutoResponded, id))
        }
    case .delegated(let id, _): events.append(ConnectEvent(.recipientReassign, id))
    case .identified, .mailed, .placed, .unplaced, .attached, .detached, .voided, .sealed, .consented,
        .signatureAdopted, .fieldFilled,
        .levelLowered,
        .historyTaken, .scheduled, .resumed, .workflowChanged:
        break
    case .corrected: if after.status != .created { events.append(ConnectEvent(.envelopeCorrected)) }
    case .locked, .unlocked: break
    }
    if before?.status != after.status {
        switch after.status {
        case .delivered: events.append(ConnectEvent(.envelopeDelivered))
        case .completed: events.append(ConnectEvent(.envelopeCompleted))
        case .declined: events.append(ConnectEvent(.envelopeDeclined))
        case .voided: events.append(ConnectEvent(.envelopeVoided))
        case .created, .sent, .signed: break
        }
    }
    let called = after.recipients.filter {
        before?.state(of: $0.id)?.sentAt == nil && after.state(of: $0.id)?.sentAt != nil
    }
    for recipient in called.sorted(by: { $0.routingOrder < $1.routingOrder }) {
        events.append(ConnectEvent(.recipientSent, recipient.id))
        // Recipients of copies have them at once.
        if !recipient.acts { events.append(ConnectEvent(.recipientCompleted, recipient.id)) }
    }
    return events
}
