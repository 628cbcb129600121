extension Envelope {
    /// Changes the definition, and with it whose turn it is.
    mutating func take(_ correction: Correction, _ event: Event) {
        let old = definition
        definition = old.corrected(by: correction)
        for document in documents where old.documents.first(where: { $0.id == document.id })?.blob != document.blob {
            versions[document.id] = [document.blob]
        }
        for document in old.documents where self.document(document.id) == nil { versions[document.id] = nil }
        takeTabs(old)
        takeRecipients(old, event)
        guard status.isInProcess else { return }
        for recipient in recipients where recipient.routingOrder > currentRoutingOrder ?? .max {
            guard recipientStates[recipient.id]?.hasFinished == false else { continue }
            recipientStates[recipient.id]?.waitAgain()
        }
        settle(event)
        let isUnread = recipientStates.values.contains { $0.status != .delivered && $0.status != .completed }
        if status == .delivered, isUnread { become(.sent, event) }
    }

    /// What was entered in a tab that has changed is entered again.
    private mutating func takeTabs(_ old: EnvelopeDefinition) {
        var kept = Set(old.tabs.filter { tab($0.id) == $0 }.map(\.id))
        for id in recipientStates.keys {
            // The sender's tabs take the place of signatures that the recipient placed.
            if !signsFreely(id) { recipientStates[id]?.placed = [] }
            kept.formUnion(recipientStates[id]?.placed.map(\.id) ?? [])
            recipientStates[id]?.keepValues(of: { kept.contains($0) })
        }
    }

    private mutating func takeRecipients(_ old: EnvelopeDefinition, _ event: Event) {
        for recipient in old.recipients where self.recipient(recipient.id) == nil {
            recipientStates[recipient.id] = nil
        }
        for recipient in recipients {
            guard let before = old.recipients.first(where: { $0.id == recipient.id }) else {
                recipientStates[recipient.id] = RecipientState()
                continue
            }
            guard status.isInProcess, !recipient.isSamePerson(as: before) else { continue }
            let artwork = Set(tabs(of: recipient.id).filter(\.kind.isArtwork).map(\.id))
            let isReaddressed = recipient.email != before.email || recipient.getsMail != before.getsMail
            recipientStates[recipient.id]?.beginAgain(
                event.sequence, keeping: { !artwork.contains($0) }, isReaddressed: isReaddressed)
        }
    }
}

extension RecipientState {
    /// Forgets all that the person proved, agreed to and adopted; what they entered stays.
    ///
    /// - Parameters:
    ///   - sequence: the number of the event that causes it
    ///   - isKept: whether the value of a tab stays
    mutating func beginAgain(_ sequence: Int, keeping isKept: (TabID) -> Bool, isReaddressed: Bool) {
        var new = RecipientState()
        new.values = values.filter { isKept($0.key) }
        new.beganAgain = sequence
        new.readdressed = isReaddressed ? sequence : readdressed
        self = new
    }

    fileprivate mutating func keepValues(of isKept: (TabID) -> Bool) {
        values = values.filter { isKept($0.key) }
    }

    /// Goes back behind a turn that is no longer theirs.
    fileprivate mutating func waitAgain() {
        status = .created
        sentAt = nil
        deliveredAt = nil
    }
}
