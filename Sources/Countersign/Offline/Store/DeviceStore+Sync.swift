import Envelopes
import Foundation
import Ledger

/// What uploading reads from the store and records in it.
extension DeviceStore: SyncStore {
    package func pendingEnvelopes() async throws -> [PendingEnvelope] {
        try await read { connection in
            try connection.rows(
                """
                SELECT id, template, confirmedSequence, wasSent, sentAt FROM localEnvelope
                WHERE state IN ('readyToSync', 'syncing') ORDER BY createdAt, id
                """
            ).compactMap { row in
                guard let id = EnvelopeID(rawValue: try row["id"]) else { return nil }
                let sent: Date? = try row["sentAt"]
                let template: String? = try row["template"]
                return PendingEnvelope(
                    id: id, template: template.flatMap(TemplateID.init(rawValue:)),
                    confirmedSequence: try row["confirmedSequence"],
                    mayHaveArrived: try row["wasSent"], sentAt: sent)
            }
        }
    }

    package func history(of id: EnvelopeID) async throws -> History { try await history(id) }

    package func note(_ progress: SyncProgress, of id: EnvelopeID) async throws {
        switch progress {
        case .sending:
            try await change(
                id, from: [.readyToSync, .syncing], to: .syncing, setting: "wasSent = 1, sentAt = coalesce(sentAt, ?)",
                [now()])
        case .absent:
            try await change(
                id, from: [.readyToSync, .syncing], to: .syncing, setting: "sentAt = ?", [now()])
        case .failed(let reason):
            try await change(
                id, from: [.syncing, .readyToSync], to: .readyToSync,
                setting: "failedAttempts = failedAttempts + 1, lastFailure = ?", [reason])
        case .confirmed(let receipt, let sequence): try await confirm(id, receipt, through: sequence)
        case .conflict(var conflict):
            var hash: BlobHash?
            if let history = conflict.serverHistory { hash = try await store(history) }
            conflict.serverHistory = nil
            try await change(
                id, from: [.inProgress, .readyToSync, .syncing, .inConflict], to: .inConflict,
                setting: "syncConflict = ?, evidence = ?", [try JSONEncoder().encode(conflict), hash?.rawValue],
                naming: hash)
        }
    }

    /// Records a confirmation. Events added after those that were sent still have to be sent. A server without
    /// histories has none of the events.
    private func confirm(
        _ id: EnvelopeID, _ receipt: SyncReceipt, through sequence: Int
    ) async throws(CountersignError) {
        let moment = now()
        let body: Data
        do { body = try JSONEncoder().encode(receipt) } catch { throw CountersignError(storing: error) }
        try await write { connection in
            let found = try connection.row(
                "SELECT state, sequence, isSigned FROM localEnvelope WHERE id = ?", [id.rawValue])
            guard let found, let state = CachedEnvelope.State(rawValue: try found["state"]) else {
                throw StoreProblem.notCached(id)
            }
            guard [.syncing, .readyToSync, .uploaded, .synced].contains(state) else {
                throw StoreProblem.wrongState(id, state)
            }
            let isWhole = try found["sequence"] == sequence
            let isKept: Bool = try receipt.isOfHistory || !found["isSigned"]
            let next: CachedEnvelope.State = !isWhole ? .readyToSync : isKept ? .synced : .uploaded
            try connection.run(
                """
                UPDATE localEnvelope SET state = ?, changedAt = ?, confirmedSequence = coalesce(?, confirmedSequence),
                    lastFailure = NULL, sentAt = NULL, receipt = ?, serverID = ?, status = coalesce(?, status) WHERE id = ?
                """,
                [
                    next.rawValue, moment, receipt.isOfHistory ? sequence : nil, body, receipt.serverID,
                    isWhole ? EnvelopeStatus(rawValue: receipt.status)?.rawValue : nil, id.rawValue,
                ])
        }
    }

    /// Makes envelopes pending whose upload was interrupted when the app ended. The next sync asks the server about
    /// them first.
    func endInterruptedSync() throws(CountersignError) {
        do {
            let wasInterrupted = try database.readWaiting {
                try $0.value("SELECT EXISTS (SELECT 1 FROM localEnvelope WHERE state = 'syncing')", as: Bool.self)
                    ?? false
            }
            guard wasInterrupted else { return }
            try database.writeWaiting {
                try $0.run("UPDATE localEnvelope SET state = 'readyToSync' WHERE state = 'syncing'")
            }
        } catch {
            throw CountersignError(storing: error)
        }
    }

    /// Makes an envelope in conflict pending again. The next sync asks the server about it, then uploads it or reports
    /// the conflict again. The server's earlier answer stays among the envelope's files. If the outcome is unknown and
    /// the server finds nothing, the envelope is uploaded again: the caller is expected to have checked.
    ///
    /// - Throws: ``CountersignError/store(_:)`` with ``StoreProblem/wrongState(_:_:)`` if the envelope is not in
    ///   conflict
    public func tryAgain(_ id: EnvelopeID) async throws(CountersignError) {
        try await change(
            id, from: [.inConflict], to: .readyToSync,
            setting: "wasSent = 1, sentAt = NULL, syncConflict = NULL, lastFailure = NULL")
    }

    package func obstacle(toSyncing id: EnvelopeID) async throws -> OfflineObstacle? {
        switch try await read({ try Self.state(of: id, in: $0) }) {
        case nil, .draft: .notCached(id)
        case .inProgress: .notReadyToSync(id)
        case .inConflict: .inConflict(id)
        case .readyToSync, .syncing, .uploaded, .synced: nil
        }
    }

    /// Returns the server's confirmation; `nil` before it arrives.
    package func receipt(_ id: EnvelopeID) async throws(CountersignError) -> SyncReceipt? {
        let bytes = try await read {
            try $0.value("SELECT receipt FROM localEnvelope WHERE id = ?", [id.rawValue], as: Data.self)
        }
        return bytes.flatMap { try? JSONDecoder().decode(SyncReceipt.self, from: $0) }
    }

    /// Returns an envelope's conflict, with the server's history if it sent one; `nil` if there is no conflict.
    public func conflict(of id: EnvelopeID) async throws(CountersignError) -> SyncEngine.Conflict? {
        guard var conflict = try await cached(id)?.conflict else { return nil }
        let hash = try await read {
            try $0.value("SELECT evidence FROM localEnvelope WHERE id = ?", [id.rawValue], as: String.self)
        }
        if let hash = hash.flatMap(BlobHash.init(rawValue:)) { conflict.serverHistory = try await blob(hash) }
        return conflict
    }

    /// Returns how many events of an envelope the server is known to have.
    package func confirmedSequence(of id: EnvelopeID) async throws(CountersignError) -> Int {
        let count = try await read {
            try $0.value("SELECT confirmedSequence FROM localEnvelope WHERE id = ?", [id.rawValue], as: Int.self)
        }
        guard let count else { throw .store(.notCached(id)) }
        return count
    }

    private func change(
        _ id: EnvelopeID, from states: [CachedEnvelope.State], to state: CachedEnvelope.State, setting: String,
        _ values: [any SQLConvertible] = [], naming hash: BlobHash? = nil
    ) async throws(CountersignError) {
        let moment = now()
        let names = states.map { "'\($0.rawValue)'" }.joined(separator: ", ")
        try await write { connection in
            var arguments: [any SQLConvertible] = [state.rawValue, moment]
            arguments += values
            arguments += [id.rawValue]
            let changed = try connection.run(
                "UPDATE localEnvelope SET state = ?, changedAt = ?, \(setting) WHERE id = ? AND state IN (\(names))",
                arguments)
            guard changed == 1 else {
                guard let found = try Self.state(of: id, in: connection) else { throw StoreProblem.notCached(id) }
                throw StoreProblem.wrongState(id, found)
            }
            if let hash {
                try nameBlob(hash, for: id, in: connection)
                try Self.measure(id, in: connection)
            }
        }
    }
}
