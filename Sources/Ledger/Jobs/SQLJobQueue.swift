import Envelopes
import Foundation

/// The job queue in SQL.
///
/// Only the first job of a lane is `ready`, so a claim looks at one index, however long a lane is. A lease is the due
/// time, moved to the lease's end: a dead holder's job becomes due like any other.
///
/// A ready job that is due has a turn, and the lowest turn runs first (``JobTurns``).
public struct SQLJobQueue: JobQueue {
    let database: any SQLDatabase
    let quotas: MessageQuotas

    /// - Parameter quotas: limits on the messages that jobs send
    public init(_ database: any SQLDatabase, quotas: MessageQuotas = MessageQuotas()) {
        self.database = database
        self.quotas = quotas
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
            share TEXT NOT NULL,
            isAwaited BIGINT NOT NULL,
            turn BIGINT,
            countedAs TEXT,
            state TEXT NOT NULL,
            dueAt BIGINT NOT NULL,
            createdAt BIGINT NOT NULL,
            attempts BIGINT NOT NULL DEFAULT 0,
            holder TEXT,
            mayBeRepeated BIGINT NOT NULL DEFAULT 0,
            lostHolders BIGINT NOT NULL DEFAULT 0,
            followsDead BIGINT NOT NULL DEFAULT 0,
            lastError TEXT
        );
        CREATE INDEX jobByDue ON job(kind, isAwaited, dueAt, id) WHERE state = 'ready' AND turn IS NULL;
        CREATE INDEX jobByTurn ON job(kind, isAwaited, turn, id) WHERE turn IS NOT NULL;
        CREATE INDEX jobByShare ON job(share, turn) WHERE turn IS NOT NULL;
        CREATE INDEX jobByLane ON job(lane, id) WHERE state <> 'dead';
        CREATE INDEX jobByState ON job(state, id);
        CREATE TABLE jobClock (
            name TEXT PRIMARY KEY NOT NULL,
            turn BIGINT NOT NULL
        ) BY KEY;

        """

    /// The maximum length of a stored reason, in characters.
    private static let reasonLength = 1000

    /// Stores the jobs in one transaction.
    ///
    /// - Throws: ``MessageQuotaFull`` if somebody waits for a message among them that exceeds a quota
    public func add(_ jobs: [NewJob], at date: Date) async throws {
        guard !jobs.isEmpty else { return }
        try await database.write { try Self.add(jobs, within: quotas, at: date, in: $0) }
    }

    /// Stores jobs in the transaction of what asks for them.
    ///
    /// - Parameter quotas: limits on the messages among them. A message beyond a limit is stored uncounted
    /// - Throws: ``MessageQuotaFull`` if somebody waits for that message
    public static func add(
        _ jobs: [NewJob], within quotas: MessageQuotas = MessageQuotas(), at date: Date,
        in connection: any SQLConnection
    ) throws {
        guard !jobs.isEmpty else { return }
        let turns = try JobTurns(connection)
        for job in jobs {
            if job.replacesLane {
                try connection.run("DELETE FROM job WHERE lane = ? AND state <> 'dead'", [job.lane])
            }
            let isTaken = try connection.exists("SELECT 1 FROM job WHERE lane = ? AND state <> 'dead'", [job.lane])
            let due = job.dueAt ?? date
            let share = job.share
            let isCounted = try job.count.map {
                try SQLCallCountStore.count(
                    quotas.limits($0, of: job.accountID), window: MessageQuotas.window, at: date, in: connection)
            }
            if isCounted == false, job.isAwaited { throw MessageQuotaFull(again: MessageQuotas.next(after: date)) }
            try connection.run(
                """
                INSERT INTO job (kind, lane, target, accountID, envelopeID, payload, share, isAwaited, turn, countedAs,
                    state, dueAt, createdAt)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    job.kind.rawValue, job.lane, job.target, job.accountID, job.envelopeID?.rawValue, job.payload,
                    share,
                    job.isAwaited, isTaken || due > date ? nil : try turns.next(of: share),
                    isCounted == true ? job.count?.name : nil,
                    (isTaken ? Job.State.waiting : .ready).rawValue, due, date,
                ])
            if isTaken, job.count != nil { try wakeUncounted(job.lane, at: date, in: connection) }
        }
    }

    /// Lets a message that waits for its quota be counted again: its recipient may have got another address, and what
    /// was just added must not wait behind it for nothing.
    private static func wakeUncounted(_ lane: String, at date: Date, in connection: any SQLConnection) throws {
        try connection.run(
            """
            UPDATE job SET dueAt = ? WHERE lane = ? AND state = 'ready' AND turn IS NULL AND holder IS NULL
                AND countedAs IS NULL AND dueAt > ?
            """, [date, lane, date])
    }

    /// Moves the due time, which is the end of the lease while the job has a holder.
    @discardableResult
    public func renew(_ job: Job, until end: Date) async throws -> Bool {
        try await database.write { connection in
            try connection.run(
                "UPDATE job SET dueAt = ?, turn = NULL WHERE id = ? AND holder = ?", [end, job.id, job.holder]) == 1
        }
    }

    /// Makes the next job of the lane ready in the same transaction.
    @discardableResult
    public func finish(_ job: Job, adding jobs: [NewJob], at date: Date) async throws -> Bool {
        try await database.write { connection in
            guard try connection.run("DELETE FROM job WHERE id = ? AND holder = ?", [job.id, job.holder]) == 1 else {
                try Self.noteReturn(to: job, in: connection)
                return false
            }
            try Self.promote(job.lane, in: connection)
            try Self.add(jobs, within: quotas, at: date, in: connection)
            return true
        }
    }

    /// Keeps the first thousand characters of the reason.
    public func postpone(_ job: Job, until due: Date, because reason: String, counts: Bool) async throws {
        try await database.write { connection in
            let isHeld = try connection.run(
                """
                UPDATE job SET dueAt = ?, turn = NULL, holder = NULL, lostHolders = 0, lastError = ?,
                    attempts = attempts - ?
                WHERE id = ? AND holder = ?
                """, [due, String(reason.prefix(Self.reasonLength)), counts ? 0 : 1, job.id, job.holder])
            if isHeld == 0 { try Self.noteReturn(to: job, in: connection) }
        }
    }

    /// Marks the job as one that may be repeated, and takes the attempt back.
    public func release(_ job: Job, at date: Date) async throws {
        try await database.write { connection in
            let isHeld = try connection.run(
                """
                UPDATE job SET dueAt = ?, turn = NULL, holder = NULL, mayBeRepeated = 1, attempts = attempts - 1
                WHERE id = ? AND holder = ?
                """, [date, job.id, job.holder])
            if isHeld == 0 { try Self.noteReturn(to: job, in: connection) }
        }
    }

    /// Counts a holder no longer as lost who was only slow.
    private static func noteReturn(to job: Job, in connection: any SQLConnection) throws {
        try connection.run(
            "UPDATE job SET lostHolders = lostHolders - 1 WHERE id = ? AND lostHolders > 0", [job.id])
    }

    /// Marks the later jobs of the lane with ``Job/followsDead``, and makes the next one ready.
    public func bury(_ job: Job, because reason: String) async throws {
        try await database.write { connection in
            let isHeld = try connection.run(
                "UPDATE job SET state = 'dead', turn = NULL, holder = NULL, lastError = ? WHERE id = ? AND holder = ?",
                [String(reason.prefix(Self.reasonLength)), job.id, job.holder])
            guard isHeld == 1 else { return try Self.noteReturn(to: job, in: connection) }
            try connection.run(
                "UPDATE job SET followsDead = 1 WHERE lane = ? AND state <> 'dead' AND id > ?", [job.lane, job.id])
            try Self.promote(job.lane, in: connection)
        }
    }

    /// Reads `count` jobs at most.
    public func jobs(in state: Job.State?, after id: Int, count: Int) async throws -> [Job] {
        try await database.readLong { connection in
            try connection.rows(
                "SELECT * FROM job WHERE id > ?\(state == nil ? "" : " AND state = ?") ORDER BY id LIMIT ?",
                state.map { [id, $0.rawValue, count] } ?? [id, count]
            ).map(Job.init)
        }
    }

    /// A dead letter joins its lane again at its old place.
    public func retry(_ id: Int, at date: Date) async throws -> Bool {
        try await database.write { connection in
            let row = try connection.row(
                "SELECT lane, state FROM job WHERE id = ? AND (holder IS NULL OR dueAt <= ?)", [id, date])
            guard let row else { return false }
            let lane: String = try row["lane"]
            let wasDead = try row["state"] == Job.State.dead.rawValue
            try connection.run(
                """
                UPDATE job SET state = CASE state WHEN 'dead' THEN 'waiting' ELSE state END, dueAt = ?, lostHolders = 0
                WHERE id = ?
                """, [date, id])
            if wasDead { try Self.promote(lane, in: connection) }
            return true
        }
    }

    /// Changes only the first jobs of their lanes, and none that somebody runs.
    public func wake(_ target: String, at date: Date) async throws {
        try await database.write { connection in
            try connection.run(
                "UPDATE job SET dueAt = ? WHERE target = ? AND state = ? AND holder IS NULL AND dueAt > ?",
                [date, target, Job.State.ready.rawValue, date])
        }
    }

    /// Makes the next job of the lane ready in the same transaction.
    public func drop(_ id: Int, at date: Date) async throws -> Bool {
        try await database.write { connection in
            let row = try connection.row(
                "DELETE FROM job WHERE id = ? AND (holder IS NULL OR dueAt <= ?) RETURNING lane", [id, date])
            guard let row else { return false }
            try Self.promote(row["lane"], in: connection)
            return true
        }
    }

    /// Removes the jobs of some kinds that a condition chooses, also those that run: they find that they are gone.
    public static func remove(
        _ kinds: [JobKind], in connection: any SQLConnection, where isChosen: (_ lane: String, _ payload: Data) -> Bool
    ) throws {
        for kind in kinds {
            let rows = try connection.rows("SELECT id, lane, payload FROM job WHERE kind = ?", [kind.rawValue])
            for row in rows {
                let lane: String = try row["lane"]
                guard isChosen(lane, try row["payload"]) else { continue }
                try connection.run("DELETE FROM job WHERE id = ?", [try row["id"] as Int])
                try promote(lane, in: connection)
            }
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
        let counted: String? = try row["countedAs"]
        let job = NewJob(
            JobKind(rawValue: try row["kind"]), lane: try row["lane"], target: try row["target"],
            accountID: try row["accountID"], envelopeID: envelope.flatMap(EnvelopeID.init(rawValue:)),
            payload: try row["payload"], isAwaited: try row["isAwaited"],
            count: counted.flatMap(MessageCount.init(name:)))
        self.init(
            id: try row["id"], job, state: state, dueAt: try row["dueAt"], createdAt: try row["createdAt"],
            attempts: try row["attempts"], holder: try row["holder"], mayBeRepeated: try row["mayBeRepeated"],
            lostHolders: try row["lostHolders"], followsDead: try row["followsDead"], lastError: try row["lastError"])
    }
}
