import Essentials

/// The sender's changes to an envelope, and the lock that keeps others from changing it meanwhile.
extension Decision {
    /// Refuses what has to wait until a lock ends.
    func requireUnlocked() throws(EnvelopeError) {
        guard let lock = envelope.lock(at: context.at) else { return }
        switch command {
        case .consent, .adopt, .fill, .sign, .decline, .place, .unplace, .delegate: throw .beingChanged(lock)
        case .send, .void, .notify, .correct, .unlock, .resume, .changeWorkflow:
            // The service's own acts, such as a reminder, wait for nobody.
            guard context.actor.kind == .service || lock.token == context.editToken else { throw .notLockOwner(lock) }
        default: break
        }
    }

    func lock(_ lock: EditLock) throws(EnvelopeError) -> [EventBody] {
        try requireSender(context.actor, command)
        guard envelope.canBeCorrected else { throw .wrongStatus(envelope.status, command.answer) }
        guard EditLock.times.contains(lock.seconds) else { throw .lockTimeOutOfRange(lock.seconds) }
        if TextRules.isLonger(lock.app ?? "", than: EnvelopeLimits.lockApp)
            || TextRules.holdsControlCharacter(lock.app ?? "")
        {
            throw .lockAppUnusable(limit: EnvelopeLimits.lockApp)
        }
        if let held = envelope.lock(at: context.at), held.token != lock.token {
            throw context.editToken == nil ? .alreadyLocked(held) : .notLockOwner(held)
        }
        return [command.answerBody]
    }

    func unlock() throws(EnvelopeError) -> [EventBody] {
        try requireSender(context.actor, command)
        guard envelope.lock(at: context.at) != nil else { throw .notLocked }
        return [command.answerBody]
    }

    func correct(_ correction: Correction) throws(EnvelopeError) -> [EventBody] {
        try requireSender(context.actor, command)
        guard envelope.canBeCorrected else { throw .wrongStatus(envelope.status, command.answer) }
        for id in correction.removedRecipients where envelope.recipient(id) == nil { throw .unknownRecipient(id) }
        for id in correction.removedDocuments where envelope.document(id) == nil { throw .unknownDocument(id) }
        for id in correction.removedTabs where envelope.tab(id) == nil { throw .unknownTab(id) }
        let new = envelope.definition.corrected(by: correction)
        guard new != envelope.definition else { return [] }
        let isAnybodyLeft = new.recipients.contains { $0.signs && envelope.state(of: $0.id)?.hasFinished != true }
        guard isAnybodyLeft || envelope.status == .created else { throw .nobodyLeftToSign }
        let problems = new.problems(whenSending: envelope.status != .created)
        guard problems.isEmpty else { throw .invalid(problems) }
        if envelope.status.isInProcess {
            try checkRecipients(new)
            try checkDocuments(new)
            try checkTabs(new)
        }
        return [command.answerBody]
    }

    private func checkRecipients(_ new: EnvelopeDefinition) throws(EnvelopeError) {
        for old in envelope.recipients {
            guard new.recipients.first(where: { $0.id == old.id }) != old else { continue }
            if envelope.state(of: old.id)?.hasFinished == true { throw .alreadyFinished(old.id) }
        }
        let finished = envelope.recipients.filter { envelope.state(of: $0.id)?.hasFinished == true }
        if let passed = finished.map(\.routingOrder).max() {
            for recipient in new.recipients where recipient.routingOrder < passed {
                guard envelope.recipient(recipient.id) != recipient else { continue }
                throw .orderPassed(recipient.id, passed)
            }
        }
    }

    private func checkDocuments(_ new: EnvelopeDefinition) throws(EnvelopeError) {
        for old in envelope.documents {
            let changed = new.documents.first { $0.id == old.id }
            guard changed?.blob != old.blob || changed?.name != old.name || changed?.order != old.order else {
                continue
            }
            if changed?.blob != old.blob, envelope.isOpened { throw .documentOpened(old.id) }
            if envelope.hasSignature { throw .documentsFixed }
        }
        let isAdded = new.documents.contains { envelope.document($0.id) == nil }
        if isAdded, envelope.hasSignature { throw .documentsFixed }
    }

    /// Fields are placed once, before a document's first signature.
    private func checkTabs(_ new: EnvelopeDefinition) throws(EnvelopeError) {
        let before = Dictionary(envelope.definition.tabs.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let after = Dictionary(new.tabs.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        for tab in envelope.definition.tabs + new.tabs where before[tab.id] != after[tab.id] {
            if envelope.versions[tab.documentID, default: []].count > 1 { throw .fieldsFixed(tab.documentID) }
            if envelope.state(of: tab.recipientID)?.hasFinished == true { throw .alreadyFinished(tab.recipientID) }
        }
    }
}

extension Envelope {
    /// Whether the sender may still change it.
    var canBeCorrected: Bool { status == .created || status.isInProcess }

    /// Whether anybody has seen the documents. Recipients of copies have them as soon as their turn comes.
    var isOpened: Bool {
        openedAt != nil || recipientStates.values.contains(where: \.hasFinished)
    }

    var hasSignature: Bool { versions.values.contains { $0.count > 1 } }
}
