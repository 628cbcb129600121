import Foundation

/// Hooks in SQL.
public struct SQLHookStore: Sendable {
    private let database: any SQLDatabase

    package init(_ database: any SQLDatabase) {
        self.database = database
    }

    /// `hash` is the SHA-256 of a hook's id.
    static let tables = """
        CREATE TABLE hook (
            number NUMBERED KEY,
            hash BYTES NOT NULL UNIQUE,
            accountID TEXT NOT NULL,
            applicationID TEXT,
            url TEXT NOT NULL,
            sealedID BYTES NOT NULL,
            createdAt BIGINT NOT NULL
        );
        CREATE INDEX hookByAccount ON hook(accountID, number);

        """

    private static let columns = "number, accountID, applicationID, url, sealedID, createdAt"

    /// Returns the hooks of an account, oldest first.
    public func hooks(of accountID: String) async throws -> [Hook] {
        try await database.read { connection in
            try connection.rows("SELECT \(Self.columns) FROM hook WHERE accountID = ? ORDER BY number", [accountID])
        }.map(Self.hook)
    }

    /// Returns a hook by its id; `nil` if the account has none with it.
    public func hook(_ id: Secret, of accountID: String) async throws -> Hook? {
        try await database.read { connection in
            try connection.row(
                "SELECT \(Self.columns) FROM hook WHERE hash = ? AND accountID = ?", [id.hash, accountID])
        }.map(Self.hook)
    }

    /// Stores a new hook and assigns its number. Returns `nil` if the account has ``Hook/mostInAccount`` already.
    public func add(_ hook: Hook, id: Secret) async throws -> Hook? {
        let number: Int? = try await database.write { connection in
            let count: Int? = try connection.value(
                "SELECT count(*) FROM hook WHERE accountID = ?", [hook.accountID])
            guard count ?? 0 < Hook.mostInAccount else { return nil }
            return try connection.value(
                """
                INSERT INTO hook (hash, accountID, applicationID, url, sealedID, createdAt) VALUES (?, ?, ?, ?, ?, ?)
                RETURNING number
                """, [id.hash, hook.accountID, hook.applicationID, hook.url, hook.sealedID, hook.createdAt])
        }
        return number.map { number in
            var stored = hook
            stored.number = number
            return stored
        }
    }

    /// Deletes a hook. Returns `false` if there is none.
    public func remove(_ number: Int, of accountID: String) async throws -> Bool {
        try await database.write { connection in
            try connection.run("DELETE FROM hook WHERE number = ? AND accountID = ?", [number, accountID]) > 0
        }
    }

    private static func hook(_ row: SQLRow) throws -> Hook {
        Hook(
            number: try row["number"], accountID: try row["accountID"], applicationID: try row["applicationID"],
            url: try row["url"], sealedID: try row["sealedID"], createdAt: try row["createdAt"])
    }
}
