import Envelopes
import Foundation

/// What stays on the device at a log-out.
public enum LogOutKeeping: Sendable, Hashable {
    /// Signed envelopes that the server does not have yet; they are there again at the user's next log-in.
    case unsyncedEnvelopes
    /// Every cached envelope and the draft.
    case allEnvelopes
}

/// Proof that the signed envelopes that the server does not have were handed over to the app. Made by the export.
public struct ExportReceipt: Sendable, Hashable {
    /// Whose envelopes they are: ``SessionUser/key``.
    public let userKey: String
    /// The envelopes, each with the hash of the last event that the export holds.
    public let envelopes: [EnvelopeID: BlobHash]

    init(userKey: String, envelopes: [EnvelopeID: BlobHash]) {
        self.userKey = userKey
        self.envelopes = envelopes
    }
}

/// A part of the library that keeps something for a user. Each part is asked at a log-out.
protocol LogOutPart: Sendable {
    /// Signed envelopes that are here and not at the server, each with the hash of its last event.
    func unsyncedEnvelopes(of user: SessionUser) async throws(CountersignError) -> [EnvelopeID: BlobHash]
    /// Deletes what this part keeps for the user, except what is to be kept.
    ///
    /// - Parameter keeping: nil deletes unsynced envelopes as well; they have been exported.
    func clear(_ user: SessionUser, keeping: LogOutKeeping?) async throws(CountersignError)
}

/// The parts of the library that take part in a log-out.
enum LogOutParts {
    static func standard(_ configuration: CountersignConfiguration) -> [any LogOutPart] {
        [OfflineLogOut(credentials: configuration.credentials), TemplateLogOut()]
    }
}

extension Countersign {
    /// Logs the user out: their credentials, cached templates and web data are deleted, and answers that come later are
    /// dropped. Signed envelopes that the server does not have stay.
    ///
    /// Without a session in use it is the saved session's user who is logged out; without one, nothing happens.
    public func logOut(keeping: LogOutKeeping = .unsyncedEnvelopes) async throws(CountersignError) {
        guard let user = try await userToLogOut() else { return }
        try await logOut(user, keeping: keeping)
    }

    /// Logs the user out and deletes everything of theirs on this device, signed envelopes that the server does not
    /// have as well: the receipt shows that the app has been given them.
    ///
    /// - Throws: ``CountersignError/exportIncomplete(missing:)`` when one of them is not in the export, or has changed
    ///   since; then nothing is deleted, and the session goes on.
    public func logOut(deletingUnsynced receipt: ExportReceipt) async throws(CountersignError) {
        guard let user = try await userToLogOut() else { return }
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
        try await logOut(user, keeping: nil)
    }

    /// Forgets cookies and other data that signing pages left.
    public func clearWebData() async {
        for keeper in configuration.webData { await keeper.clear() }
    }

    /// Everything is tried; the first failure is thrown at the end.
    private func logOut(_ user: SessionUser, keeping: LogOutKeeping?) async throws(CountersignError) {
        await desk.endSession(of: user)
        var failure: CountersignError?
        do throws(CountersignError) { try await savedSessions.remove(user.key) } catch { failure = error }
        for part in logOutParts {
            do throws(CountersignError) {
                try await part.clear(user, keeping: keeping)
            } catch {
                failure = failure ?? error
            }
        }
        await clearWebData()
        if let failure { throw failure }
    }

    private func userToLogOut() async throws(CountersignError) -> SessionUser? {
        if let session = await desk.session { return session.user }
        guard let saved = try await savedSession() else {
            // A log-in that is under way is dropped all the same.
            _ = await desk.begin()
            return nil
        }
        return SessionUser(account: saved.account, server: saved.server, storageFolder: configuration.storageFolder)
    }
}
