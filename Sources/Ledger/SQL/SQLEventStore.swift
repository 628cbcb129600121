import Envelopes
import Essentials
import Foundation

/// Histories in SQL.
///
/// An envelope's state is stored as a snapshot. A new snapshot is stored when the status changes or after
/// ``snapshotInterval`` events; later events are applied when the state is read. So filling in a field writes one
/// event, however long the history is.
public struct SQLEventStore: EventStore {
    let database: any SQLDatabase
    private let now: @Sendable () -> Date
    private let known: KnownStates?
    private let knownEvents: KnownEvents?
    private let jobs: EnvelopeJobs?
    let endsVisits: Bool
    private let before: @Sendable (WriteStep) throws -> Void

    /// The maximum number of events after a snapshot.
    static let snapshotInterval = 64

    /// - Parameters:
    ///   - remembersStates: whether recent states stay in memory, so that not every append stores a snapshot. Use
    ///     `false` where a history may be removed and replaced.
    ///   - jobs: the jobs that events lead to, stored with them; `nil` for none, as on a device
    ///   - endsVisits: whether links, tickets, sessions and codes are in the same database, so that those of a person
    ///     whom a correction replaces end with it
    ///   - before: called before each step, like ``DurableFile/before``
    ///   - now: returns the current time, which is stored as the time of storage
    public init(
        _ database: any SQLDatabase, remembersStates: Bool = true, jobs: EnvelopeJobs? = nil, endsVisits: Bool = false,
        before: @escaping @Sendable (WriteStep) throws -> Void = { _ in },
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.database = database
        self.jobs = jobs
        self.endsVisits = endsVisits
        self.before = before
        self.now = now
        known = remembersStates ? KnownStates() : nil
        knownEvents = remembersStates ? KnownEvents() : nil
    }

    /// `status` is the ``listedStatus(of:)``. `statusStoredAt` is the time at which it was stored here; `statusChangedAt`
    /// is the time at which it was reached, according to its event. `snapshotSequence` is the number of the last event in the snapshot.
    static let tables = """
        CREATE TABLE envelope (
            id TEXT PRIMARY KEY NOT NULL,
            accountID TEXT NOT NULL,
            transactionID TEXT,
            requestDigest TEXT,
            status TEXT NOT NULL,
            createdAt BIGINT NOT NULL,
            statusChangedAt BIGINT NOT NULL,
            statusStoredAt BIGINT NOT NULL,
            sequence BIGINT NOT NULL,
            snapshot BYTES NOT NULL,
            snapshotSequence BIGINT NOT NULL
        );
        CREATE INDEX envelopeByStoring ON envelope(accountID, statusStoredAt, id);
        CREATE INDEX envelopeByStatus ON envelope(accountID, status, statusStoredAt, id);
        CREATE UNIQUE INDEX envelopeByTransaction ON envelope(accountID, transactionID)
            WHERE transactionID IS NOT NULL;
        CREATE TABLE event (
            envelopeID TEXT NOT NULL REFERENCES envelope(id) ON DELETE CASCADE,
            sequence BIGINT NOT NULL,
            body BYTES NOT NULL,
            PRIMARY KEY (envelopeID, sequence)
        ) BY KEY;
        CREATE TABLE blobUse (
            accountID TEXT NOT NULL,
            hash TEXT NOT NULL,
            PRIMARY KEY (accountID, hash)
        ) BY KEY;
        CREATE INDEX blobUseByHash ON blobUse(hash);
        CREATE TABLE shownPage (
            envelopeID TEXT NOT NULL REFERENCES envelope(id) ON DELETE CASCADE,
            recipientID TEXT NOT NULL,
            documentID TEXT NOT NULL,
            page BIGINT NOT NULL,
            isShown BIGINT NOT NULL DEFAULT 0,
            PRIMARY KEY (envelopeID, recipientID, documentID, page)
        ) BY KEY;

        """

    /// The data of an append, encoded before the transaction that writes it.
    public struct Append: Sendable {
        let state: Envelope
        let expected: Int
        let rows: [(event: Event, bytes: Data)]
        let snapshot: Data?
        let request: BlobHash?
        /// What lists search, if the events may change it.
        let texts: EnvelopeListing.Texts?
    }

    /// When envelopes without settings of their own end.
    var timer: EnvelopeTimer { jobs?.timer ?? EnvelopeTimer() }

    /// Writes the events, the state and the jobs that follow from them in one transaction.
    public func append(_ events: [Event], leadingTo state: Envelope, requestDigest request: BlobHash?) async throws {
        let append = try prepared(events, leadingTo: state, requestDigest: request)
        try await database.write { try write(append, in: $0) }
        try before(.committed)
        known?.keep(state, bytes: append.snapshot?.count)
        knownEvents?.add(events, to: state.id)
    }

    /// Encodes what ``append(_:leadingTo:requestDigest:)`` writes, for a transaction that writes other data too.
    public func prepared(
        _ events: [Event], leadingTo state: Envelope, requestDigest request: BlobHash? = nil
    ) throws -> Append {
        guard let first = events.first, let last = events.last, last.hash == state.lastHash else {
            throw StorageError.unreadable(what: "An append", reason: "its events do not lead to its state")
        }
        let expected = first.sequence - 1
        return Append(
            state: state, expected: expected, rows: try events.map { ($0, try $0.canonicalBytes()) },
            snapshot: try needsSnapshot(state, after: expected) ? CanonicalJSON.bytes(of: state) : nil,
            request: request,
            texts: events.contains { [.created, .corrected, .delegated].contains($0.body.kind) }
                ? EnvelopeListing.Texts(state) : nil)
    }

    /// Writes an append in a transaction.
    ///
    /// - Throws: the errors of ``append(_:leadingTo:requestDigest:)``
    public func write(_ append: Append, in connection: any SQLConnection) throws {
        let state = append.state
        try before(.eventRows)
        // The time of storage, not of the decision: nobody sees the events before they are stored.
        let storedAt = Timestamp.quantized(now())
        if append.expected == 0, let snapshot = append.snapshot {
            try Self.insert(state, snapshot, append.request, at: storedAt, into: connection)
        } else {
            try Self.update(
                state, append.snapshot, expected: append.expected, at: storedAt,
                isSent: append.rows.contains { $0.event.body.kind == .sent }, in: connection)
        }
        for (event, bytes) in append.rows {
            for hash in event.body.blobs {
                try connection.run(
                    "INSERT INTO blobUse (accountID, hash) VALUES (?, ?) ON CONFLICT DO NOTHING",
                    [state.accountID, hash.rawValue])
            }
            try connection.run(
                "INSERT INTO event (envelopeID, sequence, body) VALUES (?, ?, ?)",
                [state.id.rawValue, event.sequence, bytes])
        }
        if append.texts != nil || append.rows.contains(where: { $0.event.body.kind.concernsOthers }) {
            try EnvelopeListing.store(append.texts, of: state, timer: timer, at: storedAt, in: connection)
        } else {
            try connection.run(
                "UPDATE listing SET modifiedAt = ? WHERE envelopeID = ?", [state.lastModifiedAt, state.id.rawValue])
        }
        try end(append, in: connection)
        if let jobs {
            try SQLJobQueue.add(try jobs.jobs(for: append.rows.map(\.event), in: state), at: storedAt, in: connection)
        }
        try before(.commit)
    }

    /// Whether to store a snapshot: the status has changed, enough events have come, or the state before is not in
    /// memory.
    private func needsSnapshot(_ state: Envelope, after expected: Int) -> Bool {
        guard let before = known?.state(state.id), before.lastSequence == expected, before.status == state.status else {
            return true
        }
        return expected / Self.snapshotInterval != state.lastSequence / Self.snapshotInterval
    }

    /// - Throws: ``StorageError/unreadable(what:reason:)`` also where the newest events are missing
    public func events(of id: EnvelopeID) async throws -> [Event] {
        let known = knownEvents?.events(of: id) ?? []
        if let found = try await events(of: id, following: known) { return found }
        knownEvents?.forget(id)
        return try await events(of: id, following: []) ?? []
    }

    /// Returns all events; `nil` if those that are stored do not follow the known ones.
    private func events(of id: EnvelopeID, following known: [Event]) async throws -> [Event]? {
        let (newest, rows) = try await database.read { connection -> (Int, [Data]) in
            let newest = try connection.value(
                "SELECT sequence FROM envelope WHERE id = ?", [id.rawValue], as: Int.self)
            return (
                newest ?? 0,
                try connection.values(
                    "SELECT body FROM event WHERE envelopeID = ? AND sequence > ? ORDER BY sequence",
                    [id.rawValue, known.count])
            )
        }
        let further = try rows.enumerated().map { index, bytes in
            try Event(canonicalBytes: bytes, expectedSequence: known.count + index + 1)
        }
        guard let last = known.last else {
            guard further.count == newest else {
                throw StorageError.unreadable(
                    what: "The history of envelope \(id)",
                    reason: "it has \(further.count) events, and \(newest) were stored")
            }
            if !further.isEmpty { knownEvents?.keep(further, of: id) }
            return further
        }
        guard newest >= known.count, further.first.map({ $0.previousHash == last.hash }) ?? true else { return nil }
        if !further.isEmpty { knownEvents?.keep(known + further, of: id) }
        return known + further
    }

    /// Applies the events after the newest stored snapshot, or after the state in memory if that is newer.
    public func envelope(_ id: EnvelopeID) async throws -> Envelope? {
        let before = known?.state(id)
        let found = try await database.read { connection -> (snapshot: Data?, first: Int, events: [Data])? in
            let row = try connection.row("SELECT sequence, snapshotSequence FROM envelope WHERE id = ?", [id.rawValue])
            guard let row else { return nil }
            let newest: Int = try row["sequence"]
            var start: Int = try row["snapshotSequence"]
            if let before, before.lastSequence <= newest { start = max(start, before.lastSequence) }
            let isKnown = before?.lastSequence == start
            let snapshot: Data? =
                isKnown ? nil : try connection.value("SELECT snapshot FROM envelope WHERE id = ?", [id.rawValue])
            let events: [Data] =
                start == newest
                ? []
                : try connection.values(
                    "SELECT body FROM event WHERE envelopeID = ? AND sequence > ? ORDER BY sequence",
                    [id.rawValue, start])
            return (snapshot, start + 1, events)
        }
        guard let found, let base = try found.snapshot.map(Self.envelope) ?? before else { return nil }
        let state = try found.events.enumerated().reduce(base) { state, later in
            try apply(Event(canonicalBytes: later.element, expectedSequence: found.first + later.offset), to: state)
        }
        known?.keep(state, bytes: found.snapshot?.count)
        return state
    }

    /// Looks the id up by the account and transaction id, which are unique together.
    public func envelope(transaction: String, account: String) async throws -> Envelope? {
        let id = try await database.read { connection in
            try connection.value(
                "SELECT id FROM envelope WHERE accountID = ? AND transactionID = ?", [account, transaction],
                as: String.self)
        }
        guard let id = id.flatMap(EnvelopeID.init(rawValue:)) else { return nil }
        return try await envelope(id)
    }

    /// Returns `nil` also if the envelope was stored without a digest.
    public func requestDigest(transaction: String, account: String) async throws -> BlobHash? {
        try await database.read { connection in
            try connection.value(
                "SELECT requestDigest FROM envelope WHERE accountID = ? AND transactionID = ?", [account, transaction],
                as: String.self)
        }.flatMap(BlobHash.init(rawValue:))
    }

    /// Counts events of removed envelopes too.
    public func isNamed(_ hash: BlobHash, by account: String) async throws -> Bool {
        try await database.read { connection in
            try connection.exists(
                "SELECT 1 FROM blobUse WHERE accountID = ? AND hash = ?", [account, hash.rawValue])
        }
    }

    /// Counts events of removed envelopes too.
    public func isNamed(_ hash: BlobHash) async throws -> Bool {
        try await database.read { try $0.exists("SELECT 1 FROM blobUse WHERE hash = ?", [hash.rawValue]) }
    }

    private static func envelope(_ snapshot: Data) throws -> Envelope {
        do {
            return try CanonicalJSON.value(Envelope.self, from: snapshot)
        } catch {
            throw StorageError.unreadable(what: "A stored envelope", reason: "its bytes are not an envelope's state")
        }
    }

    private static func insert(
        _ state: Envelope, _ snapshot: Data, _ request: BlobHash?, at storedAt: Date,
        into connection: any SQLConnection
    ) throws {
        guard try !connection.exists("SELECT 1 FROM envelope WHERE id = ?", [state.id.rawValue]) else {
            throw StorageError.conflict(envelope: state.id, expected: 0)
        }
        if let transaction = state.definition.transactionID {
            let isRepeated = try connection.exists(
                "SELECT 1 FROM envelope WHERE accountID = ? AND transactionID = ?", [state.accountID, transaction])
            guard !isRepeated else { throw StorageError.duplicateTransaction(id: transaction) }
        }
        try connection.run(
            """
            INSERT INTO envelope
                (id, accountID, transactionID, requestDigest, status, createdAt, statusChangedAt, statusStoredAt,
                    sequence, snapshot, snapshotSequence)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                state.id.rawValue, state.accountID, state.definition.transactionID, request?.rawValue,
                listedStatus(of: state), state.createdAt, state.statusChangedAt, storedAt, state.lastSequence, snapshot,
                state.lastSequence,
            ])
        try count(1, of: listedStatus(of: state), storedAt: storedAt, state.accountID, in: connection)
    }

    /// - Parameter isSent: whether the envelope is sent with this. A deleted draft that is sent is no longer deleted.
    static func update(
        _ state: Envelope, _ snapshot: Data?, expected: Int, at storedAt: Date, isSent: Bool = false,
        in connection: any SQLConnection
    ) throws {
        let before = try connection.row(
            "SELECT status, statusStoredAt FROM envelope WHERE id = ? AND sequence = ?", [state.id.rawValue, expected])
        guard let before else { throw StorageError.conflict(envelope: state.id, expected: expected) }
        try connection.run(
            "UPDATE envelope SET statusChangedAt = ?, sequence = ? WHERE id = ?",
            [state.statusChangedAt, state.lastSequence, state.id.rawValue])
        let status: String = try before["status"]
        let staysDeleted = status == deleted && !isSent
        let listed = staysDeleted ? deleted : listedStatus(of: state)
        if status == deleted, isSent {
            try connection.run(
                "DELETE FROM placement WHERE envelopeID = ? AND userID = ? AND folderID = ?",
                [state.id.rawValue, state.sender.userID, SQLFolderStore.recycleBin])
        }
        if status != listed {
            try connection.run(
                "UPDATE envelope SET status = ?, statusStoredAt = ? WHERE id = ?",
                [listed, storedAt, state.id.rawValue])
            try count(-1, of: status, storedAt: before["statusStoredAt"], state.accountID, in: connection)
            try count(1, of: listed, storedAt: storedAt, state.accountID, in: connection)
        }
        guard let snapshot else { return }
        try connection.run(
            "UPDATE envelope SET snapshot = ?, snapshotSequence = sequence WHERE id = ?",
            [snapshot, state.id.rawValue])
    }
}
