import Envelopes
import Foundation

extension CountersignClient {
    /// What stays on the device at a log-out.
    public enum LogOutKeeping: Sendable, Hashable {
        /// Envelopes with something that happened on this device and that the server does not have: signatures, refusals,
        /// consent, values, and whatever waits to be handed over. They are there again at the user's next log-in. Copies in
        /// which nobody has done anything go, and the draft.
        case unsyncedEnvelopes
        /// Every cached envelope and the draft.
        case allEnvelopes
    }
}

extension EnvelopeExport {
    /// Proof that the envelopes of which the server does not have everything were handed over to the app. Made by the
    /// export.
    public struct Receipt: Sendable, Hashable {
        /// Whose envelopes they are: ``SessionUser/key``.
        public let userKey: String
        /// The envelopes, each with the hash of the last event that the export holds.
        public let envelopes: [EnvelopeID: BlobHash]
        /// Where each of them was written.
        public let exports: [EnvelopeExport]

        init(userKey: String, envelopes: [EnvelopeID: BlobHash], exports: [EnvelopeExport] = []) {
            self.userKey = userKey
            self.envelopes = envelopes
            self.exports = exports
        }
    }
}

/// What a log-out deletes.
enum LogOutDeletion: Sendable, Hashable {
    case keeping(CountersignClient.LogOutKeeping)
    /// Unsynced envelopes as well, those in the receipt as they are there.
    case everything(after: EnvelopeExport.Receipt)
}

/// A part of the library that keeps something for a user. Each part is asked at a log-out.
protocol LogOutPart: Sendable {
    /// Envelopes that hold what the server does not have, each with the hash of its last event.
    func unsyncedEnvelopes(of user: SessionUser) async throws(CountersignError) -> [EnvelopeID: BlobHash]
    /// Deletes what this part keeps for the user, except what is to be kept.
    ///
    /// - Returns: what listeners are told of it.
    /// - Throws: ``CountersignError/exportIncomplete(missing:)`` when something would be lost that the receipt does not
    ///   have; then this part has deleted nothing.
    func clear(
        _ user: SessionUser, _ deletion: LogOutDeletion
    ) async throws(CountersignError) -> [CountersignEvent]
}

extension LogOutPart {
    /// Most parts hold nothing that the server does not have.
    func unsyncedEnvelopes(of user: SessionUser) async throws(CountersignError) -> [EnvelopeID: BlobHash] { [:] }
}

/// The parts of the library that take part in a log-out.
enum LogOutParts {
    static func standard(_ configuration: CountersignConfiguration) -> [any LogOutPart] {
        [OfflineLogOut(credentials: configuration.credentials), TemplateLogOut(), DeletedRemains()]
    }
}

extension CountersignClient {
    /// Seconds that a log-out waits at most for the server to take back the refresh token.
    static let revocationLimit: TimeInterval = 4

    /// Logs the user out: their credentials, cached templates and web data are deleted, and answers that come later are
    /// dropped. Envelopes with something that the server does not have stay.
    ///
    /// A refresh token is taken back at the server (RFC 7009) where it can be reached; the log-out does not depend on
    /// it. Without a session in use it is the last user who is logged out; without one, nothing happens.
    public func logOut(keeping: CountersignClient.LogOutKeeping = .unsyncedEnvelopes) async throws(CountersignError) {
        guard let user = try await userToLogOut() else { return }
        try await logOut(user, .keeping(keeping))
    }

    /// Logs out somebody whose session is saved, as ``logOut(keeping:)`` does; another user's session goes on.
    public func logOut(
        _ session: SavedSession, keeping: CountersignClient.LogOutKeeping = .unsyncedEnvelopes
    ) async throws(CountersignError) {
        try await logOut(user(of: session), .keeping(keeping))
    }

    /// Logs the user out and deletes everything of theirs on this device, what the server does not have as well: the
    /// receipt shows that the app has been given it.
    ///
    /// - Throws: ``CountersignError/exportIncomplete(missing:)`` when an envelope is not in the export, or has changed
    ///   since; then nothing is deleted, and the session goes on. When somebody does something at this very moment, the
    ///   session has ended, and the envelopes stay for the user's next log-in.
    public func logOut(deletingUnsynced receipt: EnvelopeExport.Receipt) async throws(CountersignError) {
        guard let user = try await userToLogOut() else { return }
        try await logOut(user, deletingUnsynced: receipt)
    }

    /// Logs out somebody whose session is saved, as ``logOut(deletingUnsynced:)`` does; another user's session goes on.
    public func logOut(
        _ session: SavedSession, deletingUnsynced receipt: EnvelopeExport.Receipt
    ) async throws(CountersignError) {
        try await logOut(user(of: session), deletingUnsynced: receipt)
    }

    /// Forgets cookies and other data that signing pages left.
    public func clearWebData() async {
        for keeper in configuration.webData { await keeper.clear() }
    }

    private func logOut(
        _ user: SessionUser, deletingUnsynced receipt: EnvelopeExport.Receipt
    ) async throws(CountersignError) {
        // Asked for now, so that an incomplete export ends nothing; what is deleted is decided when it is deleted.
        var missing: Set<EnvelopeID> = []
        for part in logOutParts {
            for (id, hash) in try await part.unsyncedEnvelopes(of: user)
            where receipt.userKey != user.key || receipt.envelopes[id] != hash {
                missing.insert(id)
            }
        }
        guard missing.isEmpty else {
            throw .exportIncomplete(missing: missing.sorted { $0.rawValue < $1.rawValue })
        }
        try await logOut(user, .everything(after: receipt))
    }

    /// The session ends first, so that nothing is added to what is deleted. Everything is tried; the first failure is
    /// thrown at the end.
    private func logOut(_ user: SessionUser, _ deletion: LogOutDeletion) async throws(CountersignError) {
        if await desk.endSession(of: user) { presentation.dismiss() }
        // Somebody else's session goes on; they hear nothing of this user's envelopes.
        let isAlone = await desk.session == nil
        let refreshToken = (try? await sessionStore.session(of: user.key))?.refreshToken
        var failure: CountersignError?
        do throws(CountersignError) { try await sessionStore.remove(user.key) } catch { failure = error }
        for part in logOutParts {
            do throws(CountersignError) {
                let told = try await part.clear(user, deletion)
                if isAlone { for event in told { events.announce(event) } }
            } catch {
                failure = failure ?? error
            }
        }
        if isAlone { await clearWebData() }
        if let refreshToken { await revoke(refreshToken) }
        if let failure { throw failure }
    }

    /// Everything here is deleted already: the server is told if it can be, and not waited for longer than the limit.
    private func revoke(_ refreshToken: String) async {
        guard let flow = try? oauthFlow() else { return }
        let (answered, continuation) = AsyncStream<Void>.makeStream()
        Task {
            try? await flow.revoke(refreshToken, timeout: Self.revocationLimit)
            continuation.finish()
        }
        let limit = Task { [wait = configuration.retries.wait] in
            try? await wait(Self.revocationLimit)
            continuation.finish()
        }
        for await _ in answered {}
        limit.cancel()
    }

    private func userToLogOut() async throws(CountersignError) -> SessionUser? {
        if let session = await desk.session { return session.user }
        guard let saved = try await savedSession() else {
            // A log-in that is under way is dropped all the same.
            _ = await desk.begin()
            return nil
        }
        return user(of: saved)
    }

    private func user(of saved: SavedSession) -> SessionUser {
        SessionUser(account: saved.account, server: saved.server, storageFolder: configuration.storageFolder)
    }
}
