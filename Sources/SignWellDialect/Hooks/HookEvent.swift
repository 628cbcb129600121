import Envelopes

extension SignWell {
    /// A thing that happened to a document or a template, as hooks hear of it.
    package struct HookEvent: Hashable, Sendable {
        package enum Kind: String, Hashable, Sendable, CaseIterable {
            case created = "document_created"
            case sent = "document_sent"
            case viewed = "document_viewed"
            case inProgress = "document_in_progress"
            case recipientsUpdated = "document_recipients_updated"
            case signed = "document_signed"
            case completed = "document_completed"
            case expired = "document_expired"
            case canceled = "document_canceled"
            case declined = "document_declined"
            case bounced = "document_bounced"
            case templateCreated = "template_created"
        }

        package var kind: Kind
        /// The recipient whom it is about, if any.
        package var recipientID: RecipientID?

        package init(_ kind: Kind, _ recipientID: RecipientID? = nil) {
            self.kind = kind
            self.recipientID = recipientID
        }
    }
}

extension SignWell.HookEvent {
    /// Returns what hooks hear of an event, in the order in which it happened. A pure function.
    ///
    /// - Parameters:
    ///   - before: the envelope before the event; `nil` before the first
    ///   - after: the envelope after it
    package static func all(of event: Event, _ before: Envelope?, _ after: Envelope) -> [SignWell.HookEvent] {
        var events: [SignWell.HookEvent] = []
        switch event.body {
        case .created: events.append(.init(.created))
        case .sent: events.append(.init(.sent))
        case .viewed(let id): events.append(.init(.viewed, id))
        case .signed(let id, _, _, _):
            events.append(.init(.signed, id))
            if isFirstOfSeveral(after) { events.append(.init(.inProgress)) }
        case .undelivered(let undelivered):
            if undelivered.waitsUntil == nil, let id = undelivered.recipientID { events.append(.init(.bounced, id)) }
        case .delegated: events.append(.init(.recipientsUpdated))
        case .corrected(let correction):
            let changesPeople = !correction.recipients.isEmpty || !correction.removedRecipients.isEmpty
            if changesPeople, before?.status != .created { events.append(.init(.recipientsUpdated)) }
        case .received, .consented, .signatureAdopted, .fieldFilled, .declined, .finishedLater, .voided, .levelLowered,
            .sealed,
            .historyTaken, .identified, .identificationFailed, .notified, .mailed, .placed, .unplaced, .attached,
            .detached, .locked,
            .unlocked, .scheduled, .resumed, .workflowChanged:
            break
        }
        guard before?.status != after.status else { return events }
        switch after.status {
        case .completed: events.append(.init(.completed))
        case .declined: events.append(.init(.declined, event.body.recipientID))
        case .voided:
            events.append(.init(after.hasExpired ? .expired : .canceled))
        case .created, .sent, .delivered, .signed: break
        }
        return events
    }

    /// Whether exactly one of several signers has signed.
    private static func isFirstOfSeveral(_ envelope: Envelope) -> Bool {
        let signers = envelope.recipients.filter(\.signs)
        return signers.count > 1 && signers.filter { envelope.state(of: $0.id)?.status == .completed }.count == 1
    }
}
