import Envelopes
import Essentials
import Foundation
import Ledger
import ServiceCalls

/// An API key as listed, without the key itself.
public struct AccountKey: Sendable, Hashable, Encodable {
    /// Names the key for revocation; it tells nothing about the key.
    public let id: String
    /// What the key is for, in its creator's words.
    public let name: String
    /// The account that the key opens.
    public let accountId: String
    /// The address of the user on whose behalf the key acts.
    public let email: String
    /// The API application that the key is for; `nil` for the whole account.
    public let applicationId: String?
    /// When it was created.
    public let createdAt: Date
    /// The time of the last use, to the minute.
    public let lastUsedAt: Date?
    /// When it was revoked; `nil` while it works.
    public let revokedAt: Date?
}

/// The reason why an API key was not created or revoked.
public enum AccountKeyError: Error, Sendable, Equatable, CustomStringConvertible {
    case unknownAccount(String)
    case unknownUser(email: String)
    case unknown(id: String)

    /// One sentence for the operator.
    public var description: String {
        switch self {
        case .unknownAccount(let id): "There is no account \(id)."
        case .unknownUser(let email): "The account has no user with the e-mail address \(email)."
        case .unknown(let id): "There is no API key \(id); countersign apikey list shows all."
        }
    }
}

extension AccountStore: APIKeys {
    /// The minimum interval between stored uses of a key, in seconds.
    private static let useStep: TimeInterval = 60

    /// Only hashes of keys are stored. A revoked key stays listed.
    public static let keyTable = """
        CREATE TABLE apiKey (
            id TEXT PRIMARY KEY NOT NULL,
            hash BYTES NOT NULL UNIQUE,
            userID TEXT NOT NULL REFERENCES accountUser(id),
            applicationID TEXT,
            name TEXT NOT NULL,
            createdAt BIGINT NOT NULL,
            lastUsedAt BIGINT,
            revokedAt BIGINT
        ) BY KEY;
        CREATE INDEX apiKeyByUser ON apiKey(userID);

        """

    /// Creates an API key of an account.
    ///
    /// - Parameters:
    ///   - name: the key's purpose, as listed
    ///   - email: the user on whose behalf the key acts; `nil` for the account's first user
    ///   - application: the API application that the key is for; `nil` for the whole account
    /// - Throws: ``AccountKeyError`` and ``AccountError``
    public func makeKey(
        named name: String, account: String, email: String? = nil, application: String? = nil, at date: Date
    ) async throws -> (id: String, key: Secret) {
        let name = try Self.checked(name: name)
        let key = Secret.random()
        let id = UUID.random().uuidString.lowercased()
        try await database.write { connection in
            let users = try connection.rows(
                "SELECT id, email FROM accountUser WHERE accountID = ? ORDER BY createdAt", [account.lowercased()])
            guard !users.isEmpty else { throw AccountKeyError.unknownAccount(account) }
            let wanted = try users.first { user in
                guard let email else { return true }
                let address: String = try user["email"]
                return address.lowercased() == email.lowercased()
            }
            guard let wanted else { throw AccountKeyError.unknownUser(email: email ?? "") }
            let user: String = try wanted["id"]
            try connection.run(
                "INSERT INTO apiKey (id, hash, userID, applicationID, name, createdAt) VALUES (?, ?, ?, ?, ?, ?)",
                [id, key.hash, user, application, name, date])
        }
        return (id, key)
    }

    /// Returns every API key, oldest first.
    public func keys() async throws -> [AccountKey] {
        try await database.read { connection in
            try connection.rows(
                """
                SELECT apiKey.id AS id, apiKey.name AS name, apiKey.applicationID AS applicationID,
                    apiKey.createdAt AS createdAt, apiKey.lastUsedAt AS lastUsedAt, apiKey.revokedAt AS revokedAt,
                    accountUser.accountID AS accountID, accountUser.email AS email
                FROM apiKey JOIN accountUser ON accountUser.id = apiKey.userID ORDER BY apiKey.createdAt, apiKey.id
                """
            ).map { row in
                AccountKey(
                    id: try row["id"], name: try row["name"], accountId: try row["accountID"], email: try row["email"],
                    applicationId: try row["applicationID"], createdAt: try row["createdAt"],
                    lastUsedAt: try row["lastUsedAt"], revokedAt: try row["revokedAt"])
            }
        }
    }

    /// Revokes a key at once.
    ///
    /// - Throws: ``AccountKeyError/unknown(id:)``, also for a key revoked before
    public func revokeKey(_ id: String, at date: Date) async throws {
        let changed = try await database.write { connection in
            try connection.run(
                "UPDATE apiKey SET revokedAt = ? WHERE id = ? AND revokedAt IS NULL", [date, id.lowercased()])
        }
        guard changed == 1 else { throw AccountKeyError.unknown(id: id) }
    }

    /// Notes the use, at most once a minute.
    public func holder(of key: Secret) async throws -> APIKeyHolder? {
        let (hash, date) = (key.hash, currentTime())
        let found = try await database.read { connection -> (APIKeyHolder, Date?)? in
            let row = try connection.row(
                Self.select(
                    and: ", apiKey.id AS keyID, apiKey.applicationID AS applicationID, apiKey.lastUsedAt AS usedAt")
                    + " JOIN apiKey ON apiKey.userID = accountUser.id WHERE apiKey.hash = ? AND apiKey.revokedAt IS NULL",
                [hash])
            return try row.map { row in
                let holder = APIKeyHolder(
                    keyID: try row["keyID"], identity: try Self.identity(row), applicationID: try row["applicationID"])
                return (holder, try row["usedAt"])
            }
        }
        guard let (holder, usedAt) = found else { return nil }
        if usedAt.map({ date.timeIntervalSince($0) >= Self.useStep }) ?? true {
            try await database.write { connection in
                try connection.run("UPDATE apiKey SET lastUsedAt = ? WHERE id = ?", [date, holder.keyID])
            }
        }
        return holder
    }
}
