import EnvelopeService
import Foundation
import HTTPMessages
import Ledger

/// Browsers in which a user has signed in before, by the hash of a cookie that each was given then.
///
/// The cookie opens nothing. It only tells the user's own browser from strangers, who may be wrong about the user's
/// password as often as they like without locking that browser out.
struct KnownBrowsers: Sendable {
    struct Limits: Sendable {
        /// Of one user; the oldest is forgotten.
        var perUser = 20
        /// Seconds for which a browser is known after a sign-in.
        var life: TimeInterval = 400 * 86_400
    }

    static let cookieName = "countersign_browser"

    /// - `hash`: SHA-256 of the cookie.
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

    /// What a browser is counted by if its cookie came from a success with this address; nil for any other.
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

    /// Knows a browser from now on.
    ///
    /// - Parameter former: the hash that it was known by, which is worth nothing afterwards.
    /// - Returns: its cookie.
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

    /// A new password: whoever knew the old one is a stranger again.
    static func forget(of userID: String, in connection: any SQLConnection) throws {
        try connection.run("DELETE FROM knownBrowser WHERE userID = ?", [userID])
    }

    func header(_ cookie: Secret, isSecure: Bool) -> String {
        "\(Self.cookieName)=\(cookie.text); Path=/oauth; HttpOnly; SameSite=Strict; Max-Age=\(Int(limits.life))"
            + (isSecure ? "; Secure" : "")
    }
}

extension ServiceCall {
    /// A cookie of ours: 43 characters, as a ``Secret`` has.
    func cookie(named name: String) -> Secret? {
        headers.cookies(named: name).first { $0.utf8.count == 43 }.map { Secret(text: $0) }
    }
}
