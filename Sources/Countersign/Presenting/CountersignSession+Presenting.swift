import Ceremony
import Envelopes
import Foundation

extension CountersignSession {
    /// Shows a recipient's signing page. Returns how it ended, once, after the page has closed.
    ///
    /// The page's URL is requested now, works once, and is not stored. If the page is lost, another URL is requested.
    /// Cancelling the task dismisses the page, like ``dismissPresentation()``; if that happens before the page is
    /// shown, it is never shown. If a presenter cannot show the page, the server is not asked.
    ///
    /// - Throws: every failure. Before the page is shown: ``CountersignError/alreadyPresenting``,
    ///   ``CountersignError/cannotPresent(_:)`` with advice, ``CountersignError/recipientNotUnique(found:)``,
    ///   ``CountersignError/unsyncedHere(_:)`` if somebody has signed or started to sign on this device and the server
    ///   lacks that, or the server's error. Afterwards: ``CountersignError/signingFailed(reason:trace:underlying:)``, or
    ///   ``CountersignError/signingNotConfirmed(status:trace:)`` if the server does not confirm what the page claims.
    ///   Listeners get it as a cancelled signing, except when a page is already shown or the session has ended.
    public func present(
        _ request: SigningRequest, with presenter: any SigningPresenter
    ) async throws(CountersignError) -> SigningOutcome {
        try life.check()
        try presentation.take()
        defer { presentation.leave() }
        var recipient = request.recipientID
        do throws(CountersignError) {
            let outcome = try await presented(request, with: presenter, found: &recipient)
            events.announce(outcome.event(envelopeID: request.envelopeID, recipient: recipient))
            return outcome
        } catch {
            events.announce(error.event(envelopeID: request.envelopeID, recipient: recipient))
            throw error
        }
    }

    /// - Parameter found: becomes the recipient's id once it is known
    private func presented(
        _ request: SigningRequest, with presenter: any SigningPresenter, found: inout RecipientID?
    ) async throws(CountersignError) -> SigningOutcome {
        if let obstacle = await presentation.run({ await presenter.presentationObstacle }) {
            throw .cannotPresent(obstacle)
        }
        let made = await presentation.run {
            [self] () async -> Result<(RecipientPage, SigningPage), CountersignError> in
            do throws(CountersignError) {
                try await requireNothingUnsynced(of: request.envelopeID)
                let visit = RecipientPage(try await invited(request), api: api, configuration: configuration)
                return .success((visit, try await visit.page()))
            } catch {
                return .failure(error)
            }
        }
        if presentation.isDismissed { return .cancelled }
        let (visit, page) = try made.get()
        found = visit.recipient.recipientID
        let ending = await presentation.run { await presenter.present(page) }
        return try await visit.outcome(of: ending)
    }

    /// Dismisses the signing page being shown or prepared, online or offline. Its presentation ends as cancelled. Does
    /// nothing if there is none.
    public func dismissPresentation() { presentation.dismiss() }

    private func invited(_ request: SigningRequest) async throws(CountersignError) -> InvitedRecipient {
        if case .named(let name, let email, let clientUserID, let recipientID) = request.recipient {
            return InvitedRecipient(
                envelopeID: request.envelopeID, name: name, email: email, clientUserID: clientUserID,
                recipientID: recipientID, hadFinished: nil)
        }
        let recipients = try await api.recipients(of: request.envelopeID)
        let found =
            switch request.recipient {
            case .clientUser(let id): recipients.filter { $0.clientUserID == id }
            default: recipients.own(of: user.account)
            }
        guard found.count == 1, let recipient = found.first else {
            throw .recipientNotUnique(found: found.count)
        }
        return InvitedRecipient(recipient, of: request.envelopeID)
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
    ///   - returnURL: the requested `returnUrl`; only going there ends the visit. If `nil`, the visit ends at
    ///     ``CountersignConfiguration/returnURL``, or at the first address on another host with an `event` that the
    ///     API documents. An app whose return URL is on the signing page's own host has to pass it.
    ///   - envelopeID: used only in events
    ///   - recipientID: used only in events
    /// - Throws: every failure: ``CountersignError/alreadyPresenting``; ``CountersignError/cannotPresent(_:)``;
    ///   ``CountersignError/unusableAddress(what:)`` if `url` is not a page's address;
    ///   ``CountersignError/signingFailed(reason:trace:underlying:)``. Listeners get it as a cancelled signing, except
    ///   when a page is already shown.
    public func present(
        url: URL, returnURL: URL? = nil, envelopeID: EnvelopeID? = nil, recipientID: RecipientID? = nil,
        with presenter: any SigningPresenter
    ) async throws(CountersignError) -> SigningOutcome {
        try presentation.take()
        defer { presentation.leave() }
        return try await announcing(envelopeID: envelopeID, recipientID) { () async throws(CountersignError) in
            let opened: URL
            do throws(CountersignError) {
                opened = try SigningURL.opened(
                    url.absoluteString, language: configuration.language,
                    allowsPlainHTTP: configuration.allowsPlainHTTP, trace: nil)
            } catch {
                // The URL comes from the app, not from the server.
                throw if case .unreadableAnswer(let what, _) = error { .unusableAddress(what: what) } else { error }
            }
            let page = SigningPage(
                source: .url(opened, renewed: nil),
                policy: configuration.policy(page: opened, returnURL: returnURL, endsAtOtherHosts: returnURL == nil),
                loadTimeout: configuration.pageLoadTimeout, closeQuestion: configuration.closeQuestion)
            return try SigningOutcome(unconfirmed: try await show(page, with: presenter))
        }
    }

    /// Shows a page and returns how its visit ended, without asking the server about it.
    func show(
        _ page: SigningPage, with presenter: any SigningPresenter
    ) async throws(CountersignError) -> SigningPageEnding {
        if let obstacle = await presentation.run({ await presenter.presentationObstacle }) {
            throw .cannotPresent(obstacle)
        }
        return await presentation.run { await presenter.present(page) }
    }

    /// Announces how a presentation ended, or why it failed.
    func announcing(
        envelopeID: EnvelopeID?, _ recipient: RecipientID? = nil,
        _ presentation: () async throws(CountersignError) -> SigningOutcome
    ) async throws(CountersignError) -> SigningOutcome {
        do throws(CountersignError) {
            let outcome = try await presentation()
            events.announce(outcome.event(envelopeID: envelopeID, recipient: recipient))
            return outcome
        } catch {
            events.announce(error.event(envelopeID: envelopeID, recipient: recipient))
            throw error
        }
    }

    /// Dismisses the signing page shown by ``present(url:returnURL:envelopeID:recipientID:with:)``. A log-out or another user's
    /// log-in dismisses it too.
    public func dismissPresentation() { presentation.dismiss() }
}

extension CountersignConfiguration {
    func policy(page: URL, returnURL: URL? = nil, endsAtOtherHosts: Bool = false) -> NavigationPolicy {
        var policy = NavigationPolicy.signing(
            page: page, returnURL: returnURL ?? self.returnURL,
            endsAtOtherHosts: endsAtOtherHosts)
        policy.handlers.insert(contentsOf: navigationHandlers, at: 0)
        return policy
    }
}
