import Envelopes
import Foundation

/// The job queue in SQL.
///
/// Only the first job of a lane is `ready`, so a claim looks at one index, however long a lane is. A lease is the due
/// time, moved to the lease's end: a dead holder's job becomes due like any other.
public struct SQLJobQueue: JobQueue {
    private let database: any SQLDatabase

    public init(_ database: any SQLDatabase) {
        self.database = database
    }

    static let tables = """
        CREATE TABLE job (
            id NUMBERED KEY,
            kind TEXT NOT NULL,
            lane TEXT NOT NULL,
            target TEXT,
            accountID TEXT,
            envelopeID TEXT,
            payload BYTES NOT NULL,
            state TEXT NOT NULL,
            dueAt BIGINT NOT NULL,
            createdAt BIGINT NOT NULL,
            attempts BIGINT NOT NULL DEFAULT 0,
            holder TEXT,
            mayBeRepeated BIGINT NOT NULL DEFAULT 0,
            followsDead BIGINT NOT NULL DEFAULT 0,
            lastError TEXT
        );
        CREATE INDEX jobByDue ON job(dueAt, id) WHERE state = 'ready';
        CREATE INDEX jobByLane ON job(lane, id) WHERE state <> 'dead';
        CREATE INDEX jobByState ON job(state, id);

        """

    /// The maximum length of a stored reason, in characters.
    private static let reasonLength = 1000

    public func add(_ jobs: [NewJob], at date: Date) async throws {
        guard !jobs.isEmpty else { return }
        try await database.write { try Self.add(jobs, at: date, in: $0) }
    }

    /// Stores jobs in the transaction of what asks for them.
    public static func add(_ jobs: [NewJob], at date: Date, in connection: any SQLConnection) throws {
        for job in jobs {
            if job.replacesLane {
                try connection.run("DELETE FROM job WHERE lane = ? AND state <> 'dead'", [job.lane])
            }
            let isTaken = try connection.exists("SELECT 1 FROM job WHERE lane = ? AND state <> 'dead'", [job.lane])
            try connection.run(
                """
                INSERT INTO job (kind, lane, target, accountID, envelopeID, payload, state, dueAt, createdAt)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    job.kind.rawValue, job.lane, job.target, job.accountID, job.envelopeID?.rawValue, job.payload,
                    (isTaken ? Job.State.waiting : .ready).rawValue, job.dueAt ?? date, date,
                ])
        }
    }

    public func claim(
        _ count: Int, kinds: Set<JobKind>, except targets: Set<String>, by holder: String, lease: TimeInterval,
        at date: Date
    ) async throws -> [Job] {
        guard count > 0, !kinds.isEmpty else { return [] }
        let kinds = kinds.map(\.rawValue).sorted()
        let targets = targets.sorted()
        let choice =
            "kind IN (\(SQLPlaces.list(kinds.count)))"
            + (targets.isEmpty ? "" : " AND (target IS NULL OR target NOT IN (\(SQLPlaces.list(targets.count))))")
        let due = "SELECT id FROM job WHERE state = 'ready' AND dueAt <= ? AND \(choice) ORDER BY dueAt, id LIMIT ?"
        let values: [any SQLConvertible] =
            [holder, date.addingTimeInterval(lease), date] + kinds.map { $0 } + targets.map { $0 } + [count]
        return try await database.write { connection in
            // The right-hand sides see the row as it was: a holder who is still named did not finish.
            try connection.rows(
                """
                UPDATE job SET mayBeRepeated = CASE WHEN holder IS NULL THEN mayBeRepeated ELSE 1 END,
                    holder = ?, dueAt = ?, attempts = attempts + 1
                WHERE id IN (\(connection.claiming(due)))
                RETURNING *
                """, values
            ).map(Job.init).sorted { $0.id < $1.id }
        }
    }

    @discardableResult
    public func renew(_ job: Job, until end: Date) async throws -> Bool {
        try await database.write { connection in
            try connection.run("UPDATE job SET dueAt = ? WHERE id = ? AND holder = ?", [end, job.id, job.holder]) == 1
        }
    }

    @discardableResult
    public func finish(_ job: Job, adding jobs: [NewJob], at date: Date) async throws -> Bool {
        try await database.write { connection in
            guard try connection.run("DELETE FROM job WHERE id = ? AND holder = ?", [job.id, job.holder]) == 1 else {
                return false
            }
            try Self.promote(job.lane, in: connection)
            try Self.add(jobs, at: date, in: connection)
            return true
        }
    }

    public func postpone(_ job: Job, until due: Date, because reason: String, counts: Bool) async throws {
        try await database.write { connection in
            try connection.run(
                """
                UPDATE job SET dueAt = ?, holder = NULL, lastError = ?, attempts = attempts - ?
                WHERE id = ? AND holder = ?
                """, [due, String(reason.prefix(Self.reasonLength)), counts ? 0 : 1, job.id, job.holder])
        }
    }

    public func bury(_ job: Job, because reason: String) async throws {
        try await database.write { connection in
            let isHeld = try connection.run(
                "UPDATE job SET state = 'dead', holder = NULL, lastError = ? WHERE id = ? AND holder = ?",
                [String(reason.prefix(Self.reasonLength)), job.id, job.holder])
            guard isHeld == 1 else { return }
            try connection.run(
                "UPDATE job SET followsDead = 1 WHERE lane = ? AND state <> 'dead' AND id > ?", [job.lane, job.id])
            try Self.promote(job.lane, in: connection)
        }
    }

    public func jobs(in state: Job.State?, after id: Int, count: Int) async throws -> [Job] {
        try await database.read { connection in
            try connection.rows(
                "SELECT * FROM job WHERE id > ?\(state == nil ? "" : " AND state = ?") ORDER BY id LIMIT ?",
                state.map { [id, $0.rawValue, count] } ?? [id, count]
            ).map(Job.init)
        }
    }

    public func retry(_ id: Int, at date: Date) async throws -> Bool {
        try await database.write { connection in
            let row = try connection.row(
                "SELECT lane, state FROM job WHERE id = ? AND (holder IS NULL OR dueAt <= ?)", [id, date])
            guard let row else { return false }
            let lane: String = try row["lane"]
            let wasDead = try row["state"] == Job.State.dead.rawValue
            try connection.run(
                "UPDATE job SET state = CASE state WHEN 'dead' THEN 'waiting' ELSE state END, dueAt = ? WHERE id = ?",
                [date, id])
            if wasDead { try Self.promote(lane, in: connection) }
            return true
        }
    }

    public func wake(_ target: String, at date: Date) async throws {
        try await database.write { connection in
            try connection.run(
                "UPDATE job SET dueAt = ? WHERE target = ? AND state = ? AND holder IS NULL AND dueAt > ?",
                [date, target, Job.State.ready.rawValue, date])
        }
    }

    public func drop(_ id: Int, at date: Date) async throws -> Bool {
        try await database.write { connection in
            let row = try connection.row(
                "DELETE FROM job WHERE id = ? AND (holder IS NULL OR dueAt <= ?) RETURNING lane", [id, date])
            guard let row else { return false }
            try Self.promote(row["lane"], in: connection)
            return true
        }
    }

    public func nextDue(_ kinds: Set<JobKind>) async throws -> Date? {
        let kinds = kinds.map(\.rawValue).sorted()
        return try await database.read { connection in
            try connection.value(
                """
                SELECT dueAt FROM job WHERE state = 'ready' AND kind IN (\(SQLPlaces.list(kinds.count)))
                ORDER BY dueAt LIMIT 1
                """, kinds.map { $0 }, as: Date.self)
        }
    }

    /// Makes the oldest waiting job of a lane ready if the lane has no ready job.
    private static func promote(_ lane: String, in connection: any SQLConnection) throws {
        let first = try connection.row(
            "SELECT id, state FROM job WHERE lane = ? AND state <> 'dead' ORDER BY state, id LIMIT 1", [lane])
        guard let first, try first["state"] == Job.State.waiting.rawValue else { return }
        try connection.run("UPDATE job SET state = 'ready' WHERE id = ?", [try first["id"] as Int])
    }
}

extension Job {
    init(_ row: SQLRow) throws {
        let envelope: String? = try row["envelopeID"]
        guard let state = State(rawValue: try row["state"]) else {
            throw StorageError.unreadable(what: "A stored job", reason: "its state is unknown")
        }
        let job = NewJob(
            JobKind(rawValue: try row["kind"]), lane: try row["lane"], target: try row["target"],
            accountID: try row["accountID"], envelopeID: envelope.flatMap(EnvelopeID.init(rawValue:)),
            payload: try row["payload"])
        self.init(
            id: try row["id"], job, state: state, dueAt: try row["dueAt"], createdAt: try row["createdAt"],
            attempts: try row["attempts"], holder: try row["holder"], mayBeRepeated: try row["mayBeRepeated"],
            followsDead: try row["followsDead"], lastError: try row["lastError"])
    }
}
