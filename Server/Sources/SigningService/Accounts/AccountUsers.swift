import EnvelopeService
import Envelopes
import Foundation
import GRDB

/// A user, as an operator's list shows them.
public struct AccountUser: Sendable, Hashable, Encodable {
    public let userId: String
    public let name: String
    public let email: String
    public let accountId: String
    public let accountName: String
    public let createdAt: Date
}

/// Why a user was not added or removed.
public enum AccountUserError: Error, Sendable, Equatable, CustomStringConvertible {
    case noAccount
    /// There are several accounts, and none was named.
    case severalAccounts
    case unknownAccount(id: String)
    case alreadyThere(email: String)
    case unknown(id: String)
    /// Nobody could use the account any more.
    case onlyUser(id: String)

    public var description: String {
        switch self {
        case .noAccount: "There is no account yet; countersign account create makes one."
        case .severalAccounts: "There are several accounts; say which with --account and an id."
        case .unknownAccount(let id): "There is no account \(id); countersign account user list shows which there are."
        case .alreadyThere(let email): "The account has a user with the address \(email) already."
        case .unknown(let id): "There is no user \(id); countersign account user list shows which there are."
        case .onlyUser(let id): "The user \(id) is the only one of the account; add another first."
        }
    }
}

extension AccountStore {
    /// The users of all accounts, or of one: by account, the oldest first.
    ///
    /// - Throws: ``AccountUserError/unknownAccount(id:)``.
    public func users(of account: String? = nil) async throws -> [AccountUser] {
        try await pool.read { database in
            let isThere = try Bool.fetchOne(
                database, sql: "SELECT ?1 IS NULL OR EXISTS (SELECT 1 FROM account WHERE id = ?1)",
                arguments: [account?.lowercased()])
            if let account, isThere != true { throw AccountUserError.unknownAccount(id: account) }
            return try Row.fetchAll(
                database,
                sql: """
                    SELECT user.id, user.name, user.email, user.accountID, account.name AS accountName, user.createdAt
                    FROM user JOIN account ON account.id = user.accountID
                    WHERE ?1 IS NULL OR account.id = ?1
                    ORDER BY account.createdAt, account.id, user.createdAt, user.id
                    """, arguments: [account?.lowercased()]
            ).map { row in
                let createdAt: StoredTime = row["createdAt"]
                return AccountUser(
                    userId: row["id"], name: row["name"], email: row["email"], accountId: row["accountID"],
                    accountName: row["accountName"], createdAt: createdAt.date)
            }
        }
    }

    /// Adds a user to an account.
    ///
    /// - Parameter account: the account's id; needed only where there are several.
    /// - Throws: ``AccountUserError`` and ``AccountError``.
    public func addUser(
        named name: String, email: String, to account: String? = nil, at date: Date
    ) async throws -> AccountUser {
        let name = try Self.checked(name: name, email: email)
        let id = UUID.random().uuidString.lowercased()
        return try await pool.write { database in
            let (accountID, accountName) = try Self.account(account, in: database)
            let isThere = try Bool.fetchOne(
                database, sql: "SELECT EXISTS (SELECT 1 FROM user WHERE accountID = ? AND lower(email) = lower(?))",
                arguments: [accountID, email])
            guard isThere == false else { throw AccountUserError.alreadyThere(email: email) }
            try database.execute(
                sql: "INSERT INTO user (id, accountID, name, email, createdAt) VALUES (?, ?, ?, ?, ?)",
                arguments: [id, accountID, name, email, StoredTime(date)])
            return AccountUser(
                userId: id, name: name, email: email, accountId: accountID, accountName: accountName, createdAt: date)
        }
    }

    /// The account of an id, or the only one where none is named.
    static func account(_ id: String?, in database: Database) throws -> (id: String, name: String) {
        let found = try Row.fetchAll(
            database, sql: "SELECT id, name FROM account WHERE ?1 IS NULL OR id = ?1 LIMIT 2",
            arguments: [id?.lowercased()])
        guard let row = found.first else {
            throw id.map { AccountUserError.unknownAccount(id: $0) } ?? AccountUserError.noAccount
        }
        guard found.count == 1 else { throw AccountUserError.severalAccounts }
        return (row["id"], row["name"])
    }

    /// Removes a user with their password, access tokens and what they allowed apps. The envelopes they sent stay.
    ///
    /// - Throws: ``AccountUserError``.
    public func removeUser(_ id: String) async throws {
        let id = id.lowercased()
        try await pool.write { database in
            let account = try String.fetchOne(database, sql: "SELECT accountID FROM user WHERE id = ?", arguments: [id])
            guard let account else { throw AccountUserError.unknown(id: id) }
            let count = try Int.fetchOne(
                database, sql: "SELECT count(*) FROM user WHERE accountID = ?", arguments: [account])
            guard count != 1 else { throw AccountUserError.onlyUser(id: id) }
            // What refers to a row goes before the row.
            for statement in [
                "DELETE FROM token WHERE userID = ?", "DELETE FROM password WHERE userID = ?",
                "DELETE FROM knownBrowser WHERE userID = ?",
                "DELETE FROM refreshToken WHERE authorizationID IN (SELECT id FROM authorization WHERE userID = ?)",
                "DELETE FROM authorization WHERE userID = ?", "DELETE FROM user WHERE id = ?",
            ] {
                try database.execute(sql: statement, arguments: [id])
            }
        }
    }
}
