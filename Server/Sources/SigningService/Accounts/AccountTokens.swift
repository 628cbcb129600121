import EnvelopeService
import Envelopes
import Foundation
import GRDB
import Ledger

/// An access token that an operator made, as a list shows it: never the token.
public struct AccountToken: Sendable, Hashable, Encodable {
    /// The first eight hexadecimal digits of the token's hash; names it when it is revoked.
    public let id: String
    public let name: String
    public let email: String
    public let accountId: String
    public let createdAt: Date
    /// To the minute.
    public let lastUsedAt: Date?
    public let expiresAt: Date?
}

/// Why a token was not made or revoked.
public enum AccountTokenError: Error, Sendable, Equatable, CustomStringConvertible {
    case noUser(email: String)
    case severalUsers(email: String)
    case unknown(id: String)

    public var description: String {
        switch self {
        case .noUser(let email): "No user has the e-mail address \(email)."
        case .severalUsers(let email): "Several users have the address \(email); say whose with --user and an id."
        case .unknown(let id): "There is no token \(id); countersign account token list shows which there are."
        }
    }
}

extension AccountStore {
    /// Seconds after which another use of a token is noted.
    private static let useStep: TimeInterval = 60

    static let tokenNames = """
        ALTER TABLE token ADD COLUMN name TEXT NOT NULL DEFAULT '';
        ALTER TABLE token ADD COLUMN lastUsedAt INTEGER;
        """

    /// The tokens that operators made, the oldest first; not those that apps got from people.
    public func tokens() async throws -> [AccountToken] {
        try await pool.read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT substr(lower(hex(token.hash)), 1, 8) AS id, token.name, user.email, user.accountID,
                        token.createdAt, token.lastUsedAt, token.expiresAt
                    FROM token JOIN user ON user.id = token.userID
                    WHERE token.authorizationID IS NULL ORDER BY token.createdAt, id
                    """
            ).map { row in
                func date(_ column: String) -> Date? { (row[column] as StoredTime?)?.date }
                return AccountToken(
                    id: row["id"], name: row["name"], email: row["email"], accountId: row["accountID"],
                    createdAt: date("createdAt") ?? .distantPast, lastUsedAt: date("lastUsedAt"),
                    expiresAt: date("expiresAt"))
            }
        }
    }

    /// Another access token for a user.
    ///
    /// - Parameters:
    ///   - name: What it is for, as its list shows it.
    ///   - userID: The user's id, where several users have the address.
    ///   - life: Seconds until it ends; nil for one that does not.
    /// - Throws: ``AccountTokenError`` and ``AccountError``.
    public func makeToken(
        named name: String, email: String, userID: String? = nil, life: TimeInterval? = nil, at date: Date
    ) async throws -> Secret {
        let name = name.isEmpty ? "" : try Self.checked(name: name)
        let token = Secret.random()
        try await pool.write { database in
            let users = try String.fetchAll(
                database, sql: "SELECT id FROM user WHERE lower(email) = lower(?1) AND (?2 IS NULL OR id = ?2) LIMIT 2",
                arguments: [email, userID?.lowercased()])
            guard let user = users.first else { throw AccountTokenError.noUser(email: email) }
            guard users.count == 1 else { throw AccountTokenError.severalUsers(email: email) }
            try database.execute(
                sql: "INSERT INTO token (hash, userID, createdAt, name, expiresAt) VALUES (?, ?, ?, ?, ?)",
                arguments: [token.hash, user, StoredTime(date), name, life.map { StoredTime(date + $0) }])
        }
        return token
    }

    /// Takes a token back: from now on it opens nothing.
    ///
    /// - Throws: ``AccountTokenError/unknown(id:)``, also for one that is not unique.
    public func revokeToken(_ id: String) async throws {
        let found = try await pool.write { database in
            let hashes = try Data.fetchAll(
                database,
                sql: "SELECT hash FROM token WHERE authorizationID IS NULL AND lower(hex(hash)) LIKE ? LIMIT 2",
                arguments: ["\(id.lowercased().filter(\.isHexDigit))%"])
            guard id.count >= 8, id.allSatisfy(\.isHexDigit), hashes.count == 1 else { return false }
            try database.execute(sql: "DELETE FROM token WHERE hash = ?", arguments: [hashes[0]])
            return true
        }
        guard found else { throw AccountTokenError.unknown(id: id) }
    }

    /// Notes that a token was used; at most once in a while, so that reading does not mean writing.
    func noteUse(of hash: Data, lastNoted: StoredTime?, at date: Date) async throws {
        guard lastNoted.map({ date.timeIntervalSince($0.date) >= Self.useStep }) ?? true else { return }
        try await pool.write { database in
            try database.execute(
                sql: "UPDATE token SET lastUsedAt = max(coalesce(lastUsedAt, 0), ?) WHERE hash = ?",
                arguments: [StoredTime(date), hash])
        }
    }
}
