import Envelopes
import Foundation

/// Bulk sends in SQL.
public struct SQLBulkSendStore: BulkSendStore {
    private let database: any SQLDatabase

    public init(_ database: any SQLDatabase) {
        self.database = database
    }

    /// `body` is a bulk send in canonical JSON.
    static let tables = """
        CREATE TABLE bulkSend (
            accountID TEXT NOT NULL,
            id TEXT NOT NULL,
            userEmail TEXT NOT NULL,
            applicationID TEXT,
            createdAt INTEGER NOT NULL,
            body BLOB NOT NULL,
            PRIMARY KEY (accountID, id)
        ) STRICT;
        CREATE INDEX bulkSendByTime ON bulkSend(accountID, createdAt);

        """

    public func keep(_ bulkSend: BulkSend) async throws {
        let body = try CanonicalJSON.bytes(of: bulkSend)
        try await database.write { connection in
            _ = try connection.run(
                """
                INSERT INTO bulkSend (accountID, id, userEmail, applicationID, createdAt, body) VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (accountID, id) DO UPDATE SET body = excluded.body
                """,
                [
                    bulkSend.accountID, bulkSend.id, bulkSend.userEmail.lowercased(), bulkSend.applicationID,
                    bulkSend.createdAt.microseconds, body,
                ])
        }
    }

    public func bulkSend(_ id: String, of accountID: String) async throws -> BulkSend? {
        try await database.read { connection in
            try connection.row(
                "SELECT body FROM bulkSend WHERE accountID = ? AND id = ?", [accountID, id.lowercased()])
        }.map(Self.bulkSend)
    }

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
        let found = try await database.read { connection in
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
