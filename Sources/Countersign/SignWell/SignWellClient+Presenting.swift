import Ceremony
import Foundation

extension SignWellClient {
    /// Shows a recipient's embedded signing page. Returns how it ended, once, after the page has closed.
    ///
    /// The server is asked whether the recipient has signed or declined: a page's claim can be forged. Cancelling the
    /// task dismisses the page.
    ///
    /// - Parameters:
    ///   - document: an answer of ``createDocument(_:)`` or ``document(_:)``
    ///   - recipientID: the id that the document's creator chose, such as `1`
    /// - Throws: ``CountersignError/recipientNotUnique(found:)`` if the document has no such recipient,
    ///   ``CountersignError/unusableAddress(what:)`` if it is not signed embedded, and
    ///   ``CountersignError/alreadyPresenting``; ``CountersignError/cannotPresent(_:)``; why the page failed, or why the
    ///   server did not confirm what it claims
    public func present(
        _ document: SignWellDocument, recipientID: SignWellDocument.Recipient.ID,
        with presenter: any SigningPresenter
    ) async throws(CountersignError) -> SigningOutcome {
        let found = document.recipients.filter { $0.id == recipientID }
        guard found.count == 1, let recipient = found.first else { throw .recipientNotUnique(found: found.count) }
        guard let url = recipient.embeddedSigningURL else {
            throw .unusableAddress(what: "the recipient has no embedded_signing_url")
        }
        let page = try EmbeddedPage(signingURL: url, allowsPlainHTTP: allowsPlainHTTP)
        try presentation.take()
        defer { presentation.leave() }
        if let obstacle = await presentation.run({ await presenter.presentationObstacle }) {
            throw .cannotPresent(obstacle)
        }
        let ending = await presentation.run { await presenter.present(SigningPage(embedded: page)) }
        // In a task of its own, because the caller may have been cancelled.
        return try await Task { () async -> Result<SigningOutcome, CountersignError> in
            do throws(CountersignError) {
                return .success(try await outcome(of: ending, recipient, in: document.id))
            } catch {
                return .failure(error)
            }
        }.value.get()
    }

    /// Dismisses the signing page that is shown. Does nothing if there is none.
    public func dismissPresentation() { presentation.dismiss() }

    private func outcome(
        of ending: SigningPageEnding, _ recipient: SignWellDocument.Recipient, in id: SignWellDocument.ID
    ) async throws(CountersignError) -> SigningOutcome {
        switch ending {
        case .returned(.signingComplete), .returned(.decline): return try await confirmed(recipient, in: id)
        default: break
        }
        guard !recipient.hasSigned else { return .viewedCompleted }
        if let now = try? await standing(of: recipient, in: id), now.recipient.hasSigned {
            return .completed(.byServer)
        }
        return try SigningOutcome(unconfirmed: ending)
    }

    /// Asks until the server says that the recipient has signed or declined, a limited number of times.
    private func confirmed(
        _ recipient: SignWellDocument.Recipient, in id: SignWellDocument.ID
    ) async throws(CountersignError) -> SigningOutcome {
        var last = CountersignError.signingNotConfirmed(status: "unknown", trace: nil)
        for pause in [0, 0.5, 1, 2, 4] {
            if pause > 0 { try? await retries.wait(pause) }
            do throws(CountersignError) {
                let now = try await standing(of: recipient, in: id)
                if now.recipient.hasSigned { return .completed(.byServer) }
                if now.recipient.hasDeclined { return .declined(reason: now.document.declineMessage) }
                last = .signingNotConfirmed(status: now.recipient.status ?? "unknown", trace: nil)
            } catch {
                last = error
                switch error {
                case .unreachable, .refused(429, _, _, _), .refused(500..., _, _, _): continue
                default: throw error
                }
            }
        }
        throw last
    }

    private func standing(
        of recipient: SignWellDocument.Recipient, in id: SignWellDocument.ID
    ) async throws(CountersignError) -> (document: SignWellDocument, recipient: SignWellDocument.Recipient) {
        let document = try await answer(.get, ["documents", id], timeout: 10, retrying: false)
        guard let now = document.recipient(recipient.id) else { throw .recipientNotUnique(found: 0) }
        return (document, now)
    }
}

extension CountersignClient {
    /// Shows an embedded signing page whose address the app got from its own server, without a log-in or a key. Returns
    /// how it ended.
    ///
    /// Nobody can be asked whether the recipient has signed, so ``SigningOutcome/completed(_:)`` is only the page's
    /// claim. The app's server hears of it by webhook, or asks.
    ///
    /// - Parameter url: a recipient's `embedded_signing_url`; it can be opened again until the recipient has signed
    /// - Throws: ``CountersignError/alreadyPresenting``; ``CountersignError/unusableAddress(what:)``;
    ///   ``CountersignError/cannotPresent(_:)``; ``CountersignError/signingFailed(reason:trace:underlying:)``. Listeners
    ///   get the last two as a cancelled signing.
    public func present(
        embeddedSigningURL url: URL, with presenter: any SigningPresenter
    ) async throws(CountersignError) -> SigningOutcome {
        let page = try EmbeddedPage(signingURL: url, allowsPlainHTTP: configuration.allowsPlainHTTP)
        try presentation.take()
        defer { presentation.leave() }
        let shown = SigningPage(
            embedded: page, loadTimeout: configuration.pageLoadTimeout, closeQuestion: configuration.closeQuestion,
            handlers: configuration.navigationHandlers)
        return try await announcing(envelopeID: nil) { () async throws(CountersignError) in
            try SigningOutcome(unconfirmed: try await show(shown, with: presenter))
        }
    }
}

extension SigningPage {
    init(
        embedded page: EmbeddedPage, loadTimeout: TimeInterval = 30, closeQuestion: String = CloseQuestion.kept,
        handlers: [any NavigationHandler] = []
    ) {
        var policy = NavigationPolicy.signing(page: page.baseURL, returnURL: nil)
        policy.handlers.insert(contentsOf: handlers, at: 0)
        self.init(source: .embedded(page), policy: policy, loadTimeout: loadTimeout, closeQuestion: closeQuestion)
    }
}
