import EnvelopeService
import Foundation
import HTTPMessages
import Ledger

/// Browsers in which a user has signed in before, by the hash of a cookie set then.
///
/// The cookie grants no access. It only distinguishes the user's own browser from strangers, whose wrong passwords
/// must not lock that browser out.
struct KnownBrowsers: Sendable {
    struct Limits: Sendable {
        /// The number of browsers for one user; the oldest is dropped.
        var perUser = 20
        /// How long a browser is remembered after a sign-in, in seconds.
        var life: TimeInterval = 400 * 86_400
    }

    static let cookieName = "countersign_browser"

    /// - `hash`: the SHA-256 of the cookie.
    static let table = """
        CREATE TABLE knownBrowser (
            hash BLOB PRIMARY KEY NOT NULL,
            userID TEXT NOT NULL REFERENCES accountUser(id),
            createdAt INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX knownBrowserByUser ON knownBrowser(userID, createdAt);
        CREATE INDEX knownBrowserByAge ON knownBrowser(createdAt);

        """

    private let database: any SQLDatabase
    private let limits: Limits

    init(_ database: ServiceDatabase, limits: Limits = Limits()) {
        self.database = database.sql
        self.limits = limits
    }

    /// Returns the hash of a browser's cookie if it was set on a sign-in with this e-mail address; `nil` for any
    /// other.
    func known(_ request: ServiceCall, email: String, at date: Date) async throws -> Data? {
        guard let cookie = request.cookie(named: Self.cookieName) else { return nil }
        let isKnown = try await database.read { connection in
            try connection.exists(
                """
                SELECT 1 FROM knownBrowser JOIN password ON password.userID = knownBrowser.userID
                WHERE knownBrowser.hash = ? AND password.email = ? AND knownBrowser.createdAt > ?
                """, [cookie.hash, email.lowercased(), date.addingTimeInterval(-limits.life)])
        }
        return isKnown ? cookie.hash : nil
    }

    /// Remembers a browser.
    ///
    /// - Parameter former: the previous hash of the same browser, which becomes invalid
    /// - Returns: the browser's new cookie
    func welcome(userID: String, insteadOf former: Data?, at date: Date) async throws -> Secret {
        let cookie = Secret.random()
        try await database.write { connection in
            try connection.run(
                "DELETE FROM knownBrowser WHERE createdAt <= ? OR hash = ?",
                [date.addingTimeInterval(-limits.life), former])
            try connection.run(
                "INSERT INTO knownBrowser (hash, userID, createdAt) VALUES (?, ?, ?)", [cookie.hash, userID, date])
            try connection.run(
                """
                DELETE FROM knownBrowser WHERE userID = ? AND hash NOT IN (
                    SELECT hash FROM knownBrowser WHERE userID = ? ORDER BY createdAt DESC LIMIT ?)
                """, [userID, userID, limits.perUser])
        }
        return cookie
    }

    /// Forgets a user's browsers after a change of password: someone may have known the old one.
    static func forget(of userID: String, in connection: any SQLConnection) throws {
        try connection.run("DELETE FROM knownBrowser WHERE userID = ?", [userID])
    }

    func header(_ cookie: Secret, isSecure: Bool) -> String {
        "\(Self.cookieName)=\(cookie.text); Path=/oauth; HttpOnly; SameSite=Strict; Max-Age=\(Int(limits.life))"
            + (isSecure ? "; Secure" : "")
    }
}

extension ServiceCall {
    /// Returns one of the service's own cookies: 43 characters, like a ``Secret``.
    func cookie(named name: String) -> Secret? {
        headers.cookies(named: name).first { $0.utf8.count == 43 }.map { Secret(text: $0) }
    }
}
