import Ceremony
import Envelopes
import Foundation

/// One user's envelopes on this device, and the operations that work offline.
///
///     let id = try await offline.compose(draft)
///     let outcome = try await offline.sign(id, with: presenter)
///     let pdf = try await offline.document("1", of: id)
public struct OfflineEnvelopes: Sendable {
    /// The envelopes and drafts of this user on this device.
    public let store: DeviceStore
    /// Whose envelopes these are. Nobody else's can be signed or uploaded here.
    public let user: AccountDetails
    package let keys: DeviceKeys
    package let platform: OfflinePlatform
    package let local: LocalSigners
    package let times: ServerTimes
    /// `nil` for envelopes without a session, used in tests and benchmarks.
    let api: APIClient?
    let events: any EventSink
    let now: @Sendable () -> Date
    let life: SessionLife
    /// Shared with the session's other pages.
    let slot: PresentationSlot
    private let settings: OfflineSettings

    package init(
        store: DeviceStore, user: AccountDetails, keys: DeviceKeys, platform: OfflinePlatform,
        options: OfflineOptions = OfflineOptions(), events: any EventSink,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.init(
            store: store, user: user, keys: keys, platform: platform, options: options, events: events, now: now,
            life: SessionLife(), slot: PresentationSlot(), api: nil)
    }

    init(
        store: DeviceStore, user: AccountDetails, keys: DeviceKeys, platform: OfflinePlatform,
        options: OfflineOptions, events: any EventSink, now: @escaping @Sendable () -> Date, life: SessionLife,
        slot: PresentationSlot, api: APIClient?
    ) {
        self.store = store
        self.user = user
        self.keys = keys
        self.platform = platform
        settings = OfflineSettings(options)
        self.events = events
        self.now = now
        self.life = life
        self.slot = slot
        self.api = api
        local = LocalSigners(user)
        times = ServerTimes(store: store, clock: platform.witness.clock)
    }

    static let foreign = CountersignError.accountMismatch(what: "the envelopes on this device belong to another user")

    /// Checks that the user is this one: another user's envelopes must not reach the server as this user's.
    func requireUser(_ user: AccountDetails) throws(CountersignError) {
        guard user.userID == self.user.userID, user.accountID == self.user.accountID else { throw Self.foreign }
    }

    // MARK: Settings, shared by every copy: set once, they apply wherever ``CountersignSession/offlineEnvelopes`` is called

    /// The options of offline signing, at first those of the configuration.
    public var options: OfflineOptions {
        get { settings.values.options }
        nonmutating set { settings.change { $0.options = newValue } }
    }

    /// The text that signers agree to; `nil` for the ceremony's own.
    public var consent: Disclosure? {
        get { settings.values.consent }
        nonmutating set { settings.change { $0.consent = newValue } }
    }

    /// Called while people sign on this device; `nil`, the default, for none.
    public var hooks: (any OfflineSigningHooks)? {
        get { settings.values.hooks }
        nonmutating set { settings.change { $0.hooks = newValue } }
    }

    /// Time limit, in seconds, for a page to start showing. After that it has failed.
    public var pageLoadTimeout: TimeInterval {
        get { settings.values.pageLoadTimeout }
        nonmutating set { settings.change { $0.pageLoadTimeout = newValue } }
    }

    /// The question of a page's close control. If progress is not saved, ``CloseQuestion/notKept`` replaces
    /// ``CloseQuestion/kept``.
    public var closeQuestion: String {
        get {
            let values = settings.values
            let saysKept = values.closeQuestion == CloseQuestion.kept
            return saysKept && !values.options.savesProgress ? CloseQuestion.notKept : values.closeQuestion
        }
        nonmutating set { settings.change { $0.closeQuestion = newValue } }
    }

    // MARK: Composing

    /// Makes an envelope from a draft on this device. Its history records it as sent; the server learns of it at the
    /// upload. If nobody has to sign here, it is ready for upload at once.
    ///
    /// Nothing is fetched. Documents given by URL are rejected unless ``EnvelopeDraft/loadDocuments(over:)`` has
    /// fetched them.
    ///
    /// - Parameter template: the template that the draft was made from
    /// - Throws: ``CountersignError/invalidDraft(_:)`` with every problem, or
    ///   ``CountersignError/notPossibleOffline(_:)``
    @discardableResult
    public func compose(
        _ draft: EnvelopeDraft, template: TemplateID? = nil
    ) async throws(CountersignError) -> EnvelopeID {
        try life.check()
        let sender = Sender(userID: user.userID, name: user.userName, email: user.email)
        let prepared = try draft.prepared(
            accountID: user.accountID, sender: sender, fonts: FieldText(platform.typesetter), offlineFor: local,
            options)
        return try await compose(prepared, template: template)
    }

    /// Makes an envelope from a valid draft.
    func compose(
        _ prepared: PreparedDraft, template: TemplateID?
    ) async throws(CountersignError) -> EnvelopeID {
        let obstacles =
            local.obstacles(prepared.definition, needsSigner: false)
            + options.obstacles(toSizes: prepared.contents.mapValues(\.count))
        guard obstacles.isEmpty else { throw .notPossibleOffline(obstacles) }
        events.announce(.cachingStarted(prepared.id))
        do {
            for content in prepared.contents.values { _ = try await store.store(content) }
            let history = try await begin(prepared.definition, id: prepared.id)
            try await store.add(
                history, name: prepared.name, origin: template == nil ? .composed : .template, template: template,
                state: local.state(of: history.envelope))
        } catch {
            events.announce(.cachingFailed(prepared.id, error: error))
            throw error
        }
        events.announce(.cached(prepared.id, template: template, isLocal: true))
        return prepared.id
    }

    /// Returns a new history for a definition: created and sent by the user on this device.
    func begin(_ definition: EnvelopeDefinition, id: EnvelopeID) async throws(CountersignError) -> History {
        let at = now()
        let actor = EventActor(kind: .sender, id: user.userID, name: user.userName)
        let evidence = try await platform.witness.evidence(at: at, times)
        let signer = try await keys.signer()
        do {
            let decided = try decide(
                .create(id, definition, send: true), nil, CommandContext(at: at, actor: actor, evidence: evidence))
            return try History(try await signed(decided, by: signer))
        } catch EnvelopeError.invalid(let problems) {
            throw .invalidDraft(problems.map(DraftProblem.definition))
        } catch {
            throw CountersignError(storing: error)
        }
    }

    // MARK: What can be done

    /// Returns what prevents an envelope from being signed here now; empty if signing can start or resume.
    public func reasonsNotToSign(_ id: EnvelopeID) async throws(CountersignError) -> [OfflineObstacle] {
        guard let cached = try await store.cached(id), cached.state != .draft else { return [.notCached(id)] }
        switch cached.state {
        case .readyToSync, .syncing: return [.readyToSync(id)]
        case .inConflict: return [.inConflict(id)]
        case .draft, .uploaded, .synced, .inProgress: break
        }
        let envelope = try await store.envelope(id)
        guard envelope.status.isInProcess else { return [.notSignable(envelope.status)] }
        guard cached.state == .inProgress, !local.inTurn(envelope).isEmpty else { return [.nobodyLeftHere] }
        return local.obstacles(envelope.definition, needsSigner: true)
    }

    /// Whether somebody can sign the envelope here now.
    public func canResume(_ id: EnvelopeID) async throws(CountersignError) -> Bool {
        try await reasonsNotToSign(id).isEmpty
    }

    /// Whether a recipient signs on this device: the user, or somebody the user hosts.
    public func canSignHere(_ recipient: Recipient) -> Bool { local.include(recipient) }

    /// Returns the newest version of a document: the signed PDF after the last signature here.
    public func document(_ document: DocumentID, of id: EnvelopeID) async throws(CountersignError) -> Data {
        let envelope = try await store.envelope(id)
        guard let hash = envelope.latestVersion(of: document) else {
            throw .notPossibleOffline([.unsupported(what: "Reading document \(document), which the envelope lacks,")])
        }
        return try await store.blob(hash)
    }

    // MARK: Removing

    /// Removes an envelope from this device. An envelope with a signature, decline, consent or values that the server
    /// lacks needs its export.
    public func remove(_ id: EnvelopeID, after export: EnvelopeExport? = nil) async throws(CountersignError) {
        try await store.remove(id, after: export)
        events.announce(.uncached(id))
    }

    /// Removes every envelope, or none.
    public func removeAll(after exports: [EnvelopeExport] = []) async throws(CountersignError) {
        let ids = try await store.envelopeIDs()
        try await store.removeAll(after: exports)
        for id in ids { events.announce(.uncached(id)) }
    }
}
