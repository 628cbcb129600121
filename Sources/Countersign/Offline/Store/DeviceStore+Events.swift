import Envelopes
import Foundation
import GRDB

/// Histories, and the states that they add up to.
extension DeviceStore {
    /// Takes an envelope with its whole history; its blobs are stored already.
    ///
    /// - Parameters:
    ///   - handedOver: how many of the events the server has.
    ///   - replacing: whether a copy that is there goes, with whatever was typed in here. One with signatures that the
    ///     server does not have stays, and one that is ready to be handed over. The draft of the same id always goes.
    ///   - last: the number of the last event of the copy that may go; nil for whatever it is.
    /// - Throws: ``CountersignError/store(_:)``, with ``StoreProblem/conflict(_:)`` when the copy goes on after `last`.
    public func add(
        _ history: History, name: String, origin: CachedEnvelope.Origin, template: String? = nil,
        state: LocalState = .inProgress, handedOver: Int = 0, replacing: Bool = false, endingWith last: Int? = nil
    ) async throws(CountersignError) {
        let envelope = history.envelope
        let rows = try Self.rows(history.events)
        let snapshot = try Self.snapshot(envelope)
        let moment = StoredMoment(now())
        let isSigned = history.events.dropFirst(handedOver).contains { $0.body.kind == .signed }
        try await write { [files] database in
            if let found = try Self.state(of: envelope.id, in: database) {
                guard replacing || found == .draft else { throw StoreProblem.alreadyCached(envelope.id) }
                try Self.checkReplaceable(envelope.id, found, endingWith: last, in: database)
                try database.execute(sql: "DELETE FROM envelope WHERE id = ?", arguments: [envelope.id.rawValue])
            }
            try database.execute(
                sql: """
                    INSERT INTO envelope (id, name, subject, state, status, origin, template, size, documentCount,
                        createdAt, changedAt, sequence, handedOver, isSigned)
                    VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    envelope.id.rawValue, name, envelope.emailSubject, state.rawValue, envelope.status.rawValue,
                    origin.rawValue, template, envelope.documents.count, StoredMoment(envelope.createdAt), moment,
                    envelope.lastSequence, handedOver, isSigned,
                ])
            try files.before(.eventRows)
            try Self.insert(rows, snapshot, of: envelope, in: database)
            try files.before(.commit)
        }
        try after(.committed)
    }

    /// Adds events to a history if nobody else has meanwhile.
    ///
    /// - Parameters:
    ///   - envelope: the state after the last of them.
    ///   - state: where the envelope stands on this device afterwards; nil leaves it.
    /// - Throws: ``CountersignError/store(_:)`` with ``StoreProblem/conflict(_:)`` when they do not follow the newest.
    public func append(
        _ events: [Event], leadingTo envelope: Envelope, state: LocalState? = nil
    ) async throws(CountersignError) {
        guard let first = events.first else { return }
        let rows = try Self.rows(events)
        let snapshot = try Self.snapshot(envelope)
        let isSigned = events.contains { $0.body.kind == .signed }
        let moment = StoredMoment(now())
        try await write { [files] database in
            try database.execute(
                sql: """
                    UPDATE envelope SET status = ?, changedAt = ?, sequence = ?, state = coalesce(?, state),
                        isSigned = isSigned OR ? WHERE id = ? AND sequence = ? AND state IN ('inProgress', 'readyToSync')
                    """,
                arguments: [
                    envelope.status.rawValue, moment, envelope.lastSequence, state?.rawValue, isSigned,
                    envelope.id.rawValue, first.sequence - 1,
                ])
            guard database.changesCount == 1 else {
                guard let state = try Self.state(of: envelope.id, in: database) else {
                    throw StoreProblem.notCached(envelope.id)
                }
                guard state == .inProgress || state == .readyToSync else {
                    throw StoreProblem.wrongState(envelope.id, state)
                }
                throw StoreProblem.conflict(envelope.id)
            }
            try files.before(.eventRows)
            try Self.insert(rows, snapshot, of: envelope, in: database)
            try files.before(.commit)
        }
        try after(.committed)
    }

    /// The newest state.
    public func envelope(_ id: EnvelopeID) async throws(CountersignError) -> Envelope {
        let body = try await read {
            try Data.fetchOne($0, sql: "SELECT body FROM snapshot WHERE envelopeID = ?", arguments: [id.rawValue])
        }
        guard let body else { throw .store(.notCached(id)) }
        do {
            return try CanonicalJSON.value(Envelope.self, from: body)
        } catch {
            throw .store(.damaged(id, reason: "its state is unreadable."))
        }
    }

    /// The whole history, each link checked.
    public func history(_ id: EnvelopeID) async throws(CountersignError) -> History {
        let rows = try await read {
            try Data.fetchAll(
                $0, sql: "SELECT body FROM event WHERE envelopeID = ? ORDER BY sequence", arguments: [id.rawValue])
        }
        guard !rows.isEmpty else { throw .store(.notCached(id)) }
        do {
            var events: [Event] = []
            for (index, bytes) in rows.enumerated() {
                events.append(try Event(canonicalBytes: bytes, expectedSequence: index + 1))
            }
            return try History(events)
        } catch {
            throw .store(.damaged(id, reason: "\(error)"))
        }
    }

    /// Forgets the newest events of an envelope that this device alone knows: what somebody typed in and left without
    /// signing. Signatures are never forgotten so.
    ///
    /// - Parameter sequence: the last event that stays.
    public func rewind(_ id: EnvelopeID, to sequence: Int) async throws(CountersignError) {
        let history = try await history(id)
        guard sequence < history.envelope.lastSequence else { return }
        guard !history.events.dropFirst(sequence).contains(where: { $0.body.kind == .signed }) else {
            throw .store(.unsyncedSignatures([id]))
        }
        let earlier: History
        do { earlier = try History(Array(history.events.prefix(sequence))) } catch {
            throw .store(.damaged(id, reason: error.description))
        }
        let snapshot = try Self.snapshot(earlier.envelope)
        let envelope = earlier.envelope
        let expected = history.envelope.lastSequence
        try await write { database in
            try database.execute(
                sql: """
                    UPDATE envelope SET sequence = ?, status = ?
                    WHERE id = ? AND sequence = ? AND handedOver <= ? AND state = 'inProgress'
                    """,
                arguments: [sequence, envelope.status.rawValue, id.rawValue, expected, sequence])
            guard database.changesCount == 1 else { throw StoreProblem.conflict(id) }
            try database.execute(
                sql: "DELETE FROM event WHERE envelopeID = ? AND sequence > ?", arguments: [id.rawValue, sequence])
            try database.execute(
                sql: "UPDATE snapshot SET body = ? WHERE envelopeID = ?", arguments: [snapshot, id.rawValue])
        }
    }

    // MARK: Rows

    private func after(_ step: WriteStep) throws(CountersignError) {
        do { try files.before(step) } catch { throw CountersignError(storing: error) }
    }

    private struct EventRow: Sendable {
        let sequence: Int
        let body: Data
        let blobs: [BlobHash]
    }

    private static func rows(_ events: [Event]) throws(CountersignError) -> [EventRow] {
        do {
            return try events.map {
                EventRow(sequence: $0.sequence, body: try $0.canonicalBytes(), blobs: $0.body.blobs)
            }
        } catch {
            throw CountersignError(storing: error)
        }
    }

    private static func snapshot(_ envelope: Envelope) throws(CountersignError) -> Data {
        do { return try CanonicalJSON.bytes(of: envelope) } catch { throw CountersignError(storing: error) }
    }

    private static func insert(
        _ rows: [EventRow], _ snapshot: Data, of envelope: Envelope, in database: Database
    ) throws {
        let id = envelope.id.rawValue
        for row in rows {
            try database.execute(
                sql: "INSERT INTO event (envelopeID, sequence, body) VALUES (?, ?, ?)",
                arguments: [id, row.sequence, row.body])
            for hash in row.blobs { try name(hash, for: envelope.id, in: database) }
        }
        try database.execute(
            sql: """
                INSERT INTO snapshot (envelopeID, body) VALUES (?, ?)
                ON CONFLICT (envelopeID) DO UPDATE SET body = excluded.body
                """, arguments: [id, snapshot])
        try measure(envelope.id, in: database)
    }

    private static func checkReplaceable(
        _ id: EnvelopeID, _ state: LocalState, endingWith last: Int?, in database: Database
    ) throws {
        if state == .syncing { throw StoreProblem.syncing(id) }
        if let last {
            let sequence = try Int.fetchOne(
                database, sql: "SELECT sequence FROM envelope WHERE id = ?", arguments: [id.rawValue])
            guard sequence == last else { throw StoreProblem.conflict(id) }
        }
        let isFinal = try Bool.fetchOne(
            database,
            sql: """
                SELECT isSigned OR (sequence > handedOver AND state IN ('readyToSync', 'setAside')) FROM envelope
                WHERE id = ?
                """, arguments: [id.rawValue])
        if isFinal == true, state != .synced { throw StoreProblem.unsyncedSignatures([id]) }
    }

    /// Notes that an envelope needs a blob.
    static func name(_ hash: BlobHash, for id: EnvelopeID, in database: Database) throws {
        guard try Bool.fetchOne(database, sql: "SELECT 1 FROM blob WHERE hash = ?", arguments: [hash.rawValue]) != nil
        else { throw StoreProblem.missingBlob(hash) }
        try database.execute(
            sql: "INSERT OR IGNORE INTO envelopeBlob (envelopeID, hash) VALUES (?, ?)",
            arguments: [id.rawValue, hash.rawValue])
    }

    static func measure(_ id: EnvelopeID, in database: Database) throws {
        try database.execute(
            sql: """
                UPDATE envelope SET size =
                    (SELECT coalesce(sum(size), 0) FROM blob JOIN envelopeBlob USING (hash) WHERE envelopeID = ?)
                WHERE id = ?
                """, arguments: [id.rawValue, id.rawValue])
    }

    static func state(of id: EnvelopeID, in database: Database) throws -> LocalState? {
        try String.fetchOne(database, sql: "SELECT state FROM envelope WHERE id = ?", arguments: [id.rawValue])
            .flatMap(LocalState.init(rawValue:))
    }
}
