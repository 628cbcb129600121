import Envelopes
import Foundation

extension CountersignClient {
    /// What stays on the device after a log-out.
    public enum LogOutKeeping: Sendable, Hashable {
        /// Envelopes with something the server lacks: signatures, declines, consent, values, and anything that waits
        /// for upload. The user finds them again at the next log-in. Copies in which nobody has done anything are
        /// deleted, as is the draft.
        case unsyncedEnvelopes
        /// All cached envelopes and the draft.
        case allEnvelopes
    }
}

extension EnvelopeExport {
    /// Proof that the app has exported every envelope that the server does not have in full. The export creates it.
    public struct Receipt: Sendable, Hashable {
        /// The owner of the envelopes: ``SessionUser/key``.
        public let userKey: String
        /// The envelopes, each with the hash of the last exported event.
        public let envelopes: [EnvelopeID: BlobHash]
        /// The exported envelopes and their locations.
        public let exports: [EnvelopeExport]

        init(userKey: String, envelopes: [EnvelopeID: BlobHash], exports: [EnvelopeExport] = []) {
            self.userKey = userKey
            self.envelopes = envelopes
            self.exports = exports
        }
    }
}

/// The data that a log-out deletes.
enum LogOutDeletion: Sendable, Hashable {
    case keeping(CountersignClient.LogOutKeeping)
    /// Everything, including unsynced envelopes if they are unchanged since the export in the receipt.
    case everything(after: EnvelopeExport.Receipt)
}

/// A part of the library that stores data for a user. Every part takes part in a log-out.
protocol LogOutPart: Sendable {
    /// Returns the envelopes that hold something the server lacks, each with the hash of its last event.
    func unsyncedEnvelopes(of user: SessionUser) async throws(CountersignError) -> [EnvelopeID: BlobHash]
    /// Deletes this part's data for the user, except what is to be kept.
    ///
    /// - Returns: the events to announce to listeners
    /// - Throws: ``CountersignError/exportIncomplete(missing:)`` if something would be lost that the receipt does not
    ///   cover; then this part has deleted nothing
    func clear(
        _ user: SessionUser, _ deletion: LogOutDeletion
    ) async throws(CountersignError) -> [CountersignEvent]
}

extension LogOutPart {
    /// Most parts hold nothing that the server lacks.
    func unsyncedEnvelopes(of user: SessionUser) async throws(CountersignError) -> [EnvelopeID: BlobHash] { [:] }
}

/// The parts of the library that take part in a log-out.
enum LogOutParts {
    static func standard(_ configuration: CountersignConfiguration) -> [any LogOutPart] {
        [OfflineLogOut(credentials: configuration.credentials), TemplateLogOut(), DeletedRemains()]
    }
}

extension CountersignClient {
    /// The longest time, in seconds, that a log-out waits for the server to revoke the refresh token.
    static let revocationLimit: TimeInterval = 4

    /// Logs the user out: deletes their credentials, cached templates and web data. Answers that arrive later are
    /// dropped. Envelopes with something the server lacks stay.
    ///
    /// The refresh token is revoked (RFC 7009) if the server can be reached; the log-out does not depend on it. If no
    /// session is in use, the last user is logged out. If there is none, nothing happens.
    public func logOut(keeping: CountersignClient.LogOutKeeping = .unsyncedEnvelopes) async throws(CountersignError) {
        guard let user = try await userToLogOut() else { return }
        try await logOut(user, .keeping(keeping))
    }

    /// Logs out the user of a saved session, like ``logOut(keeping:)``. Another user's session continues.
    public func logOut(
        _ session: SavedSession, keeping: CountersignClient.LogOutKeeping = .unsyncedEnvelopes
    ) async throws(CountersignError) {
        try await logOut(user(of: session), .keeping(keeping))
    }

    /// Logs the user out and deletes everything of theirs on this device, including what the server lacks. The receipt
    /// proves that the app has exported it.
    ///
    /// - Throws: ``CountersignError/exportIncomplete(missing:)`` if an envelope is not in the export, or has changed
    ///   since. Then nothing is deleted and the session continues. If somebody acts at that very moment, the session
    ///   has ended and the envelopes stay until the user's next log-in.
    public func logOut(deletingUnsynced receipt: EnvelopeExport.Receipt) async throws(CountersignError) {
        guard let user = try await userToLogOut() else { return }
        try await logOut(user, deletingUnsynced: receipt)
    }

    /// Logs out the user of a saved session, like ``logOut(deletingUnsynced:)``. Another user's session continues.
    public func logOut(
        _ session: SavedSession, deletingUnsynced receipt: EnvelopeExport.Receipt
    ) async throws(CountersignError) {
        try await logOut(user(of: session), deletingUnsynced: receipt)
    }

    /// Deletes cookies and other data left by signing pages: the cookies of the servers in `HTTPCookieStorage.shared`,
    /// which an app's own web views and calls may share, and what ``CountersignConfiguration/webData`` names.
    public func clearWebData() async {
        var servers: [ServerAddress] = []
        if let session = await desk.session { servers.append(session.user.server) }
        if let saved = try? await savedSession() { servers.append(saved.server) }
        await clearWebData(of: servers)
    }

    /// - Parameter servers: the servers of users, besides those of the configuration
    private func clearWebData(of servers: [ServerAddress]) async {
        PageCookies(of: [server, accountServer.address] + servers).clear()
        for keeper in configuration.webData { await keeper.clear() }
    }

    private func logOut(
        _ user: SessionUser, deletingUnsynced receipt: EnvelopeExport.Receipt
    ) async throws(CountersignError) {
        // This early check keeps an incomplete export from ending the session. The deletion decides what it deletes
        // later.
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

    /// Ends the session first, so that nothing is added to what is deleted. Tries every part, and throws the first
    /// failure at the end.
    private func logOut(_ user: SessionUser, _ deletion: LogOutDeletion) async throws(CountersignError) {
        if await desk.endSession(of: user) { presentation.dismiss() }
        // Another user's session continues, and its listeners get no events about this user's envelopes.
        let isAlone = await desk.session == nil
        let refreshToken = (try? await sessionStore.session(of: user.key))?.refreshToken
        var failure: CountersignError?
        do throws(CountersignError) { try await sessionStore.remove(user.key) } catch { failure = error }
        for part in logOutParts {
            do throws(CountersignError) {
                let announced = try await part.clear(user, deletion)
                if isAlone { for event in announced { events.announce(event) } }
            } catch {
                failure = failure ?? error
            }
        }
        if isAlone { await clearWebData(of: [user.server]) }
        if let refreshToken { await revoke(refreshToken) }
        if let failure { throw failure }
    }

    /// Revokes the token after the local deletion. Does not wait longer than the limit for the server.
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
            // A log-in in progress is dropped nevertheless.
            _ = await desk.begin()
            return nil
        }
        return user(of: saved)
    }

    private func user(of saved: SavedSession) -> SessionUser {
        SessionUser(account: saved.account, server: saved.server, storageFolder: configuration.storageFolder)
    }
}
