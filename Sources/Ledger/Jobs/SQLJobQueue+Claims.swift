import Foundation

extension SQLJobQueue {
    /// The maximum number of jobs that get their turns in one claim.
    private static let dueAtOnce = 200

    /// Gives turns to the jobs that have become due, then claims those with the lowest turns, in one transaction.
    public func claim(
        _ count: Int, kinds: Set<JobKind>, onlyAwaited: Bool, except targets: Set<String>, suspects: Bool,
        by holder: String, lease: TimeInterval, at date: Date
    ) async throws -> [Job] {
        guard count > 0, !kinds.isEmpty else { return [] }
        let kinds = kinds.map(\.rawValue).sorted()
        let targets = targets.sorted()
        return try await database.write { connection in
            let turns = try JobTurns(connection)
            try Self.giveTurns(to: kinds, onlyAwaited: onlyAwaited, turns, at: date, in: connection)
            var chosen: [Candidate] = []
            for isAwaited in onlyAwaited ? [true] : [true, false] where chosen.count < count {
                chosen += try Self.first(
                    count - chosen.count, of: kinds, isAwaited: isAwaited, except: targets, suspects: suspects,
                    in: connection)
            }
            guard let last = chosen.map(\.turn).max() else { return [] }
            try turns.pass(last)
            let values: [any SQLConvertible] =
                [holder, holder, date.addingTimeInterval(lease)] + chosen.map { $0.id }
            // The right-hand sides see the row as it was: a holder who is still named did not finish.
            return try connection.rows(
                """
                UPDATE job SET mayBeRepeated = CASE WHEN holder IS NULL THEN mayBeRepeated ELSE 1 END,
                    lostHolders = lostHolders + CASE WHEN holder <> ? THEN 1 ELSE 0 END,
                    holder = ?, dueAt = ?, turn = NULL, attempts = attempts + 1
                WHERE id IN (\(SQLPlaces.list(chosen.count))) RETURNING *
                """, values
            ).map(Job.init).sorted { $0.id < $1.id }
        }
    }

    private struct Candidate {
        let id: Int
        let turn: Int
    }

    /// Gives a turn to jobs that have become due: by their time, by a lease that ended, or as the first of their lane.
    private static func giveTurns(
        to kinds: [String], onlyAwaited: Bool, _ turns: JobTurns, at date: Date, in connection: any SQLConnection
    ) throws {
        for kind in kinds {
            for isAwaited in onlyAwaited ? [true] : [true, false] {
                let due = try connection.rows(
                    """
                    SELECT id, share FROM job
                    WHERE kind = ? AND isAwaited = ? AND state = 'ready' AND turn IS NULL AND dueAt <= ?
                    ORDER BY dueAt, id LIMIT ?
                    """, [kind, isAwaited, date, dueAtOnce])
                for row in due {
                    try connection.run(
                        "UPDATE job SET turn = ? WHERE id = ?",
                        [try turns.next(of: row["share"]), try row["id"] as Int])
                }
            }
        }
    }

    /// Returns the jobs whose turn comes first. One look at an index for each kind, however many jobs there are.
    private static func first(
        _ count: Int, of kinds: [String], isAwaited: Bool, except targets: [String], suspects: Bool,
        in connection: any SQLConnection
    ) throws -> [Candidate] {
        let others =
            (targets.isEmpty ? "" : " AND (target IS NULL OR target NOT IN (\(SQLPlaces.list(targets.count))))")
            + (suspects ? "" : " AND holder IS NULL AND lostHolders = 0")
        var found: [Candidate] = []
        for kind in kinds {
            let ids: [Int] = try connection.values(
                connection.claiming(
                    """
                    SELECT id FROM job WHERE kind = ? AND isAwaited = ? AND turn IS NOT NULL\(others)
                    ORDER BY turn, id LIMIT ?
                    """), [kind, isAwaited] + targets.map { $0 } + [count])
            guard !ids.isEmpty else { continue }
            found += try connection.rows(
                "SELECT id, turn FROM job WHERE id IN (\(SQLPlaces.list(ids.count)))", ids.map { $0 }
            ).map { Candidate(id: try $0["id"], turn: try $0["turn"]) }
        }
        return Array(found.sorted { ($0.turn, $0.id) < ($1.turn, $1.id) }.prefix(count))
    }

    /// Looks at one entry of an index for each kind.
    public func nextDue(_ kinds: Set<JobKind>, onlyAwaited: Bool) async throws -> Date? {
        guard !kinds.isEmpty else { return nil }
        // One look at an index for each, in one statement.
        var looks: [String] = []
        var values: [any SQLConvertible] = []
        for kind in kinds.map(\.rawValue).sorted() {
            for isAwaited in onlyAwaited ? [true] : [true, false] {
                for (hasTurn, order) in [("turn IS NOT NULL", "turn"), ("turn IS NULL", "dueAt")] {
                    looks.append(
                        """
                        SELECT dueAt FROM (SELECT dueAt FROM job
                            WHERE kind = ? AND isAwaited = ? AND state = 'ready' AND \(hasTurn)
                            ORDER BY \(order), id LIMIT 1) AS look
                        """)
                    values += [kind, isAwaited] as [any SQLConvertible]
                }
            }
        }
        let query = "SELECT min(dueAt) FROM (\(looks.joined(separator: " UNION ALL "))) AS looks"
        return try await database.read { [values] in try $0.value(query, values, as: Date.self) }
    }
}
