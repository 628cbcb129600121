import Envelopes
import Essentials
import Foundation
import Ledger

/// Histories, and the states that result from them.
extension DeviceStore {
    /// Adds an envelope with its whole history. Its blobs are already stored.
    ///
    /// - Parameters:
    ///   - confirmedSequence: how many of the events the server has
    ///   - replacing: whether an existing copy is replaced, with any values typed in here. A copy with signatures that
    ///     the server lacks stays, as does one ready for upload. The draft with the same id is always removed.
    ///   - last: the number of the last event of a copy that may be replaced; `nil` for any
    /// - Throws: ``CountersignError/store(_:)`` with ``StoreProblem/conflict(_:)`` if the copy has events after `last`
    package func add(
        _ history: History, name: String, origin: CachedEnvelope.Origin, template: TemplateID? = nil,
        state: CachedEnvelope.State = .inProgress, confirmedSequence: Int = 0, replacing: Bool = false,
        endingWith last: Int? = nil
    ) async throws(CountersignError) {
        let envelope = history.envelope
        let append = try prepared(history.events, leadingTo: envelope)
        let moment = now()
        let isSigned = history.events.dropFirst(confirmedSequence).contains { $0.body.kind == .signed }
        try await write { [events] connection in
            if let found = try Self.state(of: envelope.id, in: connection) {
                guard replacing || found == .draft else { throw StoreProblem.alreadyCached(envelope.id) }
                try Self.checkReplaceable(envelope.id, found, endingWith: last, in: connection)
                try delete(envelope.id, in: connection)
            }
            try connection.run(
                """
                INSERT INTO localEnvelope (id, name, subject, state, status, origin, template, size, documentCount,
                    createdAt, changedAt, sequence, lastHash, lastAct, confirmedSequence, isSigned)
                VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    envelope.id.rawValue, name, envelope.emailSubject, state.rawValue, envelope.status.rawValue,
                    origin.rawValue, template?.rawValue, envelope.documents.count, envelope.createdAt, moment,
                    envelope.lastSequence, envelope.lastHash.rawValue, history.events.lastAct ?? 0, confirmedSequence,
                    isSigned,
                ])
            try nameBlobs(history.events, of: envelope.id, in: connection)
            try events.write(append, in: connection)
        }
        try after(.committed)
    }

    /// Appends events to a history, if nobody else has appended meanwhile.
    ///
    /// - Parameters:
    ///   - envelope: the state after the last event
    ///   - request: the digest of the request that creates the envelope; `nil` if there is none
    ///   - state: the envelope's state on this device afterwards; `nil` leaves it unchanged
    /// - Throws: ``CountersignError/store(_:)`` with ``StoreProblem/conflict(_:)`` if the events do not follow the
    ///   newest one
    package func append(
        _ events: [Event], leadingTo envelope: Envelope, requestDigest request: BlobHash? = nil,
        state: CachedEnvelope.State? = nil
    ) async throws(CountersignError) {
        guard let first = events.first else { return }
        let append = try prepared(events, leadingTo: envelope, requestDigest: request)
        let isSigned = events.contains { $0.body.kind == .signed }
        let moment = now()
        try await write { [history = self.events] connection in
            let changed = try connection.run(
                """
                UPDATE localEnvelope SET status = ?, changedAt = ?, sequence = ?, lastHash = ?,
                    lastAct = coalesce(?, lastAct), state = coalesce(?, state),
                    isSigned = CASE WHEN ? = 1 THEN 1 ELSE isSigned END
                WHERE id = ? AND sequence = ? AND state IN ('inProgress', 'readyToSync')
                """,
                [
                    envelope.status.rawValue, moment, envelope.lastSequence, envelope.lastHash.rawValue, events.lastAct,
                    state?.rawValue, isSigned, envelope.id.rawValue, first.sequence - 1,
                ])
            guard changed == 1 else {
                guard let state = try Self.state(of: envelope.id, in: connection) else {
                    throw StoreProblem.notCached(envelope.id)
                }
                guard state == .inProgress || state == .readyToSync else {
                    throw StoreProblem.wrongState(envelope.id, state)
                }
                throw StoreProblem.conflict(envelope.id)
            }
            try nameBlobs(events, of: envelope.id, in: connection)
            try history.write(append, in: connection)
        }
        try after(.committed)
    }

    /// Returns the newest state.
    public func envelope(_ id: EnvelopeID) async throws(CountersignError) -> Envelope {
        guard let envelope = try await reading(id, { try await events.envelope(id) }) else {
            throw .store(.notCached(id))
        }
        return envelope
    }

    /// Returns the whole history, with every link verified.
    package func history(_ id: EnvelopeID) async throws(CountersignError) -> History {
        let stored = try await reading(id) { try await events.events(of: id) }
        guard !stored.isEmpty else { throw .store(.notCached(id)) }
        do {
            return try History(stored)
        } catch {
            throw .store(.damaged(id, reason: "\(error)"))
        }
    }

    /// Returns the pages that a recipient has seen so far, over all visits.
    func shownPages(of id: EnvelopeID, to recipient: RecipientID) async throws(CountersignError) -> ShownPages {
        try await reading(id) { try await events.shownPages(of: id, to: recipient) }
    }

    func noteServed(
        _ page: DocumentPage, of id: EnvelopeID, to recipient: RecipientID
    ) async throws(CountersignError) {
        try await reading(id) { try await events.noteServed(page, of: id, to: recipient) }
    }

    func noteShown(
        _ pages: [DocumentPage], of id: EnvelopeID, to recipient: RecipientID
    ) async throws(CountersignError) -> [DocumentPage] {
        try await reading(id) { try await events.noteShown(pages, of: id, to: recipient) }
    }

    /// Reads from the ledger, as long as the session lasts.
    private func reading<Value>(
        _ id: EnvelopeID, _ body: () async throws -> Value
    ) async throws(CountersignError) -> Value {
        do {
            try life?.check()
            let value = try await body()
            try life?.check()
            return value
        } catch let error as HistoryError {
            throw .store(.damaged(id, reason: "\(error)"))
        } catch StorageError.unreadable(_, let reason) {
            throw .store(.damaged(id, reason: "\(reason)."))
        } catch {
            throw CountersignError(storing: error)
        }
    }

    /// Removes an envelope's newest events that only this device has: values entered by somebody who left without
    /// signing. Signatures are never removed this way.
    ///
    /// - Parameter sequence: the last event to keep
    package func rewind(_ id: EnvelopeID, to sequence: Int) async throws(CountersignError) {
        let history = try await history(id)
        guard sequence < history.envelope.lastSequence else { return }
        guard !history.events.dropFirst(sequence).contains(where: { $0.body.kind == .signed }) else {
            throw .store(.unsyncedSignatures([id]))
        }
        let earlier: History
        do { earlier = try History(Array(history.events.prefix(sequence))) } catch {
            throw .store(.damaged(id, reason: error.description))
        }
        let envelope = earlier.envelope
        let expected = history.envelope.lastSequence
        try await write { [events] connection in
            let changed = try connection.run(
                """
                UPDATE localEnvelope SET sequence = ?, lastHash = ?, lastAct = ?, status = ?
                WHERE id = ? AND sequence = ? AND confirmedSequence <= ? AND state = 'inProgress'
                """,
                [
                    sequence, envelope.lastHash.rawValue, earlier.events.lastAct ?? 0, envelope.status.rawValue,
                    id.rawValue, expected, sequence,
                ])
            guard changed == 1 else { throw StoreProblem.conflict(id) }
            try events.rewind(to: envelope, from: expected, in: connection)
        }
    }

    // MARK: Rows

    private func after(_ step: WriteStep) throws(CountersignError) {
        do { try files.before(step) } catch { throw CountersignError(storing: error) }
    }

    private func prepared(
        _ events: [Event], leadingTo envelope: Envelope, requestDigest request: BlobHash? = nil
    ) throws(CountersignError) -> SQLEventStore.Append {
        do {
            return try self.events.prepared(events, leadingTo: envelope, requestDigest: request)
        } catch {
            throw CountersignError(storing: error)
        }
    }

    /// Deletes an envelope, or the draft with this id.
    func delete(_ id: EnvelopeID, in connection: any SQLConnection) throws {
        try connection.run("DELETE FROM localEnvelope WHERE id = ?", [id.rawValue])
        try events.remove(id, in: connection)
    }

    private func nameBlobs(
        _ events: [Event], of id: EnvelopeID, in connection: any SQLConnection
    ) throws {
        for hash in events.flatMap(\.body.blobs) { try nameBlob(hash, for: id, in: connection) }
        try Self.measure(id, in: connection)
    }

    private static func checkReplaceable(
        _ id: EnvelopeID, _ state: CachedEnvelope.State, endingWith last: Int?, in connection: any SQLConnection
    ) throws {
        if state == .syncing { throw StoreProblem.syncing(id) }
        if let last {
            let sequence = try connection.value(
                "SELECT sequence FROM localEnvelope WHERE id = ?", [id.rawValue], as: Int.self)
            guard sequence == last else { throw StoreProblem.conflict(id) }
        }
        let isFinal = try connection.value(
            """
            SELECT isSigned OR (sequence > confirmedSequence AND state IN ('readyToSync', 'inConflict'))
            FROM localEnvelope WHERE id = ?
            """, [id.rawValue], as: Bool.self)
        if isFinal == true, state != .synced { throw StoreProblem.unsyncedSignatures([id]) }
    }

    /// Records that an envelope refers to a blob.
    func nameBlob(_ hash: BlobHash, for id: EnvelopeID, in connection: any SQLConnection) throws {
        try connection.run(
            "INSERT INTO envelopeBlob (envelopeID, hash, size) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            [id.rawValue, hash.rawValue, try sizeOfNamed(hash)])
    }

    static func measure(_ id: EnvelopeID, in connection: any SQLConnection) throws {
        try connection.run(
            """
            UPDATE localEnvelope SET size =
                (SELECT coalesce(sum(size), 0) FROM envelopeBlob WHERE envelopeID = ?)
            WHERE id = ?
            """, [id.rawValue, id.rawValue])
    }

    static func state(of id: EnvelopeID, in connection: any SQLConnection) throws -> CachedEnvelope.State? {
        try connection.value("SELECT state FROM localEnvelope WHERE id = ?", [id.rawValue], as: String.self)
            .flatMap(CachedEnvelope.State.init(rawValue:))
    }
}

extension Sequence<Event> {
    /// The number of the last event that an upload must not lose; `nil` without one. A copy of an envelope that was only
    /// composed, sent or viewed can be made again.
    var lastAct: Int? {
        reduce(nil) { last, event in [.created, .sent, .viewed].contains(event.body.kind) ? last : event.sequence }
    }
}
