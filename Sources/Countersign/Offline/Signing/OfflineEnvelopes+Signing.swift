import Ceremony
import Envelopes
import Foundation

/// Signing on the device, one person after the other.
extension OfflineEnvelopes {
    /// Lets everybody sign who can sign here now, in the envelope's order, and returns when nobody is left or somebody
    /// leaves. Called again, it goes on where it was.
    ///
    /// - Throws: ``CountersignError/notPossibleOffline(_:)`` when it cannot begin, with every reason.
    public func sign(
        _ id: EnvelopeID, presenter: any OfflineSigningPresenter
    ) async throws(CountersignError) -> OfflineOutcome {
        try visits.begin(id)
        defer { visits.end(id) }
        let obstacles = try await obstacles(toSigning: id)
        guard obstacles.isEmpty else { throw .notPossibleOffline(obstacles) }
        var signed: [Recipient] = []
        var ending: OfflineOutcome.Ending?
        do {
            while ending == nil {
                let step = try await next(id, after: signed.last, presenter)
                switch step {
                case .signer(let recipient):
                    switch try await visit(recipient, id, presenter) {
                    case nil: signed.append(recipient)
                    case let left?: ending = left
                    }
                case .ended(let end): ending = end
                }
            }
        } catch {
            events.announce(.offlineSigningFailed(id, error: error.description))
            throw error
        }
        let outcome = OfflineOutcome(envelope: id, ending: ending ?? .cancelled, signed: signed.map(\.id))
        try await conclude(outcome, last: signed.last, presenter)
        return outcome
    }

    private enum Step {
        case signer(Recipient)
        case ended(OfflineOutcome.Ending)
    }

    /// Who signs next, with the device in their hands.
    private func next(
        _ id: EnvelopeID, after last: Recipient?, _ presenter: any OfflineSigningPresenter
    ) async throws(CountersignError) -> Step {
        guard !local.inTurn(try await store.envelope(id)).isEmpty else { return .ended(.completed) }
        try await edit(id) { hooks, envelope, editing in
            await hooks.willChooseRecipient(of: envelope, editing: editing)
        }
        var envelope = try await store.envelope(id)
        let candidates = local.inTurn(envelope)
        guard let first = candidates.first else { return .ended(.completed) }
        var chosen = first
        if candidates.count > 1 {
            guard let answer = await presenter.chooseRecipient(among: candidates, of: envelope),
                let found = candidates.first(where: { $0.id == answer })
            else { return .ended(.later) }
            chosen = found
        }
        // The user who has had the device all along need not be handed it.
        let isHandedOver = !local.isUser(chosen) || last.map { !local.isUser($0) } ?? false
        if isHandedOver {
            let handOver = HandOver(
                envelope: id, subject: envelope.emailSubject, from: last, to: .signer(chosen), hostName: user.userName)
            guard await presenter.handOver(handOver) == .ready else { return .ended(.later) }
        }
        try await edit(id) { [chosen] hooks, envelope, editing in
            await hooks.willSign(chosen, envelope, editing: editing)
        }
        envelope = try await store.envelope(id)
        guard let recipient = envelope.recipient(chosen.id), local.include(recipient), envelope.isTurn(of: recipient.id)
        else { return try await next(id, after: last, presenter) }
        return .signer(recipient)
    }

    /// One person at the page; nil when they have signed.
    private func visit(
        _ recipient: Recipient, _ id: EnvelopeID, _ presenter: any OfflineSigningPresenter
    ) async throws(CountersignError) -> OfflineOutcome.Ending? {
        let before = try await store.envelope(id)
        let page = SigningPage(
            source: .host(try await host(for: recipient.id, of: id)), policy: .inApp, loadTimeout: pageLoadTimeout,
            closeQuestion: closeQuestion)
        let left = await presenter.present(page)
        let envelope = try await store.envelope(id)
        let state = envelope.state(of: recipient.id)
        switch state?.status {
        case .completed:
            events.announce(.cached(id, template: try await store.cached(id)?.template, isLocal: true))
            await hooks?.didSign(recipient, envelope)
            return nil
        case .declined: return .declined(recipient.id, reason: state?.declinedReason ?? "")
        default: break
        }
        if options.savesProgress {
            events.announce(.cached(id, template: try await store.cached(id)?.template, isLocal: true))
        } else {
            try await store.rewind(id, to: before.lastSequence)
        }
        let saidLater = state?.finishedLaterAt != before.state(of: recipient.id)?.finishedLaterAt
        switch left {
        case .returned: return saidLater ? .later : .cancelled
        case .closed, .dismissed: return .cancelled
        case .timedOut: return .timedOut
        case .failed(let reason): return .failed(reason: reason)
        }
    }

    /// The host that answers a recipient's page on this device.
    public func host(for recipient: RecipientID, of id: EnvelopeID) async throws(CountersignError) -> CeremonyHost {
        var configuration = CeremonyConfiguration(
            timeZone: platform.witness.zone(), now: now,
            report: { [events] in events.announce(.offlineSigningFailed(id, error: "\($0)")) })
        configuration.disclosure = consent
        configuration.allowsFinishingLater = options.allowsSigningLater
        configuration.nextGoesOnlyToBlankRequired = options.nextGoesOnlyToBlankRequired
        return CeremonyHost(
            desk: try await desk(id), recipientID: recipient, renderer: platform.renderer,
            typesetter: platform.typesetter, authority: DeviceAuthority(try await keys.authority()),
            returnAddress: ReturnAddress(URL(string: InAppPage.returnAddress)), configuration: configuration)
    }

    /// Runs a hook and takes over what it changed.
    private func edit(
        _ id: EnvelopeID,
        _ hook: @Sendable (any OfflineSigningHooks, Envelope, RecipientEditing) async -> Void
    ) async throws(CountersignError) {
        guard let hooks else { return }
        let history = try await store.history(id)
        guard let cached = try await store.cached(id) else { throw .store(.notCached(id)) }
        let isOurs = try await store.handedOver(id) == 0 && cached.origin != .downloaded
        let isUnsigned = !history.events.contains { $0.body.kind == .signed }
        let editing = RecipientEditing(history.envelope.recipients, isOpen: isOurs && isUnsigned)
        await hook(hooks, history.envelope, editing)
        guard let recipients = editing.close() else { return }
        var definition = history.envelope.definition
        definition.recipients = recipients
        let obstacles = local.obstacles(definition, needsSigner: false)
        guard obstacles.isEmpty else { throw .notPossibleOffline(obstacles) }
        let anew = try await begin(definition, id: id)
        try await store.add(
            anew, name: cached.name, origin: cached.origin, template: cached.template,
            state: local.state(of: anew.envelope), replacing: true)
    }

    private func conclude(
        _ outcome: OfflineOutcome, last: Recipient?, _ presenter: any OfflineSigningPresenter
    ) async throws(CountersignError) {
        let id = outcome.envelope
        func cancelled(_ reason: CountersignEvent.ExitReason?, error: String? = nil, information: String? = nil) {
            events.announce(
                .signingCancelled(id, mode: .offline, reason: reason, error: error, information: information))
        }
        switch outcome.ending {
        case .completed:
            events.announce(
                .signingCompleted(id, template: try await store.cached(id)?.template, mode: .offline))
        case .declined(_, let reason): cancelled(.decline, information: reason)
        case .later, .cancelled, .timedOut: cancelled(.cancel)
        case .failed(let reason):
            cancelled(nil, error: reason)
            events.announce(.offlineSigningFailed(id, error: reason))
        }
        // Whoever has the device now gives it back.
        if let last, !local.isUser(last), outcome.ending == .completed {
            let envelope = try await store.envelope(id)
            _ = await presenter.handOver(
                HandOver(
                    envelope: id, subject: envelope.emailSubject, from: last, to: .user, hostName: user.userName))
        }
    }
}
