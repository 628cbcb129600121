import Essentials

/// One command on an existing envelope.
struct Decision {
    let envelope: Envelope
    let command: Command
    let context: CommandContext

    /// The events that answer the command.
    func bodies() throws(EnvelopeError) -> [EventBody] {
        try requireUnlocked()
        switch command {
        case .create: throw .alreadyCreated(envelope.id)
        case .send: return try send()
        case .void(let reason): return try void(reason)
        case .noteLowerLevel(let wanted, let reached, let cause):
            guard envelope.mayNoteLevel else { throw .wrongStatus(envelope.status, command.answer) }
            return [.levelLowered(wanted: wanted, reached: reached, cause: cause)]
        case .seal(let documents, let combined, let certificate):
            return try seal(documents, combined, certificate)
        case .takeHistory(_, let first, let last, _, let otherFonts):
            return try takeHistory(first, last, otherFonts)
        case .identify(let id, let identification):
            try requireTurn(of: id)
            return try identify(id, identification)
        case .failIdentification(let id, let method):
            try requireTurn(of: id)
            guard envelope.state(of: id)?.isLocked != true else { throw .identificationLocked(id) }
            return [.identificationFailed(recipientID: id, method: method)]
        case .notify(let ids, let message): return try notify(ids, message)
        case .expire:
            guard envelope.status.isInProcess else { throw .wrongStatus(envelope.status, command.answer) }
            return [command.answerBody]
        case .noteMailing(let mailing): return try note(mailing.recipientID)
        case .noteUndelivered(let undelivered): return try note(undelivered.recipientID)
        case .view(let id):
            try requireOwnAct(of: id)
            return try view(id)
        case .receive(let id, let shown):
            try requireOwnAct(of: id)
            return try receive(id, shown)
        case .consent(let id, let disclosure):
            try requireTurn(of: id)
            return try consent(id, disclosure)
        case .adopt(let id, let kind, let artwork, let method):
            try requireTurn(of: id)
            return try adopt(id, kind, artwork, method)
        case .fill(let id, let tab, let value):
            try requireTurn(of: id)
            return try fill(id, tab, value)
        case .sign(let id, let documents, let values, let shown):
            try requireTurn(of: id)
            return try sign(id, documents, values, shown)
        case .decline(let id, let reason):
            try requireTurn(of: id)
            try requireSigner(id)
            guard envelope.definition.options.allowsDeclining else { throw .decliningNotAllowed }
            return [.declined(recipientID: id, reason: try checked(reason, limit: EnvelopeLimits.declinedReason))]
        case .finishLater(let id):
            try requireTurn(of: id)
            try requireSigner(id)
            return [.finishedLater(recipientID: id)]
        case .place(let id, let tab, let page, let frame):
            try requireTurn(of: id)
            try requireConsent(of: id)
            let placed = try envelope.placedTab(tab, of: id, on: page, frame)
            return envelope.tab(tab) == placed ? [] : [.placed(recipientID: id, tab: placed)]
        case .unplace(let id, let tab):
            try requireTurn(of: id)
            guard envelope.state(of: id)?.placed.contains(where: { $0.id == tab }) == true else { return [] }
            return [.unplaced(recipientID: id, tabID: tab)]
        case .attach(let id, let tab, let file):
            try requireTurn(of: id)
            try requireConsent(of: id)
            return try attach(id, tab, file)
        case .detach(let id, let tab):
            try requireTurn(of: id)
            return try detach(id, tab)
        case .correct(let correction): return try correct(correction)
        case .lock(let lock): return try self.lock(lock)
        case .unlock: return try unlock()
        case .delegate(let id, let delegation):
            try requireTurn(of: id)
            return try delegate(id, delegation)
        case .resume(let order): return try resume(order)
        case .changeWorkflow(let workflow): return try changeWorkflow(workflow)
        }
    }

    // MARK: - Who may act

    private func requireOwnAct(of id: RecipientID) throws(EnvelopeError) {
        guard envelope.recipient(id) != nil else { throw .unknownRecipient(id) }
        guard context.actor.kind == .recipient, context.actor.id == id.rawValue else {
            throw .notAllowed(context.actor, command.answer)
        }
    }

    private func requireTurn(of id: RecipientID) throws(EnvelopeError) {
        try requireOwnAct(of: id)
        if envelope.state(of: id)?.hasFinished == true { throw .alreadyFinished(id) }
        guard envelope.status.isInProcess else { throw .wrongStatus(envelope.status, command.answer) }
        guard envelope.isTurn(of: id) else { throw .notRecipientsTurn(id) }
    }

    private func requireSigner(_ id: RecipientID) throws(EnvelopeError) {
        if envelope.recipient(id)?.signs == false { throw .doesNotSign(id) }
    }

    /// Requires every proof that the sender asked for.
    func requireIdentification(of id: RecipientID) throws(EnvelopeError) {
        if let method = envelope.missingIdentifications(of: id).first { throw .identificationMissing(id, method) }
    }

    private func requireConsent(of id: RecipientID) throws(EnvelopeError) {
        guard envelope.state(of: id)?.hasConsented == true else { throw .consentMissing(id) }
    }

    // MARK: - The sender

    private func send() throws(EnvelopeError) -> [EventBody] {
        try requireSender(context.actor, command)
        guard envelope.status == .created else { throw .wrongStatus(envelope.status, command.answer) }
        let problems = envelope.definition.problems(whenSending: true)
        guard problems.isEmpty else { throw .invalid(problems) }
        return try sending()
    }

    private func void(_ reason: String) throws(EnvelopeError) -> [EventBody] {
        try requireSender(context.actor, command)
        guard envelope.mayVoid else { throw .wrongStatus(envelope.status, command.answer) }
        return [.voided(reason: try checked(reason, limit: EnvelopeLimits.voidedReason))]
    }

    func checked(_ reason: String, limit: Int) throws(EnvelopeError) -> String {
        if TextRules.isBlank(reason) { throw .reasonMissing }
        if TextRules.isLonger(reason, than: limit) { throw .reasonTooLong(limit: limit) }
        if TextRules.holdsControlCharacter(reason, allowingLines: true) { throw .reasonWithControlCharacter }
        return reason
    }

    private func notify(_ ids: [RecipientID], _ message: MessageKind) throws(EnvelopeError) -> [EventBody] {
        try requireSender(context.actor, command)
        guard envelope.status.isInProcess else { throw .wrongStatus(envelope.status, command.answer) }
        for id in ids {
            guard envelope.recipient(id) != nil else { throw .unknownRecipient(id) }
            guard envelope.isTurn(of: id) else { throw .notRecipientsTurn(id) }
        }
        return ids.isEmpty ? [] : [command.answerBody]
    }

    private func note(_ recipient: RecipientID?) throws(EnvelopeError) -> [EventBody] {
        guard envelope.status != .created else { throw .wrongStatus(envelope.status, command.answer) }
        if let recipient, envelope.recipient(recipient) == nil { throw .unknownRecipient(recipient) }
        return [command.answerBody]
    }

    // MARK: - The recipient

    private func identify(_ id: RecipientID, _ identification: Identification) throws(EnvelopeError) -> [EventBody] {
        guard let state = envelope.state(of: id) else { throw .unknownRecipient(id) }
        if state.isLocked { throw .identificationLocked(id) }
        let known = state.identifications.contains {
            $0.method == identification.method && $0.detail == identification.detail
        }
        if known, state.failedCodes[identification.method] == nil { return [] }
        return [command.answerBody]
    }

    private func view(_ id: RecipientID) throws(EnvelopeError) -> [EventBody] {
        if envelope.status.isFinal || envelope.state(of: id)?.hasFinished == true { return [] }
        guard envelope.status.isInProcess else { throw .wrongStatus(envelope.status, command.answer) }
        guard envelope.isTurn(of: id) else { throw .notRecipientsTurn(id) }
        // They give no other sign of themselves, so nobody else may open it for them.
        if envelope.recipient(id)?.signs == false { try requireIdentification(of: id) }
        return [.viewed(recipientID: id)]
    }

    private func receive(_ id: RecipientID, _ shown: ShownPages) throws(EnvelopeError) -> [EventBody] {
        guard envelope.recipient(id)?.kind == .certifiedDelivery else {
            throw .notAllowed(context.actor, command.answer)
        }
        if envelope.state(of: id)?.hasFinished == true { return [] }
        try requireTurn(of: id)
        try requireIdentification(of: id)
        try requirePages(of: id, shown)
        let received = EventBody.received(recipientID: id, shown: shown)
        return envelope.state(of: id)?.deliveredAt == nil ? [.viewed(recipientID: id), received] : [received]
    }

    private func consent(_ id: RecipientID, _ disclosure: BlobHash) throws(EnvelopeError) -> [EventBody] {
        guard let state = envelope.state(of: id) else { throw .unknownRecipient(id) }
        try requireSigner(id)
        try requireIdentification(of: id)
        if state.disclosure == disclosure { return [] }
        let consented = EventBody.consented(recipientID: id, disclosure: disclosure)
        return state.deliveredAt == nil ? [.viewed(recipientID: id), consented] : [consented]
    }

    private func adopt(
        _ id: RecipientID, _ kind: AdoptedKind, _ artwork: BlobHash, _ method: AdoptionMethod
    ) throws(EnvelopeError) -> [EventBody] {
        try requireConsent(of: id)
        if envelope.state(of: id)?.artwork(kind) == artwork { return [] }
        return [.signatureAdopted(recipientID: id, kind: kind, artwork: artwork, method: method)]
    }

    private func fill(_ id: RecipientID, _ tabID: TabID, _ value: String) throws(EnvelopeError) -> [EventBody] {
        try requireConsent(of: id)
        guard let tab = envelope.tab(tabID) else { throw .unknownTab(tabID) }
        guard tab.recipientID == id else { throw .foreignTab(tab, id) }
        guard tab.kind.isFilledByHand || tab.kind.isArtwork else { throw .notFilledByHand(tab) }
        guard !envelope.isLocked(tab) else { throw .lockedTab(tab) }
        guard envelope.isShown(tab) else { throw .hiddenTab(tab) }
        switch tab.kind {
        case .signHere, .initialHere:
            guard value == "true" || value == "false" else { throw .notTrueOrFalse(tab) }
            let adopted = tab.kind.adoptedKind.flatMap { envelope.state(of: id)?.artwork($0) }
            guard value == "false" || adopted != nil else { throw .nothingAdopted(tab) }
            if envelope.isFilled(tab) == (value == "true") { return [] }
            return [.fieldFilled(recipientID: id, tabID: tabID, value: value)]
        case .checkbox:
            guard value == "true" || value == "false" else { throw .notTrueOrFalse(tab) }
        case .radio:
            // A button is given up only by choosing another one.
            guard value == "true" else { throw .onlyChosen(tab) }
        case .list:
            guard value.isEmpty || tab.options?.contains(where: { $0.value == value }) == true else {
                throw .notAnOption(tab, value)
            }
        default:
            let limit = tab.maxLength ?? EnvelopeLimits.textValue
            if TextRules.isLonger(value, than: limit) { throw .valueTooLong(tab, limit: limit) }
            if TextRules.holdsControlCharacter(inValue: value) { throw .controlCharacter(tab) }
            if tab.kind == .text, !tab.takes(value) {
                throw tab.isMissingDay(value) ? .missingDay(tab, value) : .valueUnfit(tab)
            }
        }
        let current = envelope.value(of: tab) ?? (tab.kind == .checkbox || tab.kind == .radio ? "false" : "")
        if Array(current.utf8) == Array(value.utf8) { return [] }
        return [.fieldFilled(recipientID: id, tabID: tabID, value: value)]
    }

    private func sign(
        _ id: RecipientID, _ documents: [DocumentID: BlobHash], _ values: [TabID: String], _ shown: ShownPages
    ) throws(EnvelopeError) -> [EventBody] {
        try requireEntries(of: id, shown)
        guard !documents.isEmpty else { throw .nothingSigned(id) }
        try requireNewVersions(documents)
        for tabID in values.keys.sorted() {
            guard let tab = envelope.tab(tabID) else { throw .unknownTab(tabID) }
            guard tab.recipientID == id else { throw .foreignTab(tab, id) }
            guard tab.kind.isFilledByService else { throw .notFilledByService(tab) }
        }
        return [.signed(recipientID: id, documents: documents, values: values, shown: shown)]
    }

    /// Checks everything that signing depends on, except the turn and the signed bytes.
    private func requireEntries(of id: RecipientID, _ shown: ShownPages) throws(EnvelopeError) {
        try requireIdentification(of: id)
        try requireConsent(of: id)
        if envelope.signsFreely(id), envelope.state(of: id)?.placed.isEmpty != false { throw .nothingPlaced(id) }
        let missing = envelope.missingTabs(of: id)
        guard missing.isEmpty else { throw .requiredTabsEmpty(missing) }
        let unmet = envelope.unmetGroups(of: id)
        guard unmet.isEmpty else { throw .groupsUnmet(unmet) }
        try requirePages(of: id, shown)
    }

    private func requirePages(of id: RecipientID, _ shown: ShownPages) throws(EnvelopeError) {
        if let page = envelope.unknownPage(among: shown) { throw .unknownPage(page) }
        let unseen = envelope.pagesNotShown(to: id, of: shown)
        guard unseen.isEmpty else { throw .pagesNotShown(unseen) }
    }

    func requireSigning(by id: RecipientID, _ shown: ShownPages) throws(EnvelopeError) {
        try requireUnlocked()
        try requireTurn(of: id)
        try requireEntries(of: id, shown)
    }

    // MARK: - The service

    private func seal(
        _ documents: [DocumentID: BlobHash], _ combined: BlobHash, _ certificate: BlobHash
    ) throws(EnvelopeError) -> [EventBody] {
        guard envelope.status == .signed else { throw .wrongStatus(envelope.status, command.answer) }
        let missing = envelope.documents.map(\.id).filter { documents[$0] == nil }
        guard missing.isEmpty else { throw .documentsNotSealed(missing) }
        try requireNewVersions(documents)
        return [.sealed(documents: documents, combined: combined, certificate: certificate)]
    }

    private func takeHistory(
        _ first: Int, _ last: Int, _ otherFonts: [TabID]
    ) throws(EnvelopeError) -> [EventBody] {
        guard envelope.status != .completed else { throw .wrongStatus(envelope.status, command.answer) }
        guard envelope.endsWith(first, last) else { throw .notTheNewestEvents(first: first, last: last) }
        for id in otherFonts where envelope.tab(id) == nil { throw .unknownTab(id) }
        return [command.answerBody]
    }

    private func requireNewVersions(_ documents: [DocumentID: BlobHash]) throws(EnvelopeError) {
        for (id, version) in documents.sorted(by: { $0.key < $1.key }) {
            guard let versions = envelope.versions[id] else { throw .unknownDocument(id) }
            guard !versions.contains(version) else { throw .unchangedDocument(id) }
        }
    }
}

extension Envelope {
    /// Checks whether a recipient may sign, by the rules of `decide` that need no signed bytes.
    ///
    /// A signature is decided only once its bytes are made, since its event names them. So this question comes first,
    /// and a refused signature costs no key, no timestamp and no blob.
    ///
    /// - Returns: `false` if the same request was already answered
    /// - Throws: ``EnvelopeError`` if the recipient may not sign
    package func maySign(
        _ id: RecipientID, shown: ShownPages, _ context: CommandContext
    ) throws(EnvelopeError) -> Bool {
        let command = Command.sign(recipientID: id, documents: [:], values: [:], shown: shown)
        if try isRepeated(command, context, answeredKeys) { return false }
        try Decision(envelope: self, command: command, context: context).requireSigning(by: id, shown)
        return true
    }

    /// Whether nobody else still has to act, so that this recipient's signature is the last act.
    package func isLastToSign(_ id: RecipientID) -> Bool {
        recipients.allSatisfy { $0.id == id || !$0.acts || state(of: $0.id)?.status == .completed }
    }
}
