import ClientSupport
import Foundation
import RowndDialect

/// Keeps one user's tokens usable.
///
/// A refresh token works once. So one refresh runs at a time, for all tasks of this process and, by a file beside the
/// store, for all processes that share it. The process whose turn it is looks into the store first: another one may
/// have done the work.
actor TokenKeeper {
    /// A change of who is signed in, or of the tokens.
    enum Change: Sendable {
        case session(StoredSession, after: StoredSession?)
        case signedOut(StoredSession)
    }

    private enum Outcome: Sendable {
        case usable(StoredSession)
        /// The server definitely refused.
        case refused
        /// Somebody else signed in or out meanwhile.
        case replaced(StoredSession?)
    }

    private let vault: SessionVault
    private let hub: HubClient
    private let clock: ServerClock
    private let refreshes: FileLease
    private let changed: @Sendable (Change) -> Void

    private var known: StoredSession?
    private var seenChange: String?
    /// Counts the changes of `known`.
    private var epoch = 0
    /// Tokens that the store could not take.
    private var unsaved: StoredSession?
    private var refresh: (session: UUID, task: Task<Result<Outcome, IdentityError>, Never>)?

    init(
        _ configuration: IdentityConfiguration, vault: SessionVault, hub: HubClient, clock: ServerClock,
        changed: @escaping @Sendable (Change) -> Void
    ) {
        self.vault = vault
        self.hub = hub
        self.clock = clock
        self.changed = changed
        refreshes = FileLease(file: configuration.folder.appending(path: "\(configuration.scope).refresh-turn"))
    }

    /// Returns the session, as the last process left it; `nil` if nobody is signed in.
    func session() async throws(IdentityError) -> StoredSession? {
        while true {
            let change = vault.lastChange()
            if seenChange == change { return known }
            let epoch = epoch
            let stored = try await vault.session()
            // Somebody has signed in or out while the store was read: what was read may be older.
            guard epoch == self.epoch else { continue }
            // What the store could not take is newer than what it has.
            if let unsaved, unsaved.id == stored?.id { return unsaved }
            seenChange = change
            adopt(stored)
            return stored
        }
    }

    /// Returns an access token that is valid for at least another minute; `nil` if nobody is signed in, or the server
    /// definitely refused to renew the session.
    ///
    /// - Parameters:
    ///   - seconds: how long the token should be valid; a new token may be shorter-lived
    ///   - id: the session that the token must be of; `nil` for whichever there is
    ///   - old: a token that is not wanted any more, though it has not expired
    /// - Throws: ``IdentityError/sessionEnded`` if there is another session than the one asked for
    func accessToken(
        for seconds: TimeInterval = 60, of id: UUID? = nil, insteadOf old: String? = nil
    ) async throws(IdentityError) -> String? {
        guard let session = try await session() else { return nil }
        guard id == nil || session.id == id else { throw .sessionEnded }
        if session.accessToken != old, session.isUsable(at: clock.now(), for: seconds) { return session.accessToken }
        let result: Result<Outcome, IdentityError>
        if let refresh, refresh.session == session.id {
            result = await refresh.task.value
        } else {
            // Not a child of the first caller's task: cancelling that must not cancel the refresh for the others.
            let task = Task { await self.refreshed(session, for: seconds, insteadOf: old) }
            refresh = (session.id, task)
            result = await task.value
        }
        switch try result.get() {
        case .usable(let new):
            guard known?.id == new.id else { throw .sessionEnded }
            guard new.isUsable(at: clock.now()) else { throw .unusableToken }
            return new.accessToken
        case .refused, .replaced(nil): return nil
        case .replaced: throw .sessionEnded
        }
    }

    /// Makes tokens the session, in place of any other.
    func begin(_ session: StoredSession) async throws(IdentityError) {
        try await vault.keep(session)
        unsaved = nil
        seenChange = vault.lastChange()
        adopt(session)
    }

    /// Ends the session on this device.
    func end() async throws(IdentityError) {
        guard let session = try await session() else { return }
        _ = try await vault.remove(session.id)
        unsaved = nil
        seenChange = vault.lastChange()
        if known?.id == session.id { adopt(nil) }
    }

    private func adopt(_ session: StoredSession?) {
        let last = known
        known = session
        epoch += 1
        if let session {
            if session != last { changed(.session(session, after: last)) }
        } else if let last {
            changed(.signedOut(last))
        }
    }

    private func refreshed(
        _ session: StoredSession, for seconds: TimeInterval, insteadOf old: String?
    ) async -> Result<Outcome, IdentityError> {
        let result: Result<Outcome, IdentityError>
        do {
            let outcome = try await refreshes.hold {
                try await self.refreshInTurn(session.id, for: seconds, insteadOf: old)
            }
            result = .success(outcome)
        } catch {
            result = .failure(IdentityError(supporting: error))
        }
        if refresh?.session == session.id { refresh = nil }
        return result
    }

    /// Refreshes while no other process does.
    private func refreshInTurn(
        _ id: UUID, for seconds: TimeInterval, insteadOf unwanted: String?
    ) async throws -> Outcome {
        guard var stored = try await vault.session() else { return take(nil, insteadOf: id) }
        guard stored.id == id else { return take(stored, insteadOf: id) }
        var old = stored
        if let unsaved, unsaved.id == id {
            old = unsaved
            if (try? await vault.replace(stored, with: unsaved)) == true {
                stored = unsaved
                self.unsaved = nil
            }
        }
        if old.accessToken != unwanted, old.isUsable(at: clock.now(), for: seconds) { return take(old, insteadOf: id) }
        let reply = try await hub.exchange(
            .post, ["hub", "auth", "token"], ["refresh_token": .string(old.refreshToken)])
        if HubClient.isDefinite(reply) {
            guard try await vault.remove(id, refreshToken: stored.refreshToken) else {
                return take(try await vault.session(), insteadOf: id)
            }
            unsaved = nil
            return take(nil, insteadOf: id, refused: true)
        }
        let tokens = try HubClient.decoded(HubTokens.self, reply)
        let new = try StoredSession(id: id, accessToken: tokens.accessToken, refreshToken: tokens.refreshToken)
        // A token of somebody else's under this user's session would be a mistake of the server.
        guard new.userID == old.userID, new.appID == old.appID else {
            throw IdentityError.unreadableAnswer(what: "its tokens are another user's")
        }
        do {
            guard try await vault.replace(stored, with: new) else {
                return take(try await vault.session(), insteadOf: id)
            }
            unsaved = nil
        } catch {
            // The old token is used up. This process goes on with the new one and tries to store it later.
            unsaved = new
        }
        return take(new, insteadOf: id)
    }

    private func take(_ session: StoredSession?, insteadOf id: UUID, refused: Bool = false) -> Outcome {
        // Somebody may have signed in or out in this process while the answer was on its way.
        guard known?.id == id else { return .replaced(known) }
        seenChange = vault.lastChange()
        adopt(session)
        if refused { return .refused }
        guard let session, session.id == id else { return .replaced(session) }
        return .usable(session)
    }
}
