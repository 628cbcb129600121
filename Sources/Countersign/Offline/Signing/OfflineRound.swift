import Envelopes
import Foundation

/// One round of signing on the device: everybody who can sign an envelope here now, one after another.
struct OfflineRound: Sendable {
    let envelopes: OfflineEnvelopes
    let id: EnvelopeID
    let presenter: any OfflineSigningPresenter
    let report: OfflineReport

    private var store: DeviceStore { envelopes.store }
    private var local: LocalSigners { envelopes.local }
    private var events: any EventSink { envelopes.events }

    private enum Step {
        case signer(Recipient)
        case ended(SigningOutcome)
    }

    /// Runs the round. Returns who has signed, and why it ended.
    func everybody() async -> (signed: [Recipient], result: Result<SigningOutcome, CountersignError>) {
        var signed: [Recipient] = []
        do throws(CountersignError) {
            while true {
                switch try await next(after: signed.last) {
                case .signer(let recipient):
                    if let ending = try await visit(recipient) { return (signed, .success(ending)) }
                    signed.append(recipient)
                // A question withdrawn because its screen was dismissed does not mean "later".
                case .ended(.finishedLater) where Task.isCancelled: return (signed, .success(.cancelled))
                case .ended(let ending): return (signed, .success(ending))
                }
            }
        } catch {
            return (signed, .failure(error))
        }
    }

    /// Announces the end of the round to listeners.
    ///
    /// - Throws: the error that ended the round
    func concluded(
        _ signed: [Recipient], _ result: Result<SigningOutcome, CountersignError>
    ) async throws(CountersignError) -> SigningOutcome {
        let outcome: SigningOutcome
        switch result {
        case .success(let ending): outcome = ending
        case .failure(.cancelled): outcome = .cancelled
        case .failure(let error):
            announceCancelled(nil, error: error)
            report.failed(error)
            throw error
        }
        switch outcome {
        case .completed:
            let template =
                (try? await unbroken { [store, id] () async throws(CountersignError) in
                    try await store.cached(id)
                })?.template
            events.announce(.signingCompleted(id, template: template, mode: .offline))
        case .nobodyHere: announceCancelled(.cancel, information: OfflineObstacle.nobodyLeftHere.description)
        case .declined(let reason): announceCancelled(.decline, information: reason)
        default: announceCancelled(.cancel)
        }
        return outcome
    }

    /// Asks the last signer to hand the device back to its user.
    func giveBack(after outcome: SigningOutcome, last: Recipient?) async {
        guard outcome == .completed(.byDevice), let last, !local.isUser(last),
            let envelope = try? await store.envelope(id)
        else { return }
        _ = await presenter.handOver(
            HandOver(
                envelope: id, subject: envelope.emailSubject, from: last, to: .user,
                hostName: envelopes.user.userName))
    }

    // MARK: One person

    /// Determines who signs next, and has the device handed to them.
    private func next(after last: Recipient?) async throws(CountersignError) -> Step {
        // A round starts only if somebody can sign. If nobody is left before the first signer, a hook has removed them.
        let nobodyLeft = Step.ended(last == nil ? .nobodyHere : .completed(.byDevice))
        let now = try await unbroken { [store, id] () async throws(CountersignError) in try await store.envelope(id) }
        guard !local.inTurn(now).isEmpty else { return nobodyLeft }
        try await edit { hooks, envelope, editing in
            await hooks.willChooseRecipient(of: envelope, editing: editing)
        }
        var envelope = try await store.envelope(id)
        let candidates = local.inTurn(envelope)
        guard let first = candidates.first else { return nobodyLeft }
        if let obstacle = await presenter.presentationObstacle { throw .cannotPresent(obstacle) }
        var chosen = first
        if candidates.count > 1 {
            guard let answer = await presenter.chooseRecipient(among: candidates, of: envelope),
                let found = candidates.first(where: { $0.id == answer })
            else { return .ended(.finishedLater) }
            chosen = found
        }
        // A user who has had the device all along is not asked to take it.
        let isHandedOver = !local.isUser(chosen) || last.map { !local.isUser($0) } ?? false
        if isHandedOver {
            let handOver = HandOver(
                envelope: id, subject: envelope.emailSubject, from: last, to: .signer(chosen),
                hostName: envelopes.user.userName)
            guard await presenter.handOver(handOver) == .ready else { return .ended(.finishedLater) }
        }
        try await edit { [chosen] hooks, envelope, editing in
            await hooks.willSign(chosen, in: envelope, editing: editing)
        }
        envelope = try await store.envelope(id)
        guard let recipient = envelope.recipient(chosen.id), local.include(recipient), envelope.isTurn(of: recipient.id)
        else { return try await next(after: last) }
        return .signer(recipient)
    }

    /// Shows the page to one person; returns `nil` if they have signed.
    private func visit(_ recipient: Recipient) async throws(CountersignError) -> SigningOutcome? {
        if !envelopes.options.savesProgress { try await forgetProgress() }
        let before = try await store.envelope(id)
        let page = SigningPage(
            source: .host(try await envelopes.host(for: recipient.id, of: id, report)), policy: .inApp,
            loadTimeout: envelopes.pageLoadTimeout, closeQuestion: envelopes.closeQuestion)
        let left = await presenter.present(page)
        // The page may be gone because the task was cancelled; its outcome is determined nevertheless.
        return try await unbroken { () async throws(CountersignError) in
            try await settled(recipient, left, before)
        }
    }

    /// Discards progress from an earlier visit that ended with the app.
    private func forgetProgress() async throws(CountersignError) {
        let events = try await store.history(id).events
        let lasting = events.lastIndex { !$0.body.kind.isProgress } ?? 0
        try await store.rewind(id, to: max(lasting + 1, try await store.confirmedSequence(of: id)))
    }

    private func settled(
        _ recipient: Recipient, _ left: SigningPageEnding, _ before: Envelope
    ) async throws(CountersignError) -> SigningOutcome? {
        let envelope: Envelope
        do throws(CountersignError) {
            envelope = try await store.envelope(id)
        } catch {
            if error == .sessionEnded, !envelopes.options.savesProgress {
                // Typed values are discarded as they would have been anyway; signatures and declines are not.
                try? await store.outlivingSession.rewind(id, to: before.lastSequence)
            }
            throw error
        }
        let state = envelope.state(of: recipient.id)
        switch state?.status {
        case .completed:
            events.announce(.cached(id, template: try await store.cached(id)?.template, isLocal: true))
            await envelopes.hooks?.didSign(recipient, in: envelope)
            return nil
        case .declined: return .declined(reason: state?.declinedReason)
        default: break
        }
        if envelopes.options.savesProgress {
            events.announce(.cached(id, template: try await store.cached(id)?.template, isLocal: true))
        } else {
            try await store.rewind(id, to: before.lastSequence)
        }
        let saidLater = state?.finishedLaterAt != before.state(of: recipient.id)?.finishedLaterAt
        switch left {
        case .returned: return saidLater ? .finishedLater : .cancelled
        case .cancelled, .dismissed: return .cancelled
        case .timedOut: return .sessionTimedOut
        case .failed(let reason, let error): throw .signingFailed(reason: reason, trace: nil, underlying: error)
        }
    }

    /// Runs a hook and applies its changes.
    private func edit(
        _ hook: @Sendable (any OfflineSigningHooks, Envelope, RecipientEditing) async -> Void
    ) async throws(CountersignError) {
        guard let hooks = envelopes.hooks else { return }
        let history = try await store.history(id)
        guard let cached = try await store.cached(id) else { throw .store(.notCached(id)) }
        let isOurs = try await store.confirmedSequence(of: id) == 0 && cached.origin != .downloaded
        let editing = RecipientEditing(
            history.envelope.recipients, obstacle: isOurs ? history.obstacleToEditing : .recipientsFixed)
        await hook(hooks, history.envelope, editing)
        guard let recipients = editing.close() else { return }
        var definition = history.envelope.definition
        definition.recipients = recipients
        let obstacles = local.obstacles(definition, needsSigner: false)
        guard obstacles.isEmpty else { throw .notPossibleOffline(obstacles) }
        let anew = try await envelopes.begin(definition, id: id)
        try await store.add(
            anew, name: cached.name, origin: cached.origin, template: cached.template,
            state: local.state(of: anew.envelope), replacing: true, endingWith: history.envelope.lastSequence)
    }

    private func announceCancelled(
        _ reason: CountersignEvent.ExitReason?, error: CountersignError? = nil, information: String? = nil
    ) {
        events.announce(.signingCancelled(id, mode: .offline, reason: reason, error: error, information: information))
    }

    /// Runs work that continues when the task is cancelled.
    private func unbroken<Value: Sendable>(
        _ work: @escaping @Sendable () async throws(CountersignError) -> Value
    ) async throws(CountersignError) -> Value {
        try await Task { () async -> Result<Value, CountersignError> in
            do throws(CountersignError) { return .success(try await work()) } catch { return .failure(error) }
        }.value.get()
    }
}

extension History {
    /// The reason why the envelope cannot be restarted with other recipients: somebody has acted in it.
    fileprivate var obstacleToEditing: OfflineObstacle? {
        if events.contains(where: { $0.body.kind == .signed }) { return .recipientsFixed }
        return events.first { $0.body.kind != .viewed && $0.body.recipientID != nil }?.body.recipientID
            .map(OfflineObstacle.recipientHasActed)
    }
}

extension EventBody.Kind {
    /// Whether the event is a step on the way to a signature.
    fileprivate var isProgress: Bool {
        switch self {
        case .viewed, .consented, .signatureAdopted, .fieldFilled, .finishedLater: true
        case .created, .sent, .received, .signed, .declined, .voided, .levelLowered, .sealed, .historyTaken,
            .identified,
            .identificationFailed, .notified, .mailed, .undelivered, .placed, .unplaced, .attached, .detached,
            .corrected,
            .locked, .unlocked, .delegated, .scheduled, .resumed, .workflowChanged:
            false
        }
    }
}
