import Envelopes
import Essentials
import Foundation
import Ledger

/// A user as listed for operators.
public struct AccountUser: Sendable, Hashable, Encodable {
    /// A lower-case GUID.
    public let userId: String
    /// The name that recipients see.
    public let name: String
    /// The address as it was entered.
    public let email: String
    /// A lower-case GUID.
    public let accountId: String
    /// The name that recipients may see beside the user's.
    public let accountName: String
    /// When the user was added.
    public let createdAt: Date
}

/// The reason why a user was not added or removed.
public enum AccountUserError: Error, Sendable, Equatable, CustomStringConvertible {
    case noAccount
    /// No account was named, and there are several.
    case severalAccounts
    case unknownAccount(id: String)
    case alreadyThere(email: String)
    case unknown(id: String)
    /// The account would have no user left.
    case onlyUser(id: String)

    /// One sentence for the operator, with the command that helps.
    public var description: String {
        switch self {
        case .noAccount: "There is no account yet; countersign account create makes one."
        case .severalAccounts: "There are several accounts; say which with --account and an id."
        case .unknownAccount(let id): "There is no account \(id); countersign account user list shows all."
        case .alreadyThere(let email): "The account has a user with the address \(email) already."
        case .unknown(let id): "There is no user \(id); countersign account user list shows all."
        case .onlyUser(let id): "The user \(id) is the only one of the account; add another first."
        }
    }
}

extension AccountStore {
    /// Returns the users of all accounts or of one, by account, oldest first.
    ///
    /// - Throws: ``AccountUserError/unknownAccount(id:)`` if there is no such account
    public func users(of account: String? = nil) async throws -> [AccountUser] {
        try await database.read { connection in
            if let account, try !connection.exists("SELECT 1 FROM account WHERE id = ?", [account.lowercased()]) {
                throw AccountUserError.unknownAccount(id: account)
            }
            return try connection.rows(
                """
                SELECT accountUser.id AS id, accountUser.name AS name, accountUser.email AS email,
                    account.id AS accountID, account.name AS accountName, accountUser.createdAt AS createdAt
                FROM accountUser JOIN account ON account.id = accountUser.accountID
                \(account == nil ? "" : "WHERE account.id = ?")
                ORDER BY account.createdAt, account.id, accountUser.createdAt, accountUser.id
                """, account.map { [$0.lowercased()] } ?? []
            ).map { row in
                AccountUser(
                    userId: try row["id"], name: try row["name"], email: try row["email"],
                    accountId: try row["accountID"], accountName: try row["accountName"],
                    createdAt: try row["createdAt"])
            }
        }
    }

    /// Adds a user to an account.
    ///
    /// - Parameter account: the account's id; needed only if there are several
    /// - Throws: ``AccountUserError`` and ``AccountError``
    public func addUser(
        named name: String, email: String, to account: String? = nil, at date: Date
    ) async throws -> AccountUser {
        let name = try Self.checked(name: name, email: email)
        let id = UUID.random().uuidString.lowercased()
        return try await database.write { connection in
            let (accountID, accountName) = try Self.account(account, in: connection)
            let isThere = try connection.exists(
                "SELECT 1 FROM accountUser WHERE accountID = ? AND lower(email) = lower(?)", [accountID, email])
            guard !isThere else { throw AccountUserError.alreadyThere(email: email) }
            try connection.run(
                "INSERT INTO accountUser (id, accountID, name, email, createdAt) VALUES (?, ?, ?, ?, ?)",
                [id, accountID, name, email, date])
            return AccountUser(
                userId: id, name: name, email: email, accountId: accountID, accountName: accountName, createdAt: date)
        }
    }

    /// Returns the account with an id, or the only account if none is named.
    static func account(_ id: String?, in connection: any SQLConnection) throws -> (id: String, name: String) {
        let found = try connection.rows(
            "SELECT id, name FROM account \(id == nil ? "" : "WHERE id = ?") LIMIT 2",
            id.map { [$0.lowercased()] } ?? [])
        guard let row = found.first else {
            throw id.map { AccountUserError.unknownAccount(id: $0) } ?? AccountUserError.noAccount
        }
        guard found.count == 1 else { throw AccountUserError.severalAccounts }
        return (try row["id"], try row["name"])
    }

    /// Returns the id of the user with an e-mail address.
    ///
    /// - Parameter id: the user's id; needed if several users have the address
    /// - Throws: ``AccountTokenError``
    public func user(email: String, id: String?) async throws -> String {
        let ids: [String] = try await database.read { connection in
            try connection.values("SELECT id FROM accountUser WHERE lower(email) = lower(?)", [email])
        }
        let users = id.map { id in ids.filter { $0 == id.lowercased() } } ?? ids
        guard let user = users.first else { throw AccountTokenError.noUser(email: email) }
        guard users.count == 1 else { throw AccountTokenError.severalUsers(email: email) }
        return user
    }

    /// Removes a user with their password, known browsers, access tokens, API keys, and app authorizations. The
    /// envelopes they sent remain.
    ///
    /// - Throws: ``AccountUserError``
    public func removeUser(_ id: String) async throws {
        let id = id.lowercased()
        try await database.write { connection in
            let account: String? = try connection.value("SELECT accountID FROM accountUser WHERE id = ?", [id])
            guard let account else { throw AccountUserError.unknown(id: id) }
            let count: Int? = try connection.value("SELECT count(*) FROM accountUser WHERE accountID = ?", [account])
            guard count != 1 else { throw AccountUserError.onlyUser(id: id) }
            try removing(id, connection)
            // Referring rows are deleted first.
            for statement in [
                "DELETE FROM token WHERE userID = ?", "DELETE FROM apiKey WHERE userID = ?",
                "DELETE FROM userNotices WHERE userID = ?",
                "DELETE FROM refreshToken WHERE authorizationID IN (SELECT id FROM appAuthorization WHERE userID = ?)",
                "DELETE FROM appAuthorization WHERE userID = ?", "DELETE FROM accountUser WHERE id = ?",
            ] {
                try connection.run(statement, [id])
            }
        }
    }
}
