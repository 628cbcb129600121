import EnvelopeService
import Envelopes
import Foundation
import GRDB
import Ledger

/// Accounts, their users and the hashes of their access tokens.
public struct AccountStore: AccessTokens {
    /// The longest name of an account or user, in UTF-16 code units.
    public static let longestName = 100

    let pool: any DatabaseWriter
    /// Tells the time at which a token is shown.
    private let now: @Sendable () -> Date

    public init(_ database: ServiceDatabase, now: @escaping @Sendable () -> Date = { Date() }) {
        pool = database.pool
        self.now = now
    }

    /// The accounts of a data directory that has data, whether or not a service runs on it.
    /// - Throws: ``StorageError``.
    public init(existing directory: URL) throws {
        self.init(try ServiceDatabase(DataDirectory(existing: directory)))
    }

    /// Makes an account with one user and an access token. Works while a service runs on the same data.
    /// - Throws: ``AccountError`` for a name or address that is none.
    public func create(name: String, email: String, at date: Date) async throws -> Credentials {
        let name = try Self.checked(name: name, email: email)
        let identity = Identity(
            accountID: UUID.random().uuidString.lowercased(), userID: UUID.random().uuidString.lowercased(),
            accountName: name,
            name: name, email: email, createdAt: date)
        let token = Secret.random()
        try await pool.write { database in
            try database.execute(
                sql: "INSERT INTO account (id, name, createdAt) VALUES (?, ?, ?)",
                arguments: [identity.accountID, name, StoredTime(date)])
            try database.execute(
                sql: "INSERT INTO user (id, accountID, name, email, createdAt) VALUES (?, ?, ?, ?, ?)",
                arguments: [identity.userID, identity.accountID, name, email, StoredTime(date)])
            try Self.insert(token, for: identity.userID, at: date, into: database)
        }
        return Credentials(identity: identity, accessToken: token)
    }

    /// The name of an account or user without spaces around it.
    static func checked(name: String, email: String) throws(AccountError) -> String {
        let name = try checked(name: name)
        guard EmailAddress.isValid(email) else { throw .notAnEmail(email) }
        return name
    }

    /// A name that people will read, without spaces around it.
    static func checked(name: String) throws(AccountError) -> String {
        let name = name.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !TextRules.isBlank(name) else { throw .emptyName }
        guard !TextRules.isLonger(name, than: longestName) else { throw .longName(limit: longestName) }
        guard !TextRules.holdsControlCharacter(name) else { throw .controlCharacter }
        return name
    }

    /// Another access token for a user who has this name and address; nil when there is none.
    public func renew(name: String, email: String, at date: Date) async throws -> Credentials? {
        let token = Secret.random()
        return try await pool.write { database in
            guard let identity = try Self.oldest(name, email, in: database) else { return nil }
            try Self.insert(token, for: identity.userID, at: date, into: database)
            return Credentials(identity: identity, accessToken: token)
        }
    }

    /// The oldest user who has this name and address; nil when there is none.
    public func identity(name: String, email: String) async throws -> Identity? {
        try await pool.read { database in try Self.oldest(name, email, in: database) }
    }

    /// Whose token this is; nil when it is nobody's, or no longer.
    public func identity(for token: Secret) async throws -> Identity? {
        let hash = token.hash
        let shownAt = now()
        let found = try await pool.read { database -> (Identity, StoredTime?)? in
            let row = try SQLRequest<Row>(
                sql: Self.select(and: ", token.lastUsedAt AS lastUsedAt") + """
                     JOIN token ON token.userID = user.id
                    WHERE token.hash = ? AND (token.expiresAt IS NULL OR token.expiresAt > ?)
                    """, arguments: [hash, StoredTime(shownAt)], cached: true
            ).fetchOne(database)
            return try row.map { (try Self.identity($0), $0["lastUsedAt"] as StoredTime?) }
        }
        guard let (identity, lastUsedAt) = found else { return nil }
        try await noteUse(of: hash, lastNoted: lastUsedAt, at: shownAt)
        return identity
    }

    private static func select(and columns: String = "") -> String {
        """
        SELECT user.id AS userID, user.accountID AS accountID, user.name AS name, user.email AS email,
            user.createdAt AS createdAt, account.name AS accountName\(columns)
        FROM user JOIN account ON account.id = user.accountID
        """
    }

    private static func oldest(_ name: String, _ email: String, in database: Database) throws -> Identity? {
        try Row.fetchOne(
            database, sql: select() + " WHERE user.name = ? AND user.email = ? ORDER BY user.createdAt",
            arguments: [name, email]
        ).map(identity)
    }

    private static func identity(_ row: Row) throws -> Identity {
        let createdAt: StoredTime = row["createdAt"]
        return Identity(
            accountID: row["accountID"], userID: row["userID"], accountName: row["accountName"], name: row["name"],
            email: row["email"], createdAt: createdAt.date)
    }

    private static func insert(_ token: Secret, for userID: String, at date: Date, into database: Database) throws {
        try database.execute(
            sql: "INSERT INTO token (hash, userID, createdAt) VALUES (?, ?, ?)",
            arguments: [token.hash, userID, StoredTime(date)])
    }
}

extension AccountStore {
    /// Remembers where the service was last reached, for whoever makes an account while it does not run.
    public func remember(address: URL) async throws {
        try await pool.write { database in
            try database.execute(
                sql: "INSERT OR REPLACE INTO setting (name, value) VALUES ('address', ?)",
                arguments: [address.absoluteString])
        }
    }

    /// Where the service was last reached, without a final slash.
    public func rememberedAddress() async throws -> URL? {
        try await pool.read { database in
            try String.fetchOne(database, sql: "SELECT value FROM setting WHERE name = 'address'")
        }.flatMap(URL.init(string:))
    }
}
