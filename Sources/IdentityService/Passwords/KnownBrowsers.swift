import Foundation
import Ledger

/// Browsers in which a user has signed in before, by the hash of a cookie set then.
///
/// The cookie grants no access. It only distinguishes the user's own browser from strangers, whose wrong passwords
/// must not lock that browser out.
struct KnownBrowsers: Sendable {
    /// - `hash`: the SHA-256 of the cookie.
    /// - `owner`: the user's id in the program that has the service.
    static let table = """
        CREATE TABLE identityBrowser (
            hash BYTES PRIMARY KEY NOT NULL,
            owner TEXT NOT NULL,
            createdAt BIGINT NOT NULL
        ) BY KEY;
        CREATE INDEX identityBrowserByOwner ON identityBrowser(owner, createdAt);
        CREATE INDEX identityBrowserByAge ON identityBrowser(createdAt);

        """

    let database: any SQLDatabase
    let limits: PasswordLimits

    /// Whether a browser has this cookie from a sign-in of the user with this address.
    func isKnown(_ cookie: Secret, email: String, at date: Date) async throws -> Bool {
        try await database.read { connection in
            try connection.exists(
                """
                SELECT 1 FROM identityBrowser JOIN identityPassword ON identityPassword.owner = identityBrowser.owner
                WHERE identityBrowser.hash = ? AND identityPassword.email = ? AND identityBrowser.createdAt > ?
                """, [cookie.hash, email.lowercased(), date.addingTimeInterval(-limits.browserLife)])
        }
    }

    /// Remembers a browser.
    ///
    /// - Parameter former: the cookie that the browser has, which becomes invalid for this user
    /// - Returns: the browser's new cookie
    func welcome(_ owner: String, insteadOf former: Secret?, at date: Date) async throws -> Secret {
        let cookie = Secret.random()
        try await database.write { connection in
            try connection.run(
                "DELETE FROM identityBrowser WHERE createdAt <= ? OR (hash = ? AND owner = ?)",
                [date.addingTimeInterval(-limits.browserLife), former?.hash, owner])
            try connection.run(
                "INSERT INTO identityBrowser (hash, owner, createdAt) VALUES (?, ?, ?)", [cookie.hash, owner, date])
            try connection.run(
                """
                DELETE FROM identityBrowser WHERE owner = ? AND hash NOT IN (
                    SELECT hash FROM identityBrowser WHERE owner = ? ORDER BY createdAt DESC LIMIT ?)
                """, [owner, owner, limits.browsersPerUser])
        }
        return cookie
    }

    /// Forgets a user's browsers after a change of password: someone may have known the old one.
    static func forget(of owner: String, in connection: any SQLConnection) throws {
        try connection.run("DELETE FROM identityBrowser WHERE owner = ?", [owner])
    }
}
