import Envelopes
import Essentials
import Foundation

/// Bulk sends in SQL.
public struct SQLBulkSendStore: Sendable {
    private let database: any SQLDatabase

    package init(_ database: any SQLDatabase) {
        self.database = database
    }

    /// `body` is a bulk send in canonical JSON.
    static let tables = """
        CREATE TABLE bulkSend (
            accountID TEXT NOT NULL,
            id TEXT NOT NULL,
            userEmail TEXT NOT NULL,
            applicationID TEXT,
            createdAt BIGINT NOT NULL,
            body BYTES NOT NULL,
            PRIMARY KEY (accountID, id)
        );
        CREATE INDEX bulkSendByTime ON bulkSend(accountID, createdAt);

        """

    /// Stores a new bulk send and the jobs that make its envelopes, in one transaction.
    public func add(_ bulkSend: BulkSend, with jobs: [NewJob], at date: Date) async throws {
        let body = try CanonicalJSON.bytes(of: bulkSend)
        try await database.write { connection in
            try connection.run(
                "INSERT INTO bulkSend (accountID, id, userEmail, applicationID, createdAt, body) VALUES (?, ?, ?, ?, ?, ?)",
                [
                    bulkSend.accountID, bulkSend.id, bulkSend.userEmail.lowercased(), bulkSend.applicationID,
                    bulkSend.createdAt.microseconds, body,
                ])
            try SQLJobQueue.add(jobs, at: date, in: connection)
        }
    }

    /// Notes that an envelope of a bulk send could not be made. Noting it again changes nothing.
    public func fail(_ envelope: EnvelopeID, of id: String, _ accountID: String) async throws {
        try await database.write { connection in
            let key = [accountID, id]
            guard let row = try connection.row("SELECT body FROM bulkSend WHERE accountID = ? AND id = ?", key) else {
                return
            }
            var bulkSend = try Self.bulkSend(row)
            bulkSend.fail(envelope)
            try connection.run(
                "UPDATE bulkSend SET body = ? WHERE accountID = ? AND id = ?",
                [try CanonicalJSON.bytes(of: bulkSend), accountID, id])
        }
    }

    /// Returns an account's bulk send; `nil` if it does not exist.
    public func bulkSend(_ id: String, of accountID: String) async throws -> BulkSend? {
        try await database.read { connection in
            try connection.row(
                "SELECT body FROM bulkSend WHERE accountID = ? AND id = ?", [accountID, id.lowercased()])
        }.map(Self.bulkSend)
    }

    /// Returns a part of an account's bulk sends, the newest first, and the number of all.
    ///
    /// - Parameters:
    ///   - userEmail: the user who made them; `nil` for any
    ///   - applicationID: the application that they belong to; `nil` for any
    public func bulkSends(
        of accountID: String, userEmail: String?, applicationID: String?, start: Int, count: Int
    ) async throws -> (bulkSends: [BulkSend], total: Int) {
        var condition = "accountID = ?"
        var values: [any SQLConvertible] = [accountID]
        if let userEmail {
            condition += " AND userEmail = ?"
            values.append(userEmail.lowercased())
        }
        if let applicationID {
            condition += " AND applicationID = ?"
            values.append(applicationID.lowercased())
        }
        let (wanted, given) = (condition, values)
        let found = try await database.readLong { connection in
            let total: Int? = try connection.value("SELECT count(*) FROM bulkSend WHERE \(wanted)", given)
            let rows = try connection.rows(
                "SELECT body FROM bulkSend WHERE \(wanted) ORDER BY createdAt DESC, id LIMIT ? OFFSET ?",
                given + [count, start])
            return (rows, total ?? 0)
        }
        return (try found.0.map(Self.bulkSend), found.1)
    }

    private static func bulkSend(_ row: SQLRow) throws -> BulkSend {
        try CanonicalJSON.value(BulkSend.self, from: try row["body"])
    }
}
