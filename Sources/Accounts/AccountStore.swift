import Envelopes
import Essentials
import Foundation
import Ledger
import ServiceCalls

/// Stores accounts, their users, and the hashes of their access tokens.
public struct AccountStore: Sendable {
    /// The longest name of an account or user, in UTF-16 code units.
    public static let longestName = 100

    let database: any SQLDatabase
    /// Removes what other rooms keep of a user, in the transaction that removes the user.
    let removing: @Sendable (_ userID: String, any SQLConnection) throws -> Void
    /// Returns the time at which a token is presented.
    private let now: @Sendable () -> Date

    /// - Parameters:
    ///   - now: returns the time at which a token or key is presented
    ///   - removing: removes what other rooms keep of a user, such as a password
    public init(
        _ database: any SQLDatabase, now: @escaping @Sendable () -> Date = { Date() },
        removing: @escaping @Sendable (_ userID: String, any SQLConnection) throws -> Void
    ) {
        self.database = database
        self.now = now
        self.removing = removing
    }

    /// Returns the time at which a token or key is presented.
    func currentTime() -> Date { now() }

    /// The tables of accounts, users and settings, the first of the room's.
    public static let tables = """
        CREATE TABLE account (
            id TEXT PRIMARY KEY NOT NULL,
            name TEXT NOT NULL,
            createdAt BIGINT NOT NULL
        );
        CREATE TABLE accountUser (
            id TEXT PRIMARY KEY NOT NULL,
            accountID TEXT NOT NULL REFERENCES account(id),
            name TEXT NOT NULL,
            email TEXT NOT NULL,
            createdAt BIGINT NOT NULL
        );
        CREATE INDEX accountUserByAccount ON accountUser(accountID, createdAt);
        CREATE INDEX accountUserByAddress ON accountUser(lower(email));
        CREATE TABLE setting (
            name TEXT PRIMARY KEY NOT NULL,
            value TEXT NOT NULL
        ) BY KEY;

        """

    /// Creates an account with one user and an access token. Works while a service is running on the same data.
    /// - Throws: ``AccountError`` for an invalid name or e-mail address
    public func create(name: String, email: String, at date: Date) async throws -> Credentials {
        let name = try Self.checked(name: name, email: email)
        let identity = Identity(
            accountID: UUID.random().uuidString.lowercased(), userID: UUID.random().uuidString.lowercased(),
            accountName: name,
            name: name, email: email, createdAt: date)
        let token = Secret.random()
        try await database.write { connection in
            try connection.run(
                "INSERT INTO account (id, name, createdAt) VALUES (?, ?, ?)", [identity.accountID, name, date])
            try connection.run(
                "INSERT INTO accountUser (id, accountID, name, email, createdAt) VALUES (?, ?, ?, ?, ?)",
                [identity.userID, identity.accountID, name, email, date])
            try Self.insert(token, for: identity.userID, at: date, into: connection)
        }
        return Credentials(identity: identity, accessToken: token)
    }

    /// Returns the name of an account or user, without surrounding spaces.
    static func checked(name: String, email: String) throws(AccountError) -> String {
        let name = try checked(name: name)
        guard EmailAddress.isValid(email) else { throw .notAnEmail(email) }
        return name
    }

    /// Returns a display name without surrounding spaces.
    public static func checked(name: String) throws(AccountError) -> String {
        let name = name.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !TextRules.isBlank(name) else { throw .emptyName }
        guard !TextRules.isLonger(name, than: longestName) else { throw .longName(limit: longestName) }
        guard !TextRules.holdsControlCharacter(name) else { throw .controlCharacter }
        return name
    }

    /// Creates another access token for the user with this name and e-mail address. Returns `nil` for an unknown
    /// user.
    public func renew(name: String, email: String, at date: Date) async throws -> Credentials? {
        let token = Secret.random()
        return try await database.write { connection in
            guard let identity = try Self.oldest(name, email, in: connection) else { return nil }
            try Self.insert(token, for: identity.userID, at: date, into: connection)
            return Credentials(identity: identity, accessToken: token)
        }
    }

    /// Returns the oldest user with this name and e-mail address, or `nil`.
    public func identity(name: String, email: String) async throws -> Identity? {
        try await database.read { connection in try Self.oldest(name, email, in: connection) }
    }

    /// Returns the user of a token; `nil` if the token is unknown or expired.
    public func identity(for token: Secret) async throws -> Identity? {
        let hash = token.hash
        let shownAt = now()
        let found = try await database.read { connection -> (Identity, Date?)? in
            let row = try connection.row(
                Self.select(and: ", token.lastUsedAt AS lastUsedAt") + """
                     JOIN token ON token.userID = accountUser.id
                    WHERE token.hash = ? AND (token.expiresAt IS NULL OR token.expiresAt > ?)
                    """, [hash, shownAt])
            return try row.map { (try Self.identity($0), try $0["lastUsedAt"]) }
        }
        guard let (identity, lastUsedAt) = found else { return nil }
        try await noteUse(of: hash, lastNoted: lastUsedAt, at: shownAt)
        return identity
    }

    /// Returns the user with an e-mail address, in the given account if there is one; the oldest of several. Returns
    /// `nil` if no account has such a user.
    public func identity(address: String, preferring account: String?) async throws -> Identity? {
        try await database.read { connection in
            try connection.row(
                Self.select() + """
                     WHERE lower(accountUser.email) = ?
                    ORDER BY CASE WHEN accountUser.accountID = ? THEN 0 ELSE 1 END, accountUser.createdAt LIMIT 1
                    """, [address.lowercased(), account ?? ""]
            ).map(Self.identity)
        }
    }

    /// Returns the user with an id; `nil` for an unknown one.
    public func identity(user id: String) async throws -> Identity? {
        try await database.read { try $0.row(Self.select() + " WHERE accountUser.id = ?", [id]).map(Self.identity) }
    }

    /// Whether an account has a user.
    public func hasUser(_ id: String, in account: String) async throws -> Bool {
        try await database.read {
            try $0.exists("SELECT 1 FROM accountUser WHERE id = ? AND accountID = ?", [id, account])
        }
    }

    /// Returns the name of an account; `nil` for an unknown one.
    public func name(of account: String) async throws -> String? {
        try await database.read { try $0.value("SELECT name FROM account WHERE id = ?", [account]) }
    }

    static func select(and columns: String = "") -> String {
        """
        SELECT accountUser.id AS userID, accountUser.accountID AS accountID, accountUser.name AS name,
            accountUser.email AS email, accountUser.createdAt AS createdAt, account.name AS accountName\(columns)
        FROM accountUser JOIN account ON account.id = accountUser.accountID
        """
    }

    private static func oldest(_ name: String, _ email: String, in connection: any SQLConnection) throws -> Identity? {
        try connection.row(
            select() + " WHERE accountUser.name = ? AND accountUser.email = ? ORDER BY accountUser.createdAt LIMIT 1",
            [name, email]
        ).map(identity)
    }

    static func identity(_ row: SQLRow) throws -> Identity {
        Identity(
            accountID: try row["accountID"], userID: try row["userID"], accountName: try row["accountName"],
            name: try row["name"], email: try row["email"], createdAt: try row["createdAt"])
    }

    private static func insert(
        _ token: Secret, for userID: String, at date: Date, into connection: any SQLConnection
    ) throws {
        try connection.run(
            "INSERT INTO token (hash, userID, createdAt) VALUES (?, ?, ?)", [token.hash, userID, date])
    }
}
