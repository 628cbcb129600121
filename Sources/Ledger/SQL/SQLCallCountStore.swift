import Foundation

/// Counts of calls, in SQL. Only the current window of a name is kept.
public struct SQLCallCountStore: Sendable {
    let database: any SQLDatabase

    /// - Parameter database: has the tables of ``SQLSchema/Step/service``
    public init(_ database: any SQLDatabase) {
        self.database = database
    }

    static let tables = """
        CREATE TABLE callCount (
            name TEXT PRIMARY KEY NOT NULL,
            windowNumber BIGINT NOT NULL,
            calls BIGINT NOT NULL,
            endsAt BIGINT NOT NULL
        ) BY KEY;
        CREATE INDEX callCountByEnd ON callCount(endsAt);

        """

    /// Counts one call.
    ///
    /// - Parameters:
    ///   - name: who is counted, such as the id of an API key
    ///   - window: seconds of one window; windows begin at multiples of it since 1970
    /// - Returns: the number of calls in the current window, this one included
    public func count(_ name: String, window: TimeInterval, at date: Date) async throws -> Int {
        let window = Window(window, at: date)
        return try await database.write { try Self.add(name, window, at: date, in: $0) }
    }

    /// Counts one call under several names, or under none if one of them has reached its limit.
    ///
    /// - Returns: whether it was counted
    public func count(_ limits: [CallLimit], window: TimeInterval, at date: Date) async throws -> Bool {
        try await database.write { try Self.count(limits, window: window, at: date, in: $0) }
    }

    /// Does the same in the transaction of what is counted.
    package static func count(
        _ limits: [CallLimit], window: TimeInterval, at date: Date, in connection: any SQLConnection
    ) throws -> Bool {
        for limit in limits {
            guard try calls(limit.name, window: window, at: date, in: connection) < limit.limit else { return false }
        }
        let window = Window(window, at: date)
        for limit in limits { _ = try add(limit.name, window, at: date, in: connection) }
        return true
    }

    /// Returns the number of calls in the current window.
    package static func calls(
        _ name: String, window: TimeInterval, at date: Date, in connection: any SQLConnection
    ) throws -> Int {
        try connection.value(
            "SELECT calls FROM callCount WHERE name = ? AND windowNumber = ?", [name, Window(window, at: date).number])
            ?? 0
    }

    /// Takes one call of the current window back, under each of the names.
    public func withdraw(_ names: [String], window: TimeInterval, at date: Date) async throws {
        let window = Window(window, at: date)
        try await database.write { connection in
            for name in names {
                try connection.run(
                    "DELETE FROM callCount WHERE name = ? AND windowNumber = ? AND calls <= 1", [name, window.number])
                try connection.run(
                    "UPDATE callCount SET calls = calls - 1 WHERE name = ? AND windowNumber = ?",
                    [name, window.number])
            }
        }
    }

    /// Takes all calls under a name back.
    public func clear(_ name: String) async throws {
        try await database.write { try $0.run("DELETE FROM callCount WHERE name = ?", [name]) }
    }

    /// The current window.
    private struct Window {
        let number: Int
        let end: Date

        init(_ length: TimeInterval, at date: Date) {
            number = Int((date.timeIntervalSince1970 / max(1, length)).rounded(.down))
            end = Date(timeIntervalSince1970: Double(number + 1) * max(1, length))
        }
    }

    /// Counts a call, and removes a few counts of windows that have ended: so there are never many.
    ///
    /// - Returns: the calls under the name in the window
    private static func add(
        _ name: String, _ window: Window, at date: Date, in connection: any SQLConnection
    ) throws -> Int {
        try connection.run(
            "DELETE FROM callCount WHERE name IN (SELECT name FROM callCount WHERE endsAt <= ? LIMIT 3)", [date])
        let calls: Int? = try connection.value(
            """
            INSERT INTO callCount (name, windowNumber, calls, endsAt) VALUES (?, ?, 1, ?)
            ON CONFLICT (name) DO UPDATE SET
                calls = CASE WHEN callCount.windowNumber = excluded.windowNumber THEN callCount.calls + 1 ELSE 1 END,
                windowNumber = excluded.windowNumber, endsAt = excluded.endsAt
            RETURNING calls
            """, [name, window.number, window.end])
        return calls ?? 1
    }
}
