import Envelopes
import Foundation

/// API applications in SQL.
public struct SQLApplicationStore: Sendable {
    private let database: any SQLDatabase

    /// - Parameter database: has the tables of ``SQLSchema/Step/applications``
    public init(_ database: any SQLDatabase) {
        self.database = database
    }

    /// `origins` has one origin a line.
    static let tables = """
        CREATE TABLE apiApplication (
            id TEXT PRIMARY KEY NOT NULL,
            accountID TEXT NOT NULL,
            name TEXT NOT NULL,
            origins TEXT NOT NULL,
            createdAt BIGINT NOT NULL,
            updatedAt BIGINT NOT NULL
        );
        CREATE INDEX apiApplicationByAccount ON apiApplication(accountID, createdAt);

        """

    private static let select = "SELECT id, accountID, name, origins, createdAt, updatedAt FROM apiApplication"

    /// Returns an account's applications, oldest first; those of every account for `nil`.
    public func applications(of accountID: String?) async throws -> [APIApplication] {
        try await database.read { connection in
            try connection.rows(
                Self.select + (accountID == nil ? "" : " WHERE accountID = ?") + " ORDER BY createdAt, id",
                accountID.map { [$0] } ?? [])
        }.map(Self.application)
    }

    /// Returns an application; `nil` if the account has none with this id.
    public func application(_ id: String, of accountID: String) async throws -> APIApplication? {
        try await database.read { connection in
            try connection.row(Self.select + " WHERE accountID = ? AND id = ?", [accountID, id.lowercased()])
        }.map(Self.application)
    }

    /// Stores a new application, or replaces the one with its id.
    public func store(_ application: APIApplication) async throws {
        let origins = application.origins.map(\.text).joined(separator: "\n")
        try await database.write { connection in
            try connection.run(
                """
                INSERT INTO apiApplication (id, accountID, name, origins, createdAt, updatedAt)
                VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET name = excluded.name, origins = excluded.origins,
                    updatedAt = excluded.updatedAt
                """,
                [
                    application.id, application.accountID, application.name, origins, application.createdAt,
                    application.updatedAt,
                ])
        }
    }

    /// Deletes an application; from then on no page may show its signing pages. Returns `false` if there is none.
    public func removeApplication(_ id: String, of accountID: String) async throws -> Bool {
        try await database.write { connection in
            try connection.run(
                "DELETE FROM apiApplication WHERE accountID = ? AND id = ?", [accountID, id.lowercased()]) > 0
        }
    }

    private static func application(_ row: SQLRow) throws -> APIApplication {
        let origins: String = try row["origins"]
        return APIApplication(
            id: try row["id"], accountID: try row["accountID"], name: try row["name"],
            origins: origins.split(separator: "\n").compactMap { EmbeddingOrigin(String($0)) },
            createdAt: try row["createdAt"], updatedAt: try row["updatedAt"])
    }
}
