import EnvelopeService
import Envelopes
import Foundation
import GRDB

/// Histories in the service's SQLite database.
///
/// An envelope's state is stored as a snapshot, and anew when its status changes or ``snapshotInterval`` events have come
/// since; what came later is applied when the state is read. So filling in a field writes one event, however long the
/// history is.
public struct SQLiteEventStore: EventStore {
    let pool: DatabasePool
    private let now: @Sendable () -> Date
    private let known = KnownStates()

    /// How many events may follow a snapshot.
    static let snapshotInterval = 64

    /// - Parameter now: tells when something is stored.
    public init(_ database: ServiceDatabase, now: @escaping @Sendable () -> Date = { Date() }) {
        pool = database.pool
        self.now = now
    }

    /// `statusStoredAt` is when this service stored the newest status; `statusChangedAt` when it came about, as whoever
    /// recorded it says.
    static let storedTimes = """
        ALTER TABLE envelope ADD COLUMN statusStoredAt INTEGER NOT NULL DEFAULT 0;
        UPDATE envelope SET statusStoredAt = statusChangedAt;
        DROP INDEX envelopeByChange;
        CREATE INDEX envelopeByStoring ON envelope(accountID, statusStoredAt, id);
        """

    /// `snapshotSequence` is the number of the last event that the snapshot tells of.
    static let laterEvents = """
        ALTER TABLE envelope ADD COLUMN snapshotSequence INTEGER NOT NULL DEFAULT 0;
        UPDATE envelope SET snapshotSequence = sequence;
        """

    public func append(_ events: [Event], leadingTo state: Envelope) async throws {
        try await append(events, leadingTo: state, request: nil)
    }

    public func append(_ events: [Event], leadingTo state: Envelope, askedForBy request: BlobHash) async throws {
        try await append(events, leadingTo: state, request: request)
    }

    private func append(_ events: [Event], leadingTo state: Envelope, request: BlobHash?) async throws {
        guard let first = events.first, let last = events.last, last.hash == state.lastHash else {
            throw StorageError.unreadable(what: "An append", reason: "its events do not lead to its state")
        }
        let rows = try events.map { ($0, try $0.canonicalBytes()) }
        let expected = first.sequence - 1
        let snapshot = try needsSnapshot(state, after: expected) ? CanonicalJSON.bytes(of: state) : nil
        try await pool.write { [now] database in
            // Told here, since what was decided long before, or waited, is seen by nobody until now.
            let storedAt = StoredTime(Timestamp.quantised(now()))
            if expected == 0, let snapshot {
                try Self.insert(state, snapshot, at: storedAt, into: database)
            } else {
                try Self.update(state, snapshot, expected: expected, at: storedAt, in: database)
            }
            if let request { try Self.keep(request, of: state.id, in: database) }
            for (event, bytes) in rows {
                try Self.note(event.body.blobs, of: state.accountID, in: database)
                try database.run(
                    sql: "INSERT INTO event (envelopeID, sequence, body) VALUES (?, ?, ?)",
                    arguments: [state.id.rawValue, event.sequence, bytes])
                guard event.body.kind.concernsOthers else { continue }
                try database.run(
                    sql: "INSERT INTO outbox (envelopeID, sequence, topic, createdAt) VALUES (?, ?, ?, ?)",
                    arguments: [state.id.rawValue, event.sequence, event.body.kind.rawValue, storedAt])
            }
        }
        known.keep(state, bytes: snapshot?.count)
    }

    /// Whether a snapshot is due: for a state that others wait for, or that is not known to have had one lately.
    private func needsSnapshot(_ state: Envelope, after expected: Int) -> Bool {
        guard let before = known.state(state.id), before.lastSequence == expected, before.status == state.status else {
            return true
        }
        return expected / Self.snapshotInterval != state.lastSequence / Self.snapshotInterval
    }

    public func events(of id: EnvelopeID) async throws -> [Event] {
        let rows = try await pool.read { database in
            try SQLRequest<Data>(
                sql: "SELECT body FROM event WHERE envelopeID = ? ORDER BY sequence",
                arguments: [id.rawValue], cached: true
            ).fetchAll(database)
        }
        return try rows.enumerated().map { index, bytes in
            try Event(canonicalBytes: bytes, expectedSequence: index + 1)
        }
    }

    public func envelope(_ id: EnvelopeID) async throws -> Envelope? {
        let before = known.state(id)
        let found = try await pool.read { database -> (snapshot: Data?, first: Int, events: [Data])? in
            let row = try SQLRequest<Row>(
                sql: "SELECT sequence, snapshotSequence FROM envelope WHERE id = ?", arguments: [id.rawValue],
                cached: true
            ).fetchOne(database)
            guard let row, let newest: Int = row["sequence"], let kept: Int = row["snapshotSequence"] else {
                return nil
            }
            var start = kept
            if let before, before.lastSequence <= newest { start = max(start, before.lastSequence) }
            let isKnown = before?.lastSequence == start
            let snapshot =
                isKnown
                ? nil
                : try SQLRequest<Data>(
                    sql: "SELECT snapshot FROM envelope WHERE id = ?", arguments: [id.rawValue], cached: true
                ).fetchOne(database)
            let events =
                start == newest
                ? []
                : try SQLRequest<Data>(
                    sql: "SELECT body FROM event WHERE envelopeID = ? AND sequence > ? ORDER BY sequence",
                    arguments: [id.rawValue, start], cached: true
                ).fetchAll(database)
            return (snapshot, start + 1, events)
        }
        guard let found, let base = try found.snapshot.map(Self.envelope) ?? before else { return nil }
        let state = try found.events.enumerated().reduce(base) { state, later in
            try apply(Event(canonicalBytes: later.element, expectedSequence: found.first + later.offset), to: state)
        }
        known.keep(state, bytes: found.snapshot?.count)
        return state
    }

    public func envelope(transaction: String, account: String) async throws -> Envelope? {
        let id = try await pool.read { database in
            try SQLRequest<String>(
                sql: "SELECT id FROM envelope WHERE accountID = ? AND transactionID = ?",
                arguments: [account, transaction], cached: true
            ).fetchOne(database)
        }
        guard let id = id.flatMap(EnvelopeID.init(rawValue:)) else { return nil }
        return try await envelope(id)
    }

    public func requestDigest(transaction: String, account: String) async throws -> BlobHash? {
        try await pool.read { try Self.requestDigest(transaction, account, in: $0) }
    }

    public func page(_ query: EnvelopeQuery) async throws -> EnvelopePage {
        var conditions = ["accountID = ?"]
        var arguments: StatementArguments = [query.accountID]
        if let from = query.changedFrom {
            conditions.append("statusStoredAt >= ?")
            arguments += [StoredTime(from)]
        }
        if let to = query.changedTo {
            conditions.append("statusStoredAt <= ?")
            arguments += [StoredTime(to)]
        }
        if let statuses = query.statuses {
            conditions.append("status IN (\(Self.places(statuses.count)))")
            arguments += StatementArguments(statuses.map(\.rawValue).sorted())
        }
        if let ids = query.ids {
            // One list instead of a place for each: SQLite limits the number of arguments.
            conditions.append("id IN (SELECT value FROM json_each(?))")
            arguments += [String(decoding: try JSONEncoder().encode(ids), as: UTF8.self)]
        }
        let order = query.ascending ? "ASC" : "DESC"
        let condition = conditions.joined(separator: " AND ")
        let counting = "SELECT count(*) FROM envelope WHERE \(condition)"
        let listing = """
            SELECT id, length(snapshot) AS bytes FROM envelope WHERE \(condition)
            ORDER BY statusStoredAt \(order), id \(order) LIMIT ? OFFSET ?
            """
        let (rows, total) = try await pool.read { [arguments] database in
            let total = try Int.fetchOne(database, sql: counting, arguments: arguments) ?? 0
            let rows = try ListedRow.all(
                database, sql: listing, arguments: arguments + [query.count, query.start])
            return (rows, total)
        }
        return EnvelopePage(ids: rows.ids(within: query.bytes).compactMap(EnvelopeID.init(rawValue:)), total: total)
    }

    public func isNamed(_ hash: BlobHash, by account: String) async throws -> Bool {
        try await pool.read { database in
            try Bool.fetchOne(
                database, sql: "SELECT EXISTS (SELECT 1 FROM blobUse WHERE accountID = ? AND hash = ?)",
                arguments: [account, hash.rawValue]) ?? false
        }
    }

    public func isNamed(_ hash: BlobHash) async throws -> Bool {
        try await pool.read { database in
            try Bool.fetchOne(
                database, sql: "SELECT EXISTS (SELECT 1 FROM blobUse WHERE hash = ?)", arguments: [hash.rawValue])
                ?? true
        }
    }

    private static func note(_ blobs: [BlobHash], of account: String, in database: Database) throws {
        for hash in blobs {
            try database.run(
                sql: "INSERT OR IGNORE INTO blobUse (accountID, hash) VALUES (?, ?)",
                arguments: [account, hash.rawValue])
        }
    }

    /// Notes the blobs of every stored event, for a database from before they were noted.
    static func noteBlobs(in database: Database) throws {
        let rows = try Row.fetchCursor(
            database,
            sql: "SELECT accountID, body FROM event JOIN envelope ON envelope.id = event.envelopeID")
        while let row = try rows.next() {
            guard let event = try? CanonicalJSON.value(Event.self, from: row["body"]) else { continue }
            try note(event.body.blobs, of: row["accountID"], in: database)
        }
    }

    private static func places(_ count: Int) -> String {
        Array(repeating: "?", count: count).joined(separator: ", ")
    }

    private static func envelope(_ snapshot: Data) throws -> Envelope {
        do {
            return try CanonicalJSON.value(Envelope.self, from: snapshot)
        } catch {
            throw StorageError.unreadable(what: "A stored envelope", reason: "its bytes are not an envelope's state")
        }
    }

    private static func insert(
        _ state: Envelope, _ snapshot: Data, at storedAt: StoredTime, into database: Database
    ) throws {
        let taken = try Bool.fetchOne(
            database, sql: "SELECT EXISTS (SELECT 1 FROM envelope WHERE id = ?)", arguments: [state.id.rawValue])
        guard taken == false else { throw StorageError.conflict(envelope: state.id, expected: 0) }
        if let transaction = state.definition.transactionID {
            let repeated = try Bool.fetchOne(
                database,
                sql: "SELECT EXISTS (SELECT 1 FROM envelope WHERE accountID = ? AND transactionID = ?)",
                arguments: [state.accountID, transaction])
            guard repeated == false else { throw StorageError.duplicateTransaction(id: transaction) }
        }
        try database.run(
            sql: """
                INSERT INTO envelope
                    (id, accountID, transactionID, status, createdAt, statusChangedAt, sequence, snapshot,
                        statusStoredAt, snapshotSequence)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                state.id.rawValue, state.accountID, state.definition.transactionID, state.status.rawValue,
                StoredTime(state.createdAt), StoredTime(state.statusChangedAt), state.lastSequence, snapshot,
                storedAt, state.lastSequence,
            ])
    }

    private static func update(
        _ state: Envelope, _ snapshot: Data?, expected: Int, at storedAt: StoredTime, in database: Database
    ) throws {
        try database.run(
            sql: """
                UPDATE envelope SET statusStoredAt = CASE WHEN status = ?1 THEN statusStoredAt ELSE ?2 END,
                    status = ?1, statusChangedAt = ?3, sequence = ?4
                WHERE id = ?5 AND sequence = ?6
                """,
            arguments: [
                state.status.rawValue, storedAt, StoredTime(state.statusChangedAt), state.lastSequence,
                state.id.rawValue, expected,
            ])
        guard database.changesCount == 1 else {
            throw StorageError.conflict(envelope: state.id, expected: expected)
        }
        guard let snapshot else { return }
        try database.run(
            sql: "UPDATE envelope SET snapshot = ?, snapshotSequence = sequence WHERE id = ?",
            arguments: [snapshot, state.id.rawValue])
    }
}

extension EventBody.Kind {
    /// Whether somebody outside may want to hear of it; such an event gets a row in the outbox.
    var concernsOthers: Bool {
        switch self {
        case .created, .sent, .viewed, .signed, .declined, .finishedLater, .voided, .sealed: true
        case .consented, .signatureAdopted, .fieldFilled, .historyTaken, .levelLowered: false
        }
    }
}
