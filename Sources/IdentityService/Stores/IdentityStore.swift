import Foundation
import Ledger

/// Applications, users, sign-ins and sessions, in SQL. Secrets are stored as SHA-256 hashes.
public struct IdentityStore: Sendable {
    let database: any SQLDatabase

    /// - Parameter database: has the tables of `SQLSchema.Step.identity`
    public init(_ database: any SQLDatabase) {
        self.database = database
    }

    static let tables = """
        CREATE TABLE identityApp (
            id TEXT PRIMARY KEY NOT NULL,
            name TEXT NOT NULL,
            publicKey TEXT NOT NULL UNIQUE,
            secretHash BYTES NOT NULL,
            settings BYTES NOT NULL,
            createdAt BIGINT NOT NULL
        );
        CREATE TABLE identityUser (
            id TEXT NOT NULL,
            appID TEXT NOT NULL REFERENCES identityApp(id) ON DELETE CASCADE,
            createdAt BIGINT NOT NULL,
            body BYTES NOT NULL,
            PRIMARY KEY (appID, id)
        );
        CREATE TABLE identityIdentifier (
            appID TEXT NOT NULL REFERENCES identityApp(id) ON DELETE CASCADE,
            kind TEXT NOT NULL,
            value TEXT NOT NULL,
            userID TEXT NOT NULL,
            verifiedAt BIGINT,
            PRIMARY KEY (appID, kind, value),
            FOREIGN KEY (appID, userID) REFERENCES identityUser(appID, id) ON DELETE CASCADE
        ) BY KEY;
        CREATE INDEX identityIdentifierByUser ON identityIdentifier(appID, userID);
        CREATE TABLE identityValue (
            appID TEXT NOT NULL REFERENCES identityApp(id) ON DELETE CASCADE,
            field TEXT NOT NULL,
            hash BYTES NOT NULL,
            userID TEXT NOT NULL,
            PRIMARY KEY (appID, field, hash),
            FOREIGN KEY (appID, userID) REFERENCES identityUser(appID, id) ON DELETE CASCADE
        ) BY KEY;
        CREATE INDEX identityValueByUser ON identityValue(appID, userID);
        CREATE TABLE identityChallenge (
            hash BYTES PRIMARY KEY NOT NULL,
            appID TEXT NOT NULL REFERENCES identityApp(id) ON DELETE CASCADE,
            address TEXT NOT NULL,
            salt BYTES NOT NULL,
            codeHash BYTES NOT NULL,
            linkHash BYTES NOT NULL UNIQUE,
            network TEXT,
            binding TEXT,
            guestID TEXT,
            keptSession TEXT,
            intent TEXT,
            redirect TEXT,
            expiresAt BIGINT NOT NULL,
            triesLeft BIGINT NOT NULL,
            metAt BIGINT,
            pending BYTES,
            proven BYTES
        ) BY KEY;
        CREATE INDEX identityChallengeByAddress ON identityChallenge(appID, address);
        CREATE INDEX identityChallengeByEnd ON identityChallenge(expiresAt);
        CREATE TABLE identitySession (
            id TEXT PRIMARY KEY NOT NULL,
            appID TEXT NOT NULL REFERENCES identityApp(id) ON DELETE CASCADE,
            userID TEXT NOT NULL,
            method TEXT NOT NULL,
            userAgent TEXT,
            createdAt BIGINT NOT NULL,
            lastUsedAt BIGINT NOT NULL,
            endsAt BIGINT NOT NULL,
            FOREIGN KEY (appID, userID) REFERENCES identityUser(appID, id) ON DELETE CASCADE
        );
        CREATE INDEX identitySessionByUser ON identitySession(appID, userID, createdAt);
        CREATE INDEX identitySessionByEnd ON identitySession(endsAt);
        CREATE TABLE identityRefresh (
            hash BYTES PRIMARY KEY NOT NULL,
            sessionID TEXT NOT NULL REFERENCES identitySession(id) ON DELETE CASCADE,
            previous BYTES,
            usedAt BIGINT
        ) BY KEY;
        CREATE INDEX identityRefreshBySession ON identityRefresh(sessionID);
        CREATE TABLE identityKey (
            id TEXT PRIMARY KEY NOT NULL,
            sealed BYTES NOT NULL,
            createdAt BIGINT NOT NULL
        );
        CREATE TABLE identityPasskey (
            appID TEXT NOT NULL REFERENCES identityApp(id) ON DELETE CASCADE,
            id BYTES NOT NULL,
            userID TEXT NOT NULL,
            publicKey BYTES NOT NULL,
            counter BIGINT NOT NULL,
            aaguid BYTES NOT NULL,
            isBackupEligible BIGINT NOT NULL,
            isBackedUp BIGINT NOT NULL,
            userAgent TEXT,
            createdAt BIGINT NOT NULL,
            lastUsedAt BIGINT,
            PRIMARY KEY (appID, id),
            FOREIGN KEY (appID, userID) REFERENCES identityUser(appID, id) ON DELETE CASCADE
        ) BY KEY;
        CREATE INDEX identityPasskeyByUser ON identityPasskey(appID, userID, createdAt);
        CREATE TABLE identityPasskeyChallenge (
            hash BYTES PRIMARY KEY NOT NULL,
            appID TEXT NOT NULL REFERENCES identityApp(id) ON DELETE CASCADE,
            userID TEXT,
            expiresAt BIGINT NOT NULL
        ) BY KEY;
        CREATE INDEX identityPasskeyChallengeByEnd ON identityPasskeyChallenge(expiresAt);

        """

    /// Removes what has expired: sign-ins and sessions, and guests who have not come back.
    ///
    /// - Parameter guestLife: the seconds after a guest's last use; one with a session stays
    public func removeExpired(
        at date: Date, guestLife: TimeInterval = IdentityServiceConfiguration().guestLife
    ) async throws {
        try await database.write { connection in
            for statement in [
                "DELETE FROM identityChallenge WHERE expiresAt <= ?",
                "DELETE FROM identityPasskeyChallenge WHERE expiresAt <= ?",
                "DELETE FROM identitySession WHERE endsAt <= ?",
            ] {
                try connection.run(statement, [date])
            }
        }
        try await removeGuests(unusedSince: date.addingTimeInterval(-guestLife))
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
        "identity", IdentityStore.tables + PasswordStore.table + KnownBrowsers.table + KnownNetworks.table)
}
