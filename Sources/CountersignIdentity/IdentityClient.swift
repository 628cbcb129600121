import ClientSupport
import Essentials
import Foundation
import RowndDialect

/// Signs an app's users in, keeps their tokens usable, and holds their profile.
///
///     let identity = try IdentityClient(IdentityConfiguration(server: url, appKey: key))
///     await identity.start()
///     let challenge = try await identity.startSignIn(email: "ada@example.org")
///     try await challenge.complete(code: "123456")
///     request.setValue("Bearer \(try await identity.accessToken() ?? "")", forHTTPHeaderField: "Authorization")
public final class IdentityClient: Sendable {
    /// The settings that the client was made with. They are valid and never change.
    public let configuration: IdentityConfiguration
    /// The state for views.
    public let state: IdentityState

    let hub: HubClient
    let clock: ServerClock
    let files: StateFiles
    let keys: FieldKeys
    let tokens: TokenKeeper
    let profile: ProfileKeeper
    let board: Board<IdentitySnapshot>
    let announcements: EventBoard
    let wait: @Sendable (TimeInterval) async throws -> Void
    /// Hears of what other processes store in the folder; `nil` if it cannot.
    private let watch: FolderWatch?
    /// Whether ``start(opening:)`` was called. Before, nothing is known.
    private let hasStarted = Locked(false)
    /// Counts sign-ins that were begun and sign-outs. What arrives for an earlier one is dropped.
    private let generations = Locked(0)

    /// - Throws: ``IdentityError/invalidConfiguration(what:)``; ``IdentityError/storage(reason:underlying:)`` if the folder cannot
    ///   be made
    public convenience init(_ configuration: IdentityConfiguration) throws(IdentityError) {
        try self.init(configuration, wait: { try await Task.sleep(for: .seconds($0)) })
    }

    /// - Parameter wait: waits for seconds; replaced in tests
    package init(
        _ configuration: IdentityConfiguration, wait: @escaping @Sendable (TimeInterval) async throws -> Void
    ) throws(IdentityError) {
        try configuration.validate()
        self.configuration = configuration
        self.wait = wait
        files = StateFiles(configuration)
        try files.makeFolder()
        let facts = files.facts()
        let clock = ServerClock(clock: configuration.clock, wallClock: configuration.wallClock)
        if let measured = facts.clock { clock.restore(measured) }
        self.clock = clock
        let hub = HubClient(configuration, clock: clock)
        self.hub = hub
        let keys = FieldKeys(configuration)
        self.keys = keys
        var snapshot = IdentitySnapshot()
        snapshot.hasPreviouslySignedIn = facts.hasPreviouslySignedIn
        let board = Board(snapshot)
        self.board = board
        let announcements = EventBoard()
        self.announcements = announcements
        let tokens = TokenKeeper(configuration, vault: SessionVault(configuration), hub: hub, clock: clock) { change in
            board.update { $0.take(change) }
            switch change {
            case .signedOut: announcements.announce(.signOut)
            case .session(let new, let old?) where new.userID == old.userID:
                if (new.id, new.level, new.isVerified) != (old.id, old.level, old.isVerified) {
                    announcements.announce(.userUpdated)
                }
            case .session: break
            }
        }
        self.tokens = tokens
        profile = ProfileKeeper(
            configuration, files: files, hub: hub, keys: keys, tokens: tokens, encryptedFields: facts.encryptedFields,
            wait: wait
        ) { news in
            board.update { $0.take(news) }
            if case .saved(let data) = news { announcements.announce(.userDataSaved(data)) }
        }
        watch = Self.watch(configuration.folder, hasStarted, board, tokens, profile)
        let state = IdentityState()
        self.state = state
        let snapshots = board.values()
        Task { @MainActor [weak state] in
            for await snapshot in snapshots { state?.show(snapshot) }
        }
    }

    /// Reads who is signed in from the device's store, without the network. Afterwards the state is known. The profile
    /// is loaded and waiting changes are sent in the background.
    ///
    /// - Parameter link: the link that the system started the app with. A sign-in link signs in before the call returns.
    /// - Returns: how the sign-in by the link went; `nil` without a sign-in link
    @discardableResult
    public func start(opening link: URL? = nil) async -> Result<SignedIn, IdentityError>? {
        hasStarted.withLock { $0 = true }
        do throws(IdentityError) { try await Self.look(board, tokens, profile) } catch {
            // A store that cannot be read yet, such as before the device's first unlock, is read when it has changed or
            // a token is needed.
            board.update { $0.error = error }
        }
        if let link, isSignInLink(link) {
            do throws(IdentityError) { return .success(try await open(link)) } catch { return .failure(error) }
        }
        loadInBackground()
        return nil
    }

    // MARK: Tokens

    /// Returns an access token that is valid for at least another minute. It is refreshed when needed, once for all
    /// who ask.
    ///
    /// - Returns: `nil` if nobody is signed in, or the server definitely refused to renew the session, which has then
    ///   ended
    /// - Throws: an error for a temporary condition, such as ``IdentityError/unreachable(reason:underlying:)``; the user stays
    ///   signed in. ``IdentityError/sessionEnded`` if another user has signed in meanwhile.
    public func accessToken() async throws(IdentityError) -> String? {
        let wasUnknown = board.value.phase == .unknown
        let token = try await tokens.accessToken()
        if token == nil || wasUnknown { try? await Self.look(board, tokens, profile) }
        if wasUnknown { loadInBackground() }
        return token
    }

    /// Signs in with a token of another service that the app's configuration trusts.
    ///
    /// - Returns: an access token; `nil` if the other token cannot be validated
    /// - Throws: an error for a temporary condition
    public func accessToken(exchanging other: String) async throws(IdentityError) -> String? {
        let generation = newGeneration()
        announcements.announce(.signInStarted(.token))
        return try await reporting { () async throws(IdentityError) in
            // The service keeps what the guest has entered.
            let reply = try await asGuest { token throws(IdentityError) in
                let reply = try await hub.exchange(
                    .post, ["hub", "auth", "token"],
                    ["id_token": .string(other), "intent_mismatch_behavior": "throw"], bearer: token)
                let refusal = HubClient.refusal(reply)
                // About the guest's token, not the other one.
                if token != nil, case .refused(401, "E_TOKEN", _) = refusal { throw refusal }
                return reply
            }
            guard !HubClient.isDefinite(reply) else {
                announcements.announce(.signInFailed(HubClient.refusal(reply)))
                return nil
            }
            let answer = try HubClient.decoded(HubTokens.self, reply)
            _ = try await begin(
                access: answer.accessToken, refresh: answer.refreshToken, .token,
                UserKind(rawValue: answer.userType ?? "") ?? .unknown, generation)
            return try await accessToken()
        }
    }

    // MARK: Observation

    /// The profile of whoever is signed in when a call is made. Calls throw ``IdentityError/signedOut`` if nobody is.
    public var user: IdentityUser { IdentityUser(client: self) }

    /// Who is signed in, at this moment.
    public var snapshot: IdentitySnapshot { board.value }

    /// Returns a part of the state: its value now, and afterwards whenever it changed.
    ///
    ///     for await level in identity.values(of: \.authLevel) { … }
    public func values<Value: Sendable & Equatable>(
        of part: @escaping @Sendable (IdentitySnapshot) -> Value
    ) -> SelectedValues<Value> {
        let board = board
        return SelectedValues(snapshots: { board.values() }, select: part)
    }

    /// Returns the events from now on, in their order.
    public func events() -> AsyncStream<IdentityEvent> { announcements.events() }

    /// Adds a handler, which the client holds until it is removed. A handler that holds the client keeps it as well.
    ///
    ///     identity.addEventHandler(Analytics())
    ///
    /// - Returns: what removes the handler; an app that never does so need not keep it
    @discardableResult
    public func addEventHandler(_ handler: any IdentityEventHandler) -> EventHandlerRegistration {
        announcements.add(handler)
    }

    // MARK: Inside

    /// Shows who is signed in by now.
    private static func look(
        _ board: Board<IdentitySnapshot>, _ tokens: TokenKeeper, _ profile: ProfileKeeper
    ) async throws(IdentityError) {
        let session = try await tokens.session()
        try await profile.follow()
        board.update { snapshot in
            guard snapshot.phase == .unknown else { return }
            snapshot.phase = session == nil ? .signedOut : .signedIn
            snapshot.error = nil
        }
    }

    private static func watch(
        _ folder: URL, _ hasStarted: Locked<Bool>, _ board: Board<IdentitySnapshot>, _ tokens: TokenKeeper,
        _ profile: ProfileKeeper
    ) -> FolderWatch? {
        try? FolderWatch(folder) {
            Task {
                guard hasStarted.withLock({ $0 }) else { return }
                // A store that cannot be read now is read again when a token is needed.
                do { try await look(board, tokens, profile) } catch { return }
                await profile.lookAgain()
            }
        }
    }

    func newGeneration() -> Int {
        generations.withLock { number in
            number += 1
            return number
        }
    }

    func check(_ generation: Int) throws(IdentityError) {
        guard generations.withLock({ $0 }) == generation else { throw .sessionEnded }
    }

    func loadProfile() async throws(IdentityError) {
        let user = board.value.userID
        board.update { $0.isLoading = true }
        defer { board.update { $0.isLoading = false } }
        do throws(IdentityError) {
            try await profile.load()
            board.update { $0.error = nil }
            announcements.announce(.userData(board.value.data))
        } catch {
            // Why one user's profile was not loaded is no news about the next one's.
            board.update { if $0.userID == user { $0.error = error } }
            throw error
        }
    }

    func loadInBackground() {
        guard configuration.worksInBackground, board.value.isSignedIn else { return }
        Task { [weak self] in try? await self?.loadProfile() }
    }
}

extension IdentitySnapshot {
    fileprivate mutating func take(_ change: TokenKeeper.Change) {
        switch change {
        case .session(let session, _):
            if userID != session.userID { (data, unreadableFields, error) = ([:], [], nil) }
            (phase, accessToken, isVerified) = (.signedIn, session.accessToken, session.isVerified)
            (authLevel, userID, hasPreviouslySignedIn) = (session.level, session.userID, true)
        case .signedOut:
            self = IdentitySnapshot()
            phase = .signedOut
            hasPreviouslySignedIn = true
        }
    }

    fileprivate mutating func take(_ news: ProfileNews) {
        switch news {
        case .shown(let user, let data, let unreadable):
            // A profile never shows for somebody else.
            guard user == userID else { return }
            (self.data, unreadableFields) = (data, unreadable)
        case .saved: error = nil
        case .failed(let error): self.error = error
        }
    }
}
