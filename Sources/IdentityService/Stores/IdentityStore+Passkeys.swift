import Foundation
import Ledger
import Passkeys

/// A passkey of a user, as they see it.
struct ListedPasskey: Sendable, Hashable {
    let id: [UInt8]
    let userAgent: String?
    let createdAt: Date
}

extension IdentityStore {
    /// The most passkeys of one user.
    static let mostPasskeys = 50

    /// Makes a challenge that works once.
    ///
    /// - Parameter user: who registers a passkey; `nil` for a sign-in
    func newPasskeyChallenge(of app: String, user: String?, life: TimeInterval, at date: Date) async throws -> Secret {
        let challenge = Secret.random()
        try await database.write { connection in
            try connection.run(
                "INSERT INTO identityPasskeyChallenge (hash, appID, userID, expiresAt) VALUES (?, ?, ?, ?)",
                [challenge.hash, app, user, date.addingTimeInterval(life)])
        }
        return challenge
    }

    /// Takes a challenge away.
    ///
    /// - Returns: whether it was open for this application and user
    func take(_ challenge: Secret, of app: String, user: String?, at date: Date) async throws -> Bool {
        try await database.write { connection in
            let row = try connection.row(
                "SELECT userID, expiresAt FROM identityPasskeyChallenge WHERE hash = ? AND appID = ?",
                [challenge.hash, app])
            guard let row else { return false }
            try connection.run("DELETE FROM identityPasskeyChallenge WHERE hash = ?", [challenge.hash])
            let owner: String? = try row["userID"]
            return try owner == user && row["expiresAt"] > date
        }
    }

    /// Stores a passkey. A guest becomes a user by it, and what they began elsewhere ends.
    ///
    /// - Parameter session: the session that registers the passkey, and goes on
    /// - Throws: ``HubError`` 409 if somebody has registered it before, or the user has too many
    func add(
        _ passkey: Passkey, to user: IdentityUser, in session: String? = nil, userAgent: String?, at date: Date
    ) async throws {
        try await database.write { connection in
            if let now = try Self.user(user.id, of: user.appID, in: connection), now.isAnonymous {
                try Self.endBeginnings(of: now, keeping: session, in: connection)
            }
            let count: Int? = try connection.value(
                "SELECT count(*) FROM identityPasskey WHERE appID = ? AND userID = ?", [user.appID, user.id])
            guard count ?? 0 < Self.mostPasskeys else {
                throw HubError(409, "E_PASSKEYS", "A user has at most \(Self.mostPasskeys) passkeys; remove one first.")
            }
            let added = try connection.run(
                """
                INSERT INTO identityPasskey (appID, id, userID, publicKey, counter, aaguid, isBackupEligible,
                    isBackedUp, userAgent, createdAt) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (appID, id) DO NOTHING
                """,
                [
                    user.appID, Data(passkey.id), user.id, Data(passkey.publicKey), Int(passkey.counter),
                    Data(passkey.aaguid), passkey.isBackupEligible, passkey.isBackedUp,
                    userAgent.map { String($0.prefix(300)) }, date,
                ])
            guard added == 1 else { throw HubError(409, "E_PASSKEY", "This passkey is registered already.") }
        }
    }

    /// Returns a passkey and its user.
    func passkey(_ id: [UInt8], of app: String) async throws -> (passkey: Passkey, userID: String)? {
        try await database.read { connection in
            let row = try connection.row("SELECT * FROM identityPasskey WHERE appID = ? AND id = ?", [app, Data(id)])
            guard let row else { return nil }
            let user: String = try row["userID"]
            let (key, model): (Data, Data) = (try row["publicKey"], try row["aaguid"])
            let counter: Int = try row["counter"]
            let passkey = Passkey(
                id: id, publicKey: [UInt8](key), counter: UInt32(clamping: counter), aaguid: [UInt8](model),
                isBackupEligible: try row["isBackupEligible"], isBackedUp: try row["isBackedUp"],
                userHandle: Array(user.utf8))
            return (passkey, user)
        }
    }

    /// Stores a passkey's new counter, if it still is the one that the check began with.
    ///
    /// - Returns: whether it was stored
    func noteUse(_ passkey: Passkey, counter: UInt32, isBackedUp: Bool, of app: String, at date: Date) async throws
        -> Bool
    {
        try await database.write {
            try $0.run(
                """
                UPDATE identityPasskey SET counter = ?, isBackedUp = ?, lastUsedAt = ?
                WHERE appID = ? AND id = ? AND counter = ?
                """, [Int(counter), isBackedUp, date, app, Data(passkey.id), Int(passkey.counter)]) == 1
        }
    }

    /// Returns a user's passkeys, the oldest first.
    func passkeys(of user: IdentityUser) async throws -> [ListedPasskey] {
        try await database.read { connection in
            try connection.rows(
                "SELECT * FROM identityPasskey WHERE appID = ? AND userID = ? ORDER BY createdAt",
                [user.appID, user.id]
            ).map { row in
                let id: Data = try row["id"]
                return ListedPasskey(
                    id: [UInt8](id), userAgent: try row["userAgent"], createdAt: try row["createdAt"])
            }
        }
    }

    /// - Returns: whether the user had the passkey
    func deletePasskey(_ id: [UInt8], of user: IdentityUser) async throws -> Bool {
        try await database.write {
            try $0.run(
                "DELETE FROM identityPasskey WHERE appID = ? AND userID = ? AND id = ?",
                [user.appID, user.id, Data(id)]) == 1
        }
    }
}
