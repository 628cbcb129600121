import Foundation

/// Counts of calls, in SQL. Only the current window of a name is kept.
public struct SQLCallCountStore: CallCountStore {
    let database: any SQLDatabase

    public init(_ database: any SQLDatabase) {
        self.database = database
    }

    static let tables = """
        CREATE TABLE callCount (
            name TEXT PRIMARY KEY NOT NULL,
            windowNumber INTEGER NOT NULL,
            calls INTEGER NOT NULL,
            endsAt INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX callCountByEnd ON callCount(endsAt);

        """

    public func count(_ name: String, window: TimeInterval, at date: Date) async throws -> Int {
        let number = Self.number(of: window, at: date)
        let end = Date(timeIntervalSince1970: Double(number + 1) * max(1, window))
        return try await database.write { connection in
            let calls: Int? = try connection.value(
                """
                INSERT INTO callCount (name, windowNumber, calls, endsAt) VALUES (?, ?, 1, ?)
                ON CONFLICT (name) DO UPDATE SET
                    calls = CASE WHEN callCount.windowNumber = excluded.windowNumber THEN callCount.calls + 1 ELSE 1 END,
                    windowNumber = excluded.windowNumber, endsAt = excluded.endsAt
                RETURNING calls
                """, [name, number, end])
            return calls ?? 1
        }
    }

    public func withdraw(_ name: String, window: TimeInterval, at date: Date) async throws {
        let number = Self.number(of: window, at: date)
        try await database.write { connection in
            try connection.run(
                "UPDATE callCount SET calls = calls - 1 WHERE name = ? AND windowNumber = ? AND calls > 0",
                [name, number])
        }
    }

    public func clear(_ name: String) async throws {
        try await database.write { try $0.run("DELETE FROM callCount WHERE name = ?", [name]) }
    }

    public func removeExpired(at date: Date) async throws {
        try await database.write { try $0.run("DELETE FROM callCount WHERE endsAt <= ?", [date]) }
    }

    private static func number(of window: TimeInterval, at date: Date) -> Int {
        Int((date.timeIntervalSince1970 / max(1, window)).rounded(.down))
    }
}
