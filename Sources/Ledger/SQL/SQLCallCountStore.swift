import Foundation

/// Counts of calls, in SQL. Only the current window of a name is kept.
public struct SQLCallCountStore: CallCountStore {
    private let database: any SQLDatabase

    public init(_ database: any SQLDatabase) {
        self.database = database
    }

    static let tables = """
        CREATE TABLE callCount (
            name TEXT PRIMARY KEY NOT NULL,
            windowNumber INTEGER NOT NULL,
            calls INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        """

    public func count(_ name: String, window: TimeInterval, at date: Date) async throws -> Int {
        let number = Int((date.timeIntervalSince1970 / max(1, window)).rounded(.down))
        return try await database.write { connection in
            let calls: Int? = try connection.value(
                """
                INSERT INTO callCount (name, windowNumber, calls) VALUES (?, ?, 1)
                ON CONFLICT (name) DO UPDATE SET
                    calls = CASE WHEN callCount.windowNumber = excluded.windowNumber THEN callCount.calls + 1 ELSE 1 END,
                    windowNumber = excluded.windowNumber
                RETURNING calls
                """, [name, number])
            return calls ?? 1
        }
    }
}
