import Envelopes
import Essentials
import Foundation
import Ledger

/// An operator's access token as listed, without the token itself.
public struct AccountToken: Sendable, Hashable, Encodable {
    /// The first eight hexadecimal digits of the token's hash, which identify it for revocation.
    public let id: String
    /// What the token is for, in its creator's words.
    public let name: String
    /// The address of the user whom it is for.
    public let email: String
    /// The account of that user.
    public let accountId: String
    /// When it was created.
    public let createdAt: Date
    /// The time of the last use, to the minute.
    public let lastUsedAt: Date?
    /// When it expires; `nil` for never.
    public let expiresAt: Date?
}

/// The reason why a token was not created or revoked.
public enum AccountTokenError: Error, Sendable, Equatable, CustomStringConvertible {
    case noUser(email: String)
    case severalUsers(email: String)
    case unknown(id: String)

    /// One sentence for the operator.
    public var description: String {
        switch self {
        case .noUser(let email): "No user has the e-mail address \(email)."
        case .severalUsers(let email): "Several users have the address \(email); say whose with --user and an id."
        case .unknown(let id): "There is no token \(id); countersign account token list shows all."
        }
    }
}

extension AccountStore {
    /// The minimum interval between stored uses of a token, in seconds.
    private static let useStep: TimeInterval = 60

    /// Tokens created by operators have a `name` and a `lastUsedAt`. Those issued to apps have an `authorizationID`
    /// and an expiry.
    public static let tokenTable = """
        CREATE TABLE token (
            hash BYTES PRIMARY KEY NOT NULL,
            userID TEXT NOT NULL REFERENCES accountUser(id),
            authorizationID TEXT REFERENCES appAuthorization(id),
            name TEXT NOT NULL DEFAULT '',
            createdAt BIGINT NOT NULL,
            expiresAt BIGINT,
            lastUsedAt BIGINT
        ) BY KEY;
        CREATE INDEX tokenByUser ON token(userID);
        CREATE INDEX tokenByAuthorization ON token(authorizationID) WHERE authorizationID IS NOT NULL;
        CREATE INDEX tokenOfOperators ON token(createdAt) WHERE authorizationID IS NULL;
        CREATE INDEX tokenByEnd ON token(expiresAt) WHERE expiresAt IS NOT NULL;

        """

    /// Returns the operators' tokens, oldest first, without those issued to apps.
    public func tokens() async throws -> [AccountToken] {
        try await database.read { connection in
            try connection.rows(
                """
                SELECT token.hash AS hash, token.name AS name, accountUser.email AS email,
                    accountUser.accountID AS accountID, token.createdAt AS createdAt,
                    token.lastUsedAt AS lastUsedAt, token.expiresAt AS expiresAt
                FROM token JOIN accountUser ON accountUser.id = token.userID
                WHERE token.authorizationID IS NULL ORDER BY token.createdAt, token.hash
                """
            ).map { row in
                AccountToken(
                    id: String(Self.digits(try row["hash"]).prefix(Self.shortestID)), name: try row["name"],
                    email: try row["email"], accountId: try row["accountID"], createdAt: try row["createdAt"],
                    lastUsedAt: try row["lastUsedAt"], expiresAt: try row["expiresAt"])
            }
        }
    }

    /// Returns a hash in lower-case hexadecimal digits. The first ones identify a token.
    private static func digits(_ hash: Data) -> String {
        Hexadecimal.text(hash)
    }

    private static let shortestID = 8

    /// Creates another access token for a user.
    ///
    /// - Parameters:
    ///   - name: the token's purpose, as listed
    ///   - userID: the user's id; needed if several users have the address
    ///   - life: the token's lifetime in seconds; `nil` for no expiry
    /// - Throws: ``AccountTokenError`` and ``AccountError``
    public func makeToken(
        named name: String, email: String, userID: String? = nil, life: TimeInterval? = nil, at date: Date
    ) async throws -> Secret {
        let name = name.isEmpty ? "" : try Self.checked(name: name)
        let token = Secret.random()
        try await database.write { connection in
            let ids: [String] = try connection.values(
                "SELECT id FROM accountUser WHERE lower(email) = lower(?)", [email])
            let users = userID.map { id in ids.filter { $0 == id.lowercased() } } ?? ids
            guard let user = users.first else { throw AccountTokenError.noUser(email: email) }
            guard users.count == 1 else { throw AccountTokenError.severalUsers(email: email) }
            try connection.run(
                "INSERT INTO token (hash, userID, createdAt, name, expiresAt) VALUES (?, ?, ?, ?, ?)",
                [token.hash, user, date, name, life.map { date + $0 }])
        }
        return token
    }

    /// Revokes a token at once.
    ///
    /// - Throws: ``AccountTokenError/unknown(id:)``, also for an ambiguous id
    public func revokeToken(_ id: String) async throws {
        let prefix = id.lowercased()
        let found = try await database.write { connection in
            let hashes = try connection.values("SELECT hash FROM token WHERE authorizationID IS NULL", as: Data.self)
                .filter { Self.digits($0).hasPrefix(prefix) }
            guard id.count >= Self.shortestID, hashes.count == 1 else { return false }
            try connection.run("DELETE FROM token WHERE hash = ?", [hashes[0]])
            return true
        }
        guard found else { throw AccountTokenError.unknown(id: id) }
    }

    /// Stores that a token was used. Skips uses shortly after the last stored one, so that not every read causes a
    /// write.
    func noteUse(of hash: Data, lastNoted: Date?, at date: Date) async throws {
        guard lastNoted.map({ date.timeIntervalSince($0) >= Self.useStep }) ?? true else { return }
        try await database.write { connection in
            try connection.run(
                "UPDATE token SET lastUsedAt = ? WHERE hash = ? AND (lastUsedAt IS NULL OR lastUsedAt < ?)",
                [date, hash, date])
        }
    }
}
