import Foundation

/// The number of an account's envelopes in each status, by the day (in UTC) on which that status was stored. With it, a
/// list counts at most the rows of two days one by one: those of its start and its end.
extension SQLEventStore {
    static let countTable = """
        CREATE TABLE envelopeCount (
            accountID TEXT NOT NULL,
            day INTEGER NOT NULL,
            status TEXT NOT NULL,
            number INTEGER NOT NULL,
            PRIMARY KEY (accountID, day, status)
        ) STRICT, WITHOUT ROWID;

        """

    /// The length of a day in microseconds.
    private static let day: Int64 = 86_400_000_000

    /// Adds `change` to the count for the day on which a status was stored: 1 for an envelope that enters it, -1 for
    /// one that leaves it.
    static func count(
        _ change: Int, of status: String, storedAt: Date, _ account: String, in connection: any SQLConnection
    ) throws {
        try connection.run(
            """
            INSERT INTO envelopeCount (accountID, day, status, number) VALUES (?, ?, ?, ?)
            ON CONFLICT (accountID, day, status) DO UPDATE SET number = envelopeCount.number + excluded.number
            """, [account, days(before: storedAt.microseconds), status, change])
    }

    /// Returns the total number of envelopes in a list.
    static func total(_ query: EnvelopeQuery, in connection: any SQLConnection) throws -> Int {
        let from = query.changedFrom?.microseconds
        let end = query.changedTo.map { $0.microseconds + 1 }
        // The whole days between the two times.
        let first = from.map { days(before: $0 + day - 1) }
        let last = end.map(days(before:))
        let isShort = if let first, let last { first >= last } else { false }
        guard query.ids == nil, !isShort else { return try rows(of: query, from: from, before: end, in: connection) }
        var total = try sum(of: query, from: first, before: last, in: connection)
        if let from, let first { total += try rows(of: query, from: from, before: first * day, in: connection) }
        if let end, let last { total += try rows(of: query, from: last * day, before: end, in: connection) }
        return total
    }

    /// Returns the number of whole days between 1970-01-01 and a time.
    private static func days(before microseconds: Int64) -> Int64 {
        microseconds >= 0 ? microseconds / day : (microseconds + 1) / day - 1
    }

    private static func sum(
        of query: EnvelopeQuery, from first: Int64?, before last: Int64?, in connection: any SQLConnection
    ) throws -> Int {
        let (condition, values) = condition(query, "day", from: first, before: last)
        return try connection.value("SELECT coalesce(sum(number), 0) FROM envelopeCount WHERE \(condition)", values)
            ?? 0
    }

    private static func rows(
        of query: EnvelopeQuery, from: Int64?, before end: Int64?, in connection: any SQLConnection
    ) throws -> Int {
        let (condition, values) = condition(query, "statusStoredAt", from: from, before: end)
        return try connection.value("SELECT count(*) FROM envelope WHERE \(condition)", values) ?? 0
    }
}
