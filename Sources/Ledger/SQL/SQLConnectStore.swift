import Envelopes
import Essentials
import Foundation

/// Connect configurations, keys and records in SQL.
public struct SQLConnectStore: Sendable {
    private let database: any SQLDatabase

    /// The number of entries that an account's log keeps.
    static let longestLog = 1000
    /// The number of records in one answer.
    static let longestPage = 1000

    /// - Parameter database: has the tables of ``SQLSchema/Step/connect``
    public init(_ database: any SQLDatabase) {
        self.database = database
    }

    /// `body` is a value in canonical JSON. `orderKey` identifies an order (`WebhookOrder.key`).
    static let tables = """
        CREATE TABLE connectConfiguration (
            id NUMBERED KEY,
            accountID TEXT NOT NULL,
            body BYTES NOT NULL,
            sealedPassword BYTES
        );
        CREATE INDEX connectConfigurationByAccount ON connectConfiguration(accountID, id);
        CREATE TABLE connectKey (
            id NUMBERED KEY,
            accountID TEXT NOT NULL,
            sealedText BYTES NOT NULL,
            createdAt BIGINT NOT NULL
        );
        CREATE INDEX connectKeyByAccount ON connectKey(accountID, id);
        CREATE TABLE connectAuthorization (
            accountID TEXT PRIMARY KEY NOT NULL,
            body BYTES NOT NULL,
            sealedSecret BYTES NOT NULL,
            sealedToken BYTES,
            tokenExpiresAt BIGINT
        );
        CREATE TABLE connectLog (
            number NUMBERED KEY,
            id TEXT NOT NULL UNIQUE,
            accountID TEXT NOT NULL,
            envelopeID TEXT NOT NULL,
            lastTriedAt BIGINT NOT NULL,
            body BYTES NOT NULL
        );
        CREATE INDEX connectLogByAccount ON connectLog(accountID, number);
        CREATE TABLE connectFailure (
            number NUMBERED KEY,
            id TEXT NOT NULL UNIQUE,
            orderKey TEXT NOT NULL UNIQUE,
            accountID TEXT NOT NULL,
            envelopeID TEXT NOT NULL,
            lastTriedAt BIGINT NOT NULL,
            body BYTES NOT NULL
        );
        CREATE INDEX connectFailureByAccount ON connectFailure(accountID, number);
        CREATE TABLE connectHealth (
            configurationID BIGINT PRIMARY KEY NOT NULL REFERENCES connectConfiguration(id) ON DELETE CASCADE,
            failingSince BIGINT NOT NULL,
            pausedAt BIGINT
        );

        """

    // MARK: Configurations

    /// Returns the configurations of an account, by their ids.
    public func configurations(of accountID: String) async throws -> [ConnectConfiguration] {
        try await database.read { connection in
            try connection.rows(
                "SELECT id, body, sealedPassword FROM connectConfiguration WHERE accountID = ? ORDER BY id", [accountID]
            )
        }.map { row in
            var configuration = try Self.value(ConnectConfiguration.self, try row["body"])
            configuration.id = try row["id"]
            configuration.sealedPassword = try row["sealedPassword"]
            return configuration
        }
    }

    /// Stores a new configuration and assigns its id. Returns `nil` if the account has
    /// ``ConnectConfiguration/mostInAccount`` already.
    public func add(_ configuration: ConnectConfiguration) async throws -> ConnectConfiguration? {
        let body = try CanonicalJSON.bytes(of: configuration)
        let id: Int? = try await database.write { connection in
            let count: Int? = try connection.value(
                "SELECT count(*) FROM connectConfiguration WHERE accountID = ?", [configuration.accountID])
            guard count ?? 0 < ConnectConfiguration.mostInAccount else { return nil }
            return try connection.value(
                "INSERT INTO connectConfiguration (accountID, body, sealedPassword) VALUES (?, ?, ?) RETURNING id",
                [configuration.accountID, body, configuration.sealedPassword])
        }
        return id.map { id in
            var stored = configuration
            stored.id = id
            return stored
        }
    }

    /// Replaces a configuration of the same id and account. Returns `false` if there is none.
    public func replace(_ configuration: ConnectConfiguration) async throws -> Bool {
        let body = try CanonicalJSON.bytes(of: configuration)
        return try await database.write { connection in
            try connection.run(
                "UPDATE connectConfiguration SET body = ?, sealedPassword = ? WHERE id = ? AND accountID = ?",
                [body, configuration.sealedPassword, configuration.id, configuration.accountID]) > 0
        }
    }

    /// Deletes a configuration. Returns `false` if there is none.
    public func removeConfiguration(_ id: Int, of accountID: String) async throws -> Bool {
        try await database.write { connection in
            try connection.run("DELETE FROM connectConfiguration WHERE id = ? AND accountID = ?", [id, accountID]) > 0
        }
    }

    // MARK: Health

    /// Returns how long a configuration's receiver has failed.
    public func health(of configurationID: Int) async throws -> ConnectHealth {
        let row = try await database.read { connection in
            try connection.row(
                "SELECT failingSince, pausedAt FROM connectHealth WHERE configurationID = ?", [configurationID])
        }
        return try row.map { ConnectHealth(failingSince: try $0["failingSince"], pausedAt: try $0["pausedAt"]) }
            ?? ConnectHealth()
    }

    /// Notes that a receiver accepted a message, so that it has not failed for any time.
    public func noteSuccess(of configurationID: Int) async throws {
        // Most receivers never fail, and a read is cheaper than a write.
        guard try await health(of: configurationID).failingSince != nil else { return }
        try await resume(configurationID)
    }

    /// Notes that a receiver failed, and pauses the configuration if nothing else has happened for long.
    ///
    /// - Parameter life: seconds of failures alone after which the configuration is paused
    /// - Returns: whether this failure has paused it
    public func noteFailure(
        of configurationID: Int, at date: Date, pausingAfter life: TimeInterval
    ) async throws -> Bool {
        try await database.write { connection in
            // The configuration may have been deleted meanwhile.
            try connection.run(
                """
                INSERT INTO connectHealth (configurationID, failingSince)
                SELECT id, ? FROM connectConfiguration WHERE id = ?
                ON CONFLICT (configurationID) DO NOTHING
                """, [date, configurationID])
            return try connection.run(
                """
                UPDATE connectHealth SET pausedAt = ?
                WHERE configurationID = ? AND pausedAt IS NULL AND failingSince <= ?
                """, [date, configurationID, date - life]) > 0
        }
    }

    /// Ends a pause; the time of failures begins anew.
    public func resume(_ configurationID: Int) async throws {
        try await database.write { connection in
            try connection.run("DELETE FROM connectHealth WHERE configurationID = ?", [configurationID])
        }
    }

    // MARK: Secrets

    /// Returns the keys of an account, oldest first.
    public func keys(of accountID: String) async throws -> [ConnectKey] {
        try await database.read { connection in
            try connection.rows(
                "SELECT id, sealedText, createdAt FROM connectKey WHERE accountID = ? ORDER BY id", [accountID])
        }.map { row in
            ConnectKey(
                id: try row["id"], accountID: accountID, sealedText: try row["sealedText"],
                createdAt: try row["createdAt"])
        }
    }

    /// Stores a new key. Returns `nil` if the account has ``ConnectKey/mostInAccount`` already.
    public func addKey(_ sealedText: Data, of accountID: String, at date: Date) async throws -> ConnectKey? {
        let id: Int? = try await database.write { connection in
            let count: Int? = try connection.value(
                "SELECT count(*) FROM connectKey WHERE accountID = ?", [accountID])
            guard count ?? 0 < ConnectKey.mostInAccount else { return nil }
            return try connection.value(
                "INSERT INTO connectKey (accountID, sealedText, createdAt) VALUES (?, ?, ?) RETURNING id",
                [accountID, sealedText, date])
        }
        return id.map { ConnectKey(id: $0, accountID: accountID, sealedText: sealedText, createdAt: date) }
    }

    /// Deletes a key. Returns `false` if there is none.
    public func removeKey(_ id: Int, of accountID: String) async throws -> Bool {
        try await database.write { connection in
            try connection.run("DELETE FROM connectKey WHERE id = ? AND accountID = ?", [id, accountID]) > 0
        }
    }

    /// Returns the authorization server of an account.
    public func authorization(of accountID: String) async throws -> ConnectAuthorization? {
        try await database.read { connection in
            try connection.row("SELECT body, sealedSecret FROM connectAuthorization WHERE accountID = ?", [accountID])
        }.map { row in
            var authorization = try Self.value(ConnectAuthorization.self, try row["body"])
            authorization.sealedSecret = try row["sealedSecret"]
            return authorization
        }
    }

    /// Stores an account's authorization server, or deletes it. A token that another one issued is forgotten.
    public func setAuthorization(_ authorization: ConnectAuthorization?, of accountID: String) async throws {
        let body = try authorization.map { try CanonicalJSON.bytes(of: $0) }
        try await database.write { connection in
            try connection.run("DELETE FROM connectAuthorization WHERE accountID = ?", [accountID])
            guard let body, let authorization else { return }
            try connection.run(
                "INSERT INTO connectAuthorization (accountID, body, sealedSecret) VALUES (?, ?, ?)",
                [accountID, body, authorization.sealedSecret])
        }
    }

    /// Returns the token that the account's authorization server last issued.
    public func token(of accountID: String) async throws -> ConnectToken? {
        let row = try await database.read { connection in
            try connection.row(
                """
                SELECT sealedToken, tokenExpiresAt FROM connectAuthorization
                WHERE accountID = ? AND sealedToken IS NOT NULL AND tokenExpiresAt IS NOT NULL
                """, [accountID])
        }
        return try row.map { ConnectToken(sealedText: try $0["sealedToken"], expiresAt: try $0["tokenExpiresAt"]) }
    }

    /// Stores a token, or forgets it.
    public func setToken(_ token: ConnectToken?, of accountID: String) async throws {
        try await database.write { connection in
            try connection.run(
                "UPDATE connectAuthorization SET sealedToken = ?, tokenExpiresAt = ? WHERE accountID = ?",
                [token?.sealedText, token?.expiresAt, accountID])
        }
    }

    // MARK: Records

    /// Records an attempt. A failure replaces the order's earlier one among the failures; a success removes it.
    ///
    /// - Parameter isLogged: whether the log gets an entry too
    public func note(_ record: ConnectRecord, isLogged: Bool) async throws {
        let body = try CanonicalJSON.bytes(of: record)
        let order = record.order
        try await database.write { connection in
            if isLogged {
                try connection.run(
                    "INSERT INTO connectLog (id, accountID, envelopeID, lastTriedAt, body) VALUES (?, ?, ?, ?, ?)",
                    [record.id, order.accountID, order.envelopeID.rawValue, record.lastTriedAt, body])
                try connection.run(
                    """
                    DELETE FROM connectLog WHERE accountID = ? AND number <= (
                        SELECT number FROM connectLog WHERE accountID = ? ORDER BY number DESC LIMIT 1 OFFSET ?)
                    """, [order.accountID, order.accountID, Self.longestLog])
            }
            guard record.error != nil else {
                try connection.run("DELETE FROM connectFailure WHERE orderKey = ?", [order.key])
                return
            }
            var failure = record
            var written = body
            if let earlier = try connection.value(
                "SELECT body FROM connectFailure WHERE orderKey = ?", [order.key], as: Data.self)
            {
                let first = try Self.value(ConnectRecord.self, earlier)
                failure.id = first.id
                failure.createdAt = first.createdAt
                written = try CanonicalJSON.bytes(of: failure)
            }
            try connection.run(
                """
                INSERT INTO connectFailure (id, orderKey, accountID, envelopeID, lastTriedAt, body)
                VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (orderKey) DO UPDATE SET lastTriedAt = excluded.lastTriedAt, body = excluded.body
                """,
                [
                    failure.id, order.key, order.accountID, order.envelopeID.rawValue, failure.lastTriedAt, written,
                ])
        }
    }

    /// Returns the log, newest first.
    public func log(_ selection: ConnectSelection) async throws -> [ConnectRecord] {
        try await records("connectLog", selection, direction: "DESC")
    }

    /// Returns the messages that are not delivered, oldest first.
    public func failures(_ selection: ConnectSelection) async throws -> [ConnectRecord] {
        try await records("connectFailure", selection, direction: "ASC")
    }

    private func records(
        _ table: String, _ selection: ConnectSelection, direction: String
    ) async throws -> [ConnectRecord] {
        var conditions = ["accountID = ?"]
        var values: [any SQLConvertible] = [selection.accountID]
        if let id = selection.id {
            conditions.append("id = ?")
            values.append(id)
        }
        if let envelopeID = selection.envelopeID {
            conditions.append("envelopeID = ?")
            values.append(envelopeID.rawValue)
        }
        if let from = selection.from {
            conditions.append("lastTriedAt >= ?")
            values.append(from)
        }
        if let to = selection.to {
            conditions.append("lastTriedAt <= ?")
            values.append(to)
        }
        let statement =
            "SELECT body FROM \(table) WHERE \(conditions.joined(separator: " AND ")) ORDER BY number \(direction) LIMIT ?"
        return try await database.readLong { [values] connection in
            try connection.values(statement, values + [Self.longestPage], as: Data.self)
        }.map { try Self.value(ConnectRecord.self, $0) }
    }

    /// Deletes entries of the log: one, or all if `id` is `nil`. Returns the number of deleted entries.
    public func removeLog(_ id: String?, of accountID: String) async throws -> Int {
        try await database.write { connection in
            if let id {
                try connection.run("DELETE FROM connectLog WHERE accountID = ? AND id = ?", [accountID, id])
            } else {
                try connection.run("DELETE FROM connectLog WHERE accountID = ?", [accountID])
            }
        }
    }

    /// Deletes a failure; its message stays undelivered. Returns `false` if there is none.
    public func removeFailure(_ id: String, of accountID: String) async throws -> Bool {
        try await database.write { connection in
            try connection.run("DELETE FROM connectFailure WHERE accountID = ? AND id = ?", [accountID, id]) > 0
        }
    }

    private static func value<Value: Decodable>(_ type: Value.Type, _ body: Data) throws -> Value {
        do {
            return try CanonicalJSON.value(type, from: body)
        } catch {
            throw StorageError.unreadable(what: "A stored Connect value", reason: "its bytes are something else")
        }
    }
}
