/// Returns the envelope after an event. A pure function, and the only one that makes a state.
///
/// Checks the event's link - number, envelope, previous hash, own hash - and that the event is possible in this state.
/// It does not check again whether the event was allowed: ``decide(_:_:_:)-(Command,_,_)`` has done that.
///
/// - Parameter state: the envelope before the event; `nil` before the first event
/// - Throws: ``HistoryError`` naming the event
public func apply(_ event: Event, to state: Envelope?) throws(HistoryError) -> Envelope {
    let expected = (state?.lastSequence ?? 0) + 1
    guard event.sequence == expected else { throw .wrongSequence(sequence: expected, found: event.sequence) }
    if let state, event.envelopeID != state.id { throw .foreignEnvelope(sequence: expected, event.envelopeID) }
    guard event.previousHash == state?.lastHash ?? .none else { throw .wrongPreviousHash(sequence: expected) }
    guard event.isHashRight else { throw .wrongHash(sequence: expected) }

    var envelope: Envelope
    if case .created(let definition) = event.body {
        guard state == nil else { throw .impossible(sequence: expected, reason: "the envelope exists already") }
        envelope = Envelope(id: event.envelopeID, definition: definition, event: event)
    } else {
        guard let state else { throw .impossible(sequence: expected, reason: "a history begins with created") }
        envelope = state
        if let reason = envelope.take(event) { throw .impossible(sequence: expected, reason: reason) }
    }
    envelope.lastSequence = event.sequence
    envelope.lastHash = event.hash
    envelope.lastModifiedAt = event.at
    if let key = event.commandKey {
        guard let content = try? event.body.contentDigest() else {
            throw .unwritable(sequence: expected, reason: "its body holds what canonical JSON cannot express")
        }
        envelope.answeredKeys[AnsweredKey(actor: event.actor, key: key), default: []].insert(content)
    }
    return envelope
}

extension Envelope {
    /// Whether a signature may just have been made.
    var mayNoteLevel: Bool { status.isInProcess || status == .signed }

    /// Changes the state as the event says. Returns the reason if the event is impossible, else `nil`.
    fileprivate mutating func take(_ event: Event) -> String? {
        if let id = event.body.recipientID {
            guard status.isInProcess else { return "a recipient cannot act on an envelope that is \(status.rawValue)" }
            guard isTurn(of: id) else { return "it was not recipient \(id)'s turn" }
            return takeRecipientAct(event, id)
        }
        switch event.body {
        case .sent:
            guard status == .created else { return "only a draft can be sent" }
            become(.sent, event)
            sentAt = event.at
            scheduledAt = nil
            callRecipients(event)
        case .voided(let reason):
            guard mayVoid else { return "an envelope that is \(status.rawValue) cannot be voided" }
            become(.voided, event)
            scheduledAt = nil
            voidedAt = event.at
            voidedReason = reason
        case .levelLowered:
            guard mayNoteLevel else { return "nothing can be signed in an envelope that is \(status.rawValue)" }
        case .sealed(let documents, let combined, let certificate):
            guard status == .signed else { return "an envelope that is \(status.rawValue) cannot be sealed" }
            guard store(documents) else { return "it seals a document that does not exist" }
            guard Set(documents.keys) == Set(versions.keys) else { return "it does not seal every document" }
            self.combined = combined
            self.certificate = certificate
            become(.completed, event)
            completedAt = event.at
        case .historyTaken(_, let first, let last, _, _):
            guard status != .completed else { return "a completed envelope accepts no history" }
            guard endsWith(first, last) else { return "events \(first) to \(last) are not the ones directly before it" }
        case .notified(let ids, let message):
            guard status.isInProcess else { return "nobody is notified of an envelope that is \(status.rawValue)" }
            for id in ids {
                guard recipientStates[id] != nil else { return "there is no recipient \(id)" }
                if message == .reminder || message == .expiryWarning { recipientStates[id]?.remindedAt = event.at }
                guard message == .invitation else { continue }
                recipientStates[id]?.invitedAt = event.at
                if recipientStates[id]?.status == .autoResponded { recipientStates[id]?.status = .sent }
                // The sender lets somebody who was locked out try again.
                recipientStates[id]?.failedCodes = [:]
            }
            if message == .expiryWarning { expiryWarnedAt = event.at }
        case .mailed(let mailing):
            guard status != .created else { return "nothing is mailed about a draft" }
            guard mailing.recipientID.map({ recipientStates[$0] != nil }) ?? true else {
                return "it was mailed to nobody"
            }
            if let id = mailing.recipientID, mailing.message == .completed { recipientStates[id]?.copy = .mailed }
        case .undelivered(let undelivered):
            guard status != .created else { return "nothing is mailed about a draft" }
            guard let id = undelivered.recipientID else { break }
            guard let state = recipientStates[id] else { return "there is no recipient \(id)" }
            // It is still going to be delivered.
            if undelivered.waitsUntil != nil { break }
            // A message to an address that was corrected since says nothing about the new one.
            if state.readdressed != nil, recipient(id)?.email != undelivered.address { break }
            if state.status == .sent { recipientStates[id]?.status = .autoResponded }
            recipientStates[id]?.undeliveredReason = undelivered.reason
            if undelivered.message == .completed { recipientStates[id]?.copy = .returned }
        case .corrected(let correction):
            guard canBeCorrected else { return "an envelope that is \(status.rawValue) cannot be corrected" }
            take(correction, event)
        case .locked(let lock):
            guard canBeCorrected else { return "an envelope that is \(status.rawValue) cannot be locked" }
            self.lock = lock
        case .unlocked:
            guard lock != nil else { return "the envelope was not locked" }
            lock = nil
        case .scheduled(let date):
            guard status == .created else { return "only a draft can be scheduled" }
            scheduledAt = date
        case .resumed(let order):
            guard status.isInProcess else { return "an envelope that is \(status.rawValue) does not wait" }
            if let reason = release(order) { return reason }
            settle(event)
        case .workflowChanged(let workflow):
            guard status == .created || status.isInProcess else {
                return "an envelope that is \(status.rawValue) has no workflow any more"
            }
            setWorkflow(workflow, at: event.at)
            if status.isInProcess { settle(event) }
        default:
            return "a history contains created only once"
        }
        return nil
    }

    private mutating func takeRecipientAct(_ event: Event, _ id: RecipientID) -> String? {
        guard var recipient = recipientStates[id] else { return "there is no recipient \(id)" }
        defer { settle(event) }
        recipient.zone = event.actor.zone ?? recipient.zone
        switch event.body {
        case .viewed:
            recipient.deliveredAt = recipient.deliveredAt ?? event.at
            openedAt = openedAt ?? event.at
            recipient.status = .delivered
        case .received:
            guard self.recipient(id)?.kind == .certifiedDelivery else { return "recipient \(id) has to sign" }
            recipient.status = .completed
        case .consented(_, let disclosure):
            recipient.consentedAt = event.at
            recipient.disclosure = disclosure
        case .signatureAdopted(_, .signature, let artwork, _): recipient.signature = artwork
        case .signatureAdopted(_, .initials, let artwork, _): recipient.initials = artwork
        case .fieldFilled(_, let tabID, let value):
            guard tab(tabID)?.recipientID == id else { return "recipient \(id) has no tab \(tabID)" }
            if let tab = tab(tabID), tab.kind == .radio, value == "true" {
                for other in buttons(with: tab) { recipient.values[other.id] = "false" }
            }
            recipient.values[tabID] = value
        case .signed(_, let documents, let values, _):
            guard recipient.hasConsented else { return "recipient \(id) had not consented" }
            guard store(documents) else { return "it signs a document that does not exist" }
            recipient.values.merge(values) { _, new in new }
            recipient.status = .completed
            recipient.signedAt = event.at
            keepAttachments(of: id)
        case .declined(_, let reason):
            recipient.status = .declined
            recipient.declinedAt = event.at
            recipient.declinedReason = reason
        case .finishedLater:
            recipient.finishedLaterAt = event.at
        case .identified(_, let identification):
            recipient.identifications.append(identification)
            recipient.failedCodes[identification.method] = nil
        case .identificationFailed(_, let method):
            recipient.failedCodes[method, default: 0] += 1
        case .placed(_, let tab):
            guard tab.recipientID == id, tab.kind == .signHere, versions[tab.documentID] != nil, signsFreely(id) else {
                return "recipient \(id) places no signatures"
            }
            if let index = recipient.placed.firstIndex(where: { $0.id == tab.id }) {
                recipient.placed[index] = tab
            } else {
                recipient.placed.append(tab)
            }
            recipient.values[tab.id] = "true"
        case .unplaced(_, let tabID):
            guard recipient.placed.contains(where: { $0.id == tabID }) else {
                return "recipient \(id) has placed no signature \(tabID)"
            }
            recipient.placed.removeAll { $0.id == tabID }
            recipient.values[tabID] = nil
        case .attached(_, let tabID, let file):
            guard tab(tabID)?.recipientID == id, tab(tabID)?.kind == .signerAttachment, !file.pages.isEmpty else {
                return "recipient \(id) is not asked for a file by \(tabID)"
            }
            recipient.attachments[tabID] = file
        case .detached(_, let tabID):
            guard recipient.attachments.removeValue(forKey: tabID) != nil else {
                return "recipient \(id) has attached nothing to \(tabID)"
            }
        case .delegated(_, let delegation):
            guard let index = definition.recipients.firstIndex(where: { $0.id == id }) else {
                return "there is no recipient \(id)"
            }
            let earlier = definition.recipients[index]
            recipient = recipient.passed(
                on: EarlierHolder(
                    name: earlier.name, email: earlier.email, reason: delegation.reason, at: event.at),
                sequence: event.sequence)
            definition.recipients[index].pass(to: delegation)
        default:
            return "it is not a recipient's act"
        }
        recipient.count(event.body)
        recipientStates[id] = recipient
        return nil
    }

    /// Updates whose turn it is and the envelope's status after a recipient's act or a correction.
    mutating func settle(_ event: Event) {
        var states: [RecipientState] { recipients.compactMap { recipientStates[$0.id] } }
        if !states.contains(where: { $0.status == .declined }) { callRecipients(event) }
        if states.contains(where: { $0.status == .declined }) {
            become(.declined, event)
            declinedAt = event.at
        } else if states.allSatisfy({ $0.status == .completed }) {
            become(.signed, event)
            signedAt = event.at
        } else if status == .sent, states.allSatisfy({ $0.status == .delivered || $0.status == .completed }) {
            become(.delivered, event)
            deliveredAt = event.at
        }
    }

    /// Sets the recipients of the current routing order to `sent`. Recipients who only get a copy have it then; if the
    /// order has nobody else, the next order follows.
    private mutating func callRecipients(_ event: Event) {
        while let order = currentRoutingOrder {
            // The workflow waits before this order.
            if holds(order, at: event.at) { return }
            for recipient in recipients where recipient.routingOrder == order {
                guard recipientStates[recipient.id]?.status == .created else { continue }
                recipientStates[recipient.id]?.status = recipient.acts ? .sent : .completed
                recipientStates[recipient.id]?.sentAt = event.at
            }
            if currentRoutingOrder == order { return }
        }
    }

    /// Whether the sender may void the envelope: it is in process, or waits to be sent.
    var mayVoid: Bool {
        status.isInProcess || status == .created && (scheduledAt != nil || definition.options.isDiscarded)
    }

    /// Whether a range of events ends with the newest.
    func endsWith(_ first: Int, _ last: Int) -> Bool { first >= 1 && first <= last && last == lastSequence }

    mutating func become(_ new: EnvelopeStatus, _ event: Event) {
        status = new
        statusChangedAt = event.at
    }

    /// Adds versions. Returns `false` if the envelope lacks one of the documents.
    private mutating func store(_ documents: [DocumentID: BlobHash]) -> Bool {
        guard documents.keys.allSatisfy({ versions[$0] != nil }) else { return false }
        for (id, version) in documents { versions[id]?.append(version) }
        return true
    }
}
