import Foundation

/// The number of an account's envelopes in each status, by the day and by the hour (in UTC) in which that status was
/// stored. With it, a list counts at most the rows of two hours one by one: those of its start and its end.
extension SQLEventStore {
    static let countTable = """
        CREATE TABLE envelopeCount (
            accountID TEXT NOT NULL,
            span BIGINT NOT NULL,
            period BIGINT NOT NULL,
            status TEXT NOT NULL,
            number BIGINT NOT NULL,
            PRIMARY KEY (accountID, span, period, status)
        ) BY KEY;

        """

    /// The lengths of the counted periods in microseconds, longest first: a day and an hour.
    private static let spans: [Int64] = [86_400_000_000, 3_600_000_000]

    /// Adds `change` to the counts for the time at which a status was stored: 1 for an envelope that enters it, -1 for
    /// one that leaves it.
    static func count(
        _ change: Int, of status: String, storedAt: Date, _ account: String, in connection: any SQLConnection
    ) throws {
        for span in spans {
            try connection.run(
                """
                INSERT INTO envelopeCount (accountID, span, period, status, number) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (accountID, span, period, status)
                DO UPDATE SET number = envelopeCount.number + excluded.number
                """, [account, span, periods(of: span, before: storedAt.microseconds), status, change])
        }
    }

    /// Returns the total number of envelopes in a list.
    static func total(_ query: EnvelopeQuery, in connection: any SQLConnection) throws -> Int {
        try total(
            query, from: query.changedFrom?.microseconds, before: query.changedTo.map { $0.microseconds + 1 },
            spans[...], in: connection)
    }

    /// Sums up the whole periods of the longest span between two times, and counts the two ends by shorter spans, at
    /// last row by row.
    private static func total(
        _ query: EnvelopeQuery, from: Int64?, before end: Int64?, _ spans: ArraySlice<Int64>,
        in connection: any SQLConnection
    ) throws -> Int {
        guard query.ids == nil, let span = spans.first else {
            return try rows(of: query, from: from, before: end, in: connection)
        }
        let first = from.map { periods(of: span, before: $0 + span - 1) }
        let last = end.map { periods(of: span, before: $0) }
        let shorter = spans.dropFirst()
        if let first, let last, first >= last {
            return try total(query, from: from, before: end, shorter, in: connection)
        }
        var sum = try sum(of: query, span, from: first, before: last, in: connection)
        if let from, let first, from < first * span {
            sum += try total(query, from: from, before: first * span, shorter, in: connection)
        }
        if let end, let last, last * span < end {
            sum += try total(query, from: last * span, before: end, shorter, in: connection)
        }
        return sum
    }

    /// Returns the number of whole periods between 1970-01-01 and a time.
    private static func periods(of span: Int64, before microseconds: Int64) -> Int64 {
        microseconds >= 0 ? microseconds / span : (microseconds + 1) / span - 1
    }

    private static func sum(
        of query: EnvelopeQuery, _ span: Int64, from first: Int64?, before last: Int64?,
        in connection: any SQLConnection
    ) throws -> Int {
        let (condition, values) = condition(query, "period", from: first, before: last)
        return try connection.value(
            "SELECT CAST(coalesce(sum(number), 0) AS BIGINT) FROM envelopeCount WHERE span = ? AND \(condition)",
            [span] + values) ?? 0
    }

    private static func rows(
        of query: EnvelopeQuery, from: Int64?, before end: Int64?, in connection: any SQLConnection
    ) throws -> Int {
        let (condition, values) = condition(query, "statusStoredAt", from: from, before: end)
        return try connection.value("SELECT count(*) FROM envelope WHERE \(condition)", values) ?? 0
    }
}
