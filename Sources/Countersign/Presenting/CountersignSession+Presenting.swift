import Ceremony
import Envelopes
import Foundation

extension CountersignSession {
    /// Shows a recipient's signing page and returns how it ended, once, after the page is gone.
    ///
    /// The page's address is asked for now, works once, and is kept nowhere; when the page was lost, another one is
    /// asked for. Cancelling the task dismisses the page, as ``dismissPresentation()`` does; dismissed before it is
    /// shown, the page is not shown at all. A presenter that cannot show it ends the presentation as failed, with what
    /// to do about it (``PresentationObstacle``); then the server has not been asked.
    ///
    /// - Throws: what kept the page from being shown: ``CountersignError/recipientNotUnique(found:)``,
    ///   ``CountersignError/alreadyPresenting``, ``CountersignError/unsyncedHere(_:)`` where somebody has signed or begun
    ///   to on this device and the server does not have it, a refusal of the server. Listeners are told of it as of a
    ///   cancelled signing, except of a page that is shown already and of a session that has ended.
    public func present(
        _ view: RecipientView, with presenter: any SigningPresenter
    ) async throws(CountersignError) -> SigningOutcome {
        try life.check()
        try presentation.take()
        defer { presentation.leave() }
        if let obstacle = await presentation.run({ await presenter.obstacle() }) {
            let outcome = SigningOutcome.failed(.signingFailed(reason: obstacle.description, trace: nil))
            events.announce(outcome.event(envelopeID: view.envelopeID))
            return outcome
        }
        let made = await presentation.run {
            [self] () async -> Result<(RecipientPage, SigningPage), CountersignError> in
            do throws(CountersignError) {
                try await requireNothingUnsynced(of: view.envelopeID)
                let visit = RecipientPage(try await invited(view), api: api, configuration: configuration)
                return .success((visit, try await visit.page()))
            } catch {
                return .failure(error)
            }
        }
        if presentation.isDismissed {
            events.announce(SigningOutcome.cancelled.event(envelopeID: view.envelopeID))
            return .cancelled
        }
        let visit: RecipientPage
        let page: SigningPage
        do throws(CountersignError) {
            (visit, page) = try made.get()
        } catch {
            let reason: CountersignEvent.ExitReason? = error == .cancelled ? .cancel : nil
            events.announce(
                .signingCancelled(
                    view.envelopeID, mode: .online, reason: reason, error: error.description,
                    information: error.trace))
            throw error
        }
        let ending = await presentation.run { await presenter.present(page) }
        let outcome = await visit.outcome(of: ending)
        events.announce(outcome.event(envelopeID: view.envelopeID))
        return outcome
    }

    /// Takes the signing page away that is being shown or prepared, with or without a network; its presentation ends as
    /// cancelled. Nothing happens where there is none.
    public func dismissPresentation() { presentation.dismiss() }

    private func invited(_ view: RecipientView) async throws(CountersignError) -> InvitedRecipient {
        if case .named(let name, let email, let clientUserID, let recipientID) = view.recipient {
            return InvitedRecipient(
                envelopeID: view.envelopeID, name: name, email: email, clientUserID: clientUserID,
                recipientID: recipientID, hadFinished: nil)
        }
        let recipients = try await api.recipients(of: view.envelopeID)
        let found =
            switch view.recipient {
            case .clientUser(let id): recipients.filter { $0.clientUserID == id }
            default: recipients.own(of: user.account)
            }
        guard found.count == 1, let recipient = found.first else {
            throw .recipientNotUnique(found: found.count)
        }
        return InvitedRecipient(recipient, of: view.envelopeID)
    }
}

extension CountersignClient {
    /// Shows a signing page whose address the app has, without a log-in, and returns how it ended.
    ///
    /// The address works once and for minutes only; a page that was lost cannot be had again. Nobody can be asked
    /// whether the recipient has signed: ``SigningOutcome/completed(_:)`` is what the page said.
    ///
    /// - Parameters:
    ///   - url: the answer of `POST …/views/recipient`, asked for by the app's own server.
    ///   - returnAddress: the `returnUrl` that was asked for: only going there ends the visit. Nil where the app does
    ///     not know it: then the visit ends at ``CountersignConfiguration/returnAddress``, and at the first address on
    ///     another host whose `event` is one that the API documents. An app whose return address is on the signing
    ///     page's own host has to name it.
    ///   - envelopeID: only told to listeners.
    /// - Throws: ``CountersignError/alreadyPresenting``; ``CountersignError/unusableAddress(what:)`` for what is no
    ///   page's address.
    public func present(
        url: URL, returnAddress: String? = nil, envelopeID: EnvelopeID? = nil, with presenter: any SigningPresenter
    ) async throws(CountersignError) -> SigningOutcome {
        try presentation.take()
        defer { presentation.leave() }
        let opened: URL
        do throws(CountersignError) {
            opened = try SigningURL.opened(
                url.absoluteString, language: configuration.language, allowsPlainHTTP: configuration.allowsPlainHTTP,
                trace: nil)
        } catch {
            // The address is the app's, not an answer of the server.
            let problem: CountersignError =
                if case .unreadableAnswer(let what, _) = error { .unusableAddress(what: what) } else { error }
            events.announce(SigningOutcome.failed(problem).event(envelopeID: envelopeID))
            throw problem
        }
        let page = SigningPage(
            source: .url(opened, renewed: nil),
            policy: configuration.policy(
                page: opened, returnAddress: returnAddress, endsAtOtherHosts: returnAddress == nil),
            loadTimeout: configuration.pageLoadTimeout, closeQuestion: configuration.closeQuestion)
        let outcome: SigningOutcome
        switch await presentation.run({ await presenter.present(page) }) {
        case .returned(.signingComplete): outcome = .completed(.byPageOnly)
        case .returned(.decline): outcome = .declined(reason: nil)
        case .returned(let ending):
            outcome =
                SigningOutcome(settled: ending)
                ?? .failed(.signingFailed(reason: "The server could not go on.", trace: nil))
        case .timedOut: outcome = .sessionTimedOut
        case .closed, .dismissed: outcome = .cancelled
        case .failed(let reason): outcome = .failed(.signingFailed(reason: reason, trace: nil))
        }
        events.announce(outcome.event(envelopeID: envelopeID))
        return outcome
    }

    /// Takes the signing page away that ``present(url:returnAddress:envelopeID:with:)`` shows. A log-out and another
    /// user's log-in do so as well.
    public func dismissPresentation() { presentation.dismiss() }
}

extension CountersignConfiguration {
    func policy(page: URL, returnAddress: String? = nil, endsAtOtherHosts: Bool = false) -> NavigationPolicy {
        var policy = NavigationPolicy.signing(
            page: page, returnURL: URL(string: returnAddress ?? self.returnAddress),
            endsAtOtherHosts: endsAtOtherHosts)
        policy.handlers.insert(contentsOf: navigationHandlers, at: 0)
        return policy
    }
}
