import Composing
import Envelopes
import Foundation

extension CountersignSession {
    /// Shows the page on which the user composes an envelope: documents, recipients, fields. Returns how that ended, once,
    /// after the page has closed.
    ///
    /// There is one draft on a device. Each change is stored before the page goes on, so an app that ends in the middle
    /// loses none. To ask beforehand whether there is a draft, use ``DeviceStore/hasDraft()``. The page needs no network
    /// in either mode; ``ComposingMode`` says where the envelope goes.
    ///
    ///     switch try await session.compose(mode: .offline, presenting: presenter) {
    ///     case .sent(let id), .signed(let id): try await session.sync(id)
    ///     case .saved, .discarded: break
    ///     }
    ///
    /// After sending, the user signs at once if it is their turn (``ComposingOptions/signsAtOnce``). Offline, so does
    /// everybody whom they host, if the presenter is an ``OfflineSigningPresenter``.
    ///
    /// - Parameters:
    ///   - mode: where the envelope goes; listeners get ``CountersignEvent/sendFailed(_:error:)`` for each failure to
    ///     send online
    ///   - resumingDraft: false removes a saved draft and begins a new one
    ///   - options: what the app adds to the page
    /// - Throws: ``CountersignError/alreadyPresenting`` while the session shows another page;
    ///   ``CountersignError/cannotPresent(_:)`` or ``CountersignError/signingFailed(reason:trace:underlying:)`` if the page
    ///   could not be shown;
    ///   ``CountersignError/invalidDraft(_:)`` if a document that the draft gives by URL cannot be fetched; errors of the
    ///   device's store
    public func compose(
        mode: ComposingMode = .online, resumingDraft: Bool = true, options: ComposingOptions = ComposingOptions(),
        presenting presenter: any SigningPresenter
    ) async throws(CountersignError) -> ComposingOutcome {
        let outcome = try await composed(mode, resumingDraft, options, presenter)
        guard case .sent(let id) = outcome, options.signsAtOnce, !Task.isCancelled else { return outcome }
        return await hasSigned(id, mode, presenter) ? .signed(id) : outcome
    }

    private func composed(
        _ mode: ComposingMode, _ resumes: Bool, _ options: ComposingOptions, _ presenter: any SigningPresenter
    ) async throws(CountersignError) -> ComposingOutcome {
        try life.check()
        let offline = try offlineEnvelopes
        try presentation.take()
        defer { presentation.leave() }
        if let obstacle = await presentation.run({ await presenter.presentationObstacle }) {
            throw .cannotPresent(obstacle)
        }
        if resumes { try await fetchDocuments(of: offline.store) } else { try await offline.store.discardDraft() }
        let drafts = DeviceDrafts(offline: offline, templates: try templates(), mode: mode, options: options) {
            [self] draft async throws(CountersignError) in
            switch mode {
            case .online: try await create(draft, sending: true)
            case .offline: try await offline.compose(draft, template: nil)
            }
        }
        let draft = try await drafts.opened()
        let page = SigningPage(
            source: .host(ComposingHost(drafts, draft.id, options)), policy: .inApp,
            loadTimeout: configuration.pageLoadTimeout, closeQuestion: CloseQuestion.draft, purpose: .composing)
        let ending = await presentation.run { await presenter.present(page) }
        if let id = drafts.sent.withLock({ $0 }) { return .sent(id) }
        // The session may have ended meanwhile, and the draft with it.
        try life.check()
        switch ending {
        case .returned(.cancel): return .discarded
        case .failed(let reason, let error):
            _ = try await drafts.keepWhatIsThere()
            throw .signingFailed(reason: reason, trace: nil, underlying: error)
        case .returned, .timedOut, .cancelled, .dismissed:
            return try await drafts.keepWhatIsThere() ? .saved : .discarded
        }
    }

    /// Fetches documents that a saved draft gives by their addresses.
    private func fetchDocuments(of store: DeviceStore) async throws(CountersignError) {
        guard var draft = try await store.draft(), draft.documents.contains(where: \.isRemote) else { return }
        try await draft.loadDocuments(over: configuration.transport)
        try await store.save(draft)
    }

    /// Lets those sign whose turn it is here. Returns whether they have. An error is announced to listeners, and leaves
    /// the envelope sent.
    private func hasSigned(_ id: EnvelopeID, _ mode: ComposingMode, _ presenter: any SigningPresenter) async -> Bool {
        let outcome: SigningOutcome? =
            switch mode {
            case .offline: await signedOffline(id, presenter)
            case .online: await signedOnline(id, presenter)
            }
        if case .completed = outcome { return true }
        return false
    }

    private func signedOffline(_ id: EnvelopeID, _ presenter: any SigningPresenter) async -> SigningOutcome? {
        guard let presenter = presenter as? any OfflineSigningPresenter, let offline = try? offlineEnvelopes,
            (try? await offline.canResume(id)) == true
        else { return nil }
        return try? await offline.sign(id, with: presenter)
    }

    private func signedOnline(_ id: EnvelopeID, _ presenter: any SigningPresenter) async -> SigningOutcome? {
        guard let recipients = try? await api.recipients(of: id) else { return nil }
        let own = recipients.own(of: user.account)
        guard own.count == 1, ["sent", "delivered"].contains(own[0].status) else { return nil }
        return try? await present(.ownRecipient(envelopeID: id), with: presenter)
    }
}

extension ComposingHost {
    /// The page over the device's draft.
    fileprivate init(_ drafts: DeviceDrafts, _ id: EnvelopeID, _ options: ComposingOptions) {
        let offline = drafts.offline
        let report = OfflineReport(offline.events, id)
        var settings = ComposingConfiguration()
        settings.fileLimit = offline.options.largestDocument
        settings.beginsWithFields = options.beginsWithFields
        settings.pickerTitle = options.documentPicker?.title
        settings.makesTemplates = false
        settings.hasClosingWindow = true
        settings.locked = options.lockedParts
        settings.report = { if let error = $0 as? CountersignError { report.savingFailed(error) } }
        self.init(
            store: drafts, renderer: offline.platform.renderer,
            returnAddress: ReturnAddress(InAppPage.returnURL), configuration: settings)
    }
}
