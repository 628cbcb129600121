import Envelopes
import Foundation
import Ledger

/// Applications, users, sign-ins and sessions, in SQL. Secrets are stored as SHA-256 hashes.
public struct IdentityStore: Sendable {
    let database: any SQLDatabase

    public init(_ database: any SQLDatabase) {
        self.database = database
    }

    static let tables = """
        CREATE TABLE identityApp (
            id TEXT PRIMARY KEY NOT NULL,
            name TEXT NOT NULL,
            publicKey TEXT NOT NULL UNIQUE,
            secretHash BLOB NOT NULL,
            settings BLOB NOT NULL,
            createdAt INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE identityUser (
            id TEXT PRIMARY KEY NOT NULL,
            appID TEXT NOT NULL REFERENCES identityApp(id) ON DELETE CASCADE,
            createdAt INTEGER NOT NULL,
            body BLOB NOT NULL
        ) STRICT;
        CREATE INDEX identityUserByApp ON identityUser(appID, id);
        CREATE TABLE identityIdentifier (
            appID TEXT NOT NULL REFERENCES identityApp(id) ON DELETE CASCADE,
            kind TEXT NOT NULL,
            value TEXT NOT NULL,
            userID TEXT NOT NULL REFERENCES identityUser(id) ON DELETE CASCADE,
            verifiedAt INTEGER,
            PRIMARY KEY (appID, kind, value)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX identityIdentifierByUser ON identityIdentifier(userID);
        CREATE TABLE identityValue (
            appID TEXT NOT NULL REFERENCES identityApp(id) ON DELETE CASCADE,
            field TEXT NOT NULL,
            hash BLOB NOT NULL,
            userID TEXT NOT NULL REFERENCES identityUser(id) ON DELETE CASCADE,
            PRIMARY KEY (appID, field, hash)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX identityValueByUser ON identityValue(userID);
        CREATE TABLE identityChallenge (
            hash BLOB PRIMARY KEY NOT NULL,
            appID TEXT NOT NULL REFERENCES identityApp(id) ON DELETE CASCADE,
            address TEXT NOT NULL,
            salt BLOB NOT NULL,
            codeHash BLOB NOT NULL,
            linkHash BLOB NOT NULL UNIQUE,
            network TEXT,
            binding TEXT,
            guestID TEXT,
            intent TEXT,
            redirect TEXT,
            expiresAt INTEGER NOT NULL,
            triesLeft INTEGER NOT NULL,
            metAt INTEGER,
            pending BLOB,
            proven BLOB
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX identityChallengeByAddress ON identityChallenge(appID, address);
        CREATE INDEX identityChallengeByEnd ON identityChallenge(expiresAt);
        CREATE TABLE identitySession (
            id TEXT PRIMARY KEY NOT NULL,
            appID TEXT NOT NULL REFERENCES identityApp(id) ON DELETE CASCADE,
            userID TEXT NOT NULL REFERENCES identityUser(id) ON DELETE CASCADE,
            method TEXT NOT NULL,
            userAgent TEXT,
            createdAt INTEGER NOT NULL,
            lastUsedAt INTEGER NOT NULL,
            endsAt INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX identitySessionByUser ON identitySession(userID, createdAt);
        CREATE INDEX identitySessionByEnd ON identitySession(endsAt);
        CREATE TABLE identityRefresh (
            hash BLOB PRIMARY KEY NOT NULL,
            sessionID TEXT NOT NULL REFERENCES identitySession(id) ON DELETE CASCADE,
            previous BLOB,
            usedAt INTEGER
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX identityRefreshBySession ON identityRefresh(sessionID);
        CREATE TABLE identityKey (
            id TEXT PRIMARY KEY NOT NULL,
            sealed BLOB NOT NULL,
            createdAt INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE identityPasskey (
            appID TEXT NOT NULL REFERENCES identityApp(id) ON DELETE CASCADE,
            id BLOB NOT NULL,
            userID TEXT NOT NULL REFERENCES identityUser(id) ON DELETE CASCADE,
            publicKey BLOB NOT NULL,
            counter INTEGER NOT NULL,
            aaguid BLOB NOT NULL,
            isBackupEligible INTEGER NOT NULL,
            isBackedUp INTEGER NOT NULL,
            userAgent TEXT,
            createdAt INTEGER NOT NULL,
            lastUsedAt INTEGER,
            PRIMARY KEY (appID, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX identityPasskeyByUser ON identityPasskey(userID, createdAt);
        CREATE TABLE identityPasskeyChallenge (
            hash BLOB PRIMARY KEY NOT NULL,
            appID TEXT NOT NULL REFERENCES identityApp(id) ON DELETE CASCADE,
            userID TEXT,
            expiresAt INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX identityPasskeyChallengeByEnd ON identityPasskeyChallenge(expiresAt);

        """

    /// Removes what has expired: sign-ins and sessions.
    public func removeExpired(at date: Date) async throws {
        try await database.write { connection in
            for statement in [
                "DELETE FROM identityChallenge WHERE expiresAt <= ?",
                "DELETE FROM identityPasskeyChallenge WHERE expiresAt <= ?",
                "DELETE FROM identitySession WHERE endsAt <= ?",
            ] {
                try connection.run(statement, [date])
            }
        }
    }

    /// Returns a new id: a prefix and 24 letters and digits.
    static func newID(_ prefix: String) -> String {
        var generator = SystemRandomNumberGenerator()
        let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
        return prefix + String((0..<24).map { _ in letters[Int.random(in: 0..<letters.count, using: &generator)] })
    }
}

extension SQLSchema.Step {
    /// The tables of the identity service.
    public static let identity = Self(
        "identity", IdentityStore.tables + PasswordStore.table + KnownBrowsers.table)
}
