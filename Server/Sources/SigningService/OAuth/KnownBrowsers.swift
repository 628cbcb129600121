import EnvelopeService
import Foundation
import GRDB
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
            userID TEXT NOT NULL REFERENCES user(id),
            createdAt INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX knownBrowserByUser ON knownBrowser(userID, createdAt);
        """

    private let pool: any DatabaseWriter
    private let limits: Limits

    init(_ database: ServiceDatabase, limits: Limits = Limits()) {
        pool = database.pool
        self.limits = limits
    }

    /// What a browser is counted by if its cookie came from a success with this address; nil for any other.
    func known(_ request: APIRequest, email: String, at date: Date) async throws -> Data? {
        guard let cookie = request.cookie(named: Self.cookieName) else { return nil }
        let isKnown = try await pool.read { database in
            try Bool.fetchOne(
                database,
                sql: """
                    SELECT EXISTS (
                        SELECT 1 FROM knownBrowser JOIN password ON password.userID = knownBrowser.userID
                        WHERE knownBrowser.hash = ? AND password.email = ? AND knownBrowser.createdAt > ?)
                    """,
                arguments: [cookie.hash, email.lowercased(), StoredTime(date.addingTimeInterval(-limits.life))])
        }
        return isKnown == true ? cookie.hash : nil
    }

    /// Knows a browser from now on.
    ///
    /// - Parameter former: the hash that it was known by, which is worth nothing afterwards.
    /// - Returns: its cookie.
    func welcome(userID: String, insteadOf former: Data?, at date: Date) async throws -> Secret {
        let cookie = Secret.random()
        try await pool.write { database in
            try database.execute(
                sql: "DELETE FROM knownBrowser WHERE createdAt <= ? OR hash = ?",
                arguments: [StoredTime(date.addingTimeInterval(-limits.life)), former])
            try database.execute(
                sql: "INSERT INTO knownBrowser (hash, userID, createdAt) VALUES (?, ?, ?)",
                arguments: [cookie.hash, userID, StoredTime(date)])
            try database.execute(
                sql: """
                    DELETE FROM knownBrowser WHERE hash IN (
                        SELECT hash FROM knownBrowser WHERE userID = ? ORDER BY createdAt DESC LIMIT -1 OFFSET ?)
                    """, arguments: [userID, limits.perUser])
        }
        return cookie
    }

    /// A new password: whoever knew the old one is a stranger again.
    static func forget(of userID: String, in database: Database) throws {
        try database.execute(sql: "DELETE FROM knownBrowser WHERE userID = ?", arguments: [userID])
    }

    func header(_ cookie: Secret, isSecure: Bool) -> String {
        "\(Self.cookieName)=\(cookie.text); Path=/oauth; HttpOnly; SameSite=Strict; Max-Age=\(Int(limits.life))"
            + (isSecure ? "; Secure" : "")
    }
}

extension APIRequest {
    /// A cookie of ours: 43 characters, as a ``Secret`` has.
    func cookie(named name: String) -> Secret? {
        for pair in (headers["cookie"] ?? "").split(separator: ";") {
            let parts = pair.trimmingCharacters(in: .whitespaces).split(separator: "=", maxSplits: 1)
            if parts.count == 2, parts[0] == name, parts[1].utf8.count == 43 { return Secret(text: String(parts[1])) }
        }
        return nil
    }
}
