import Ceremony
import Envelopes
import Foundation

extension CountersignSession {
    /// Shows a recipient's signing page. Returns how it ended, once, after the page has closed.
    ///
    /// The page's URL is requested now, works once, and is not stored. If the page is lost, another URL is requested.
    /// Cancelling the task dismisses the page, like ``dismissPresentation()``; if that happens before the page is
    /// shown, it is never shown. If a presenter cannot show the page, the presentation fails with advice
    /// (``PresentationObstacle``), and the server is not asked.
    ///
    /// - Throws: the error that prevented the page from being shown: ``CountersignError/recipientNotUnique(found:)``,
    ///   ``CountersignError/alreadyPresenting``, ``CountersignError/unsyncedHere(_:)`` if somebody has signed or
    ///   started to sign on this device and the server lacks that, or the server's error. Listeners get it as a
    ///   cancelled signing, except when a page is already shown or the session has ended.
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

    /// Dismisses the signing page being shown or prepared, online or offline. Its presentation ends as cancelled. Does
    /// nothing if there is none.
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
    /// Shows a signing page whose URL the app already has, without a log-in. Returns how it ended.
    ///
    /// The URL works once and only for minutes; a lost page cannot be reopened. The server cannot be asked whether the
    /// recipient has signed, so ``SigningOutcome/completed(_:)`` is only the page's claim.
    ///
    /// - Parameters:
    ///   - url: the answer to `POST …/views/recipient`, requested by the app's own server
    ///   - returnAddress: the requested `returnUrl`; only going there ends the visit. If `nil`, the visit ends at
    ///     ``CountersignConfiguration/returnAddress``, or at the first address on another host with an `event` that the
    ///     API documents. An app whose return address is on the signing page's own host has to pass it.
    ///   - envelopeID: used only in events
    /// - Throws: ``CountersignError/alreadyPresenting``; ``CountersignError/unusableAddress(what:)`` if `url` is not a
    ///   page's address
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
            // The URL comes from the app, not from the server.
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
        let outcome = SigningOutcome(unconfirmed: await presentation.run { await presenter.present(page) })
        events.announce(outcome.event(envelopeID: envelopeID))
        return outcome
    }

    /// Dismisses the signing page shown by ``present(url:returnAddress:envelopeID:with:)``. A log-out or another user's
    /// log-in dismisses it too.
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
