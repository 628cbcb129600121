import Envelopes
import Foundation
import Ledger

/// Removing envelopes from this device.
extension DeviceStore {
    /// The SQL condition for an envelope that holds something irreplaceable that the server has not confirmed: a
    /// signature, a decline, consent or values since the last uploaded event, or a whole envelope ready for upload. An
    /// envelope that was only composed, downloaded or viewed does not match.
    static let holdsUnsynced = """
        (state <> 'synced' AND (isSigned OR (sequence > confirmedSequence AND (
            state IN ('readyToSync', 'syncing', 'inConflict') OR lastAct > confirmedSequence))))
        """

    /// Removes one envelope.
    ///
    /// - Parameter export: the result of ``export(_:to:)`` for the envelope's current state; without it, an envelope
    ///   with unconfirmed changes stays
    /// - Throws: ``CountersignError/store(_:)`` with ``StoreProblem/unsyncedSignatures(_:)``
    package func remove(_ id: EnvelopeID, after export: EnvelopeExport? = nil) async throws(CountersignError) {
        try await remove([id], after: export.map { [$0] } ?? [])
        try await sweep()
    }

    /// Removes every envelope, or none. Envelopes with changes that the server has not confirmed need their exports.
    package func removeAll(after exports: [EnvelopeExport] = []) async throws(CountersignError) {
        try await remove(envelopeIDs(), after: exports)
        try await sweep()
    }

    /// Returns the envelopes with changes that the server has not confirmed: somebody signed, declined, consented or
    /// entered values here, or the envelope waits for upload.
    package func unsynced() async throws(CountersignError) -> [EnvelopeID] {
        try await unsyncedHashes().keys.sorted { $0.rawValue < $1.rawValue }
    }

    /// Returns the same envelopes, each with the hash of its last event.
    func unsyncedHashes() async throws(CountersignError) -> [EnvelopeID: BlobHash] {
        try await read { try Self.unsyncedHashes(in: $0) }
    }

    /// For a log-out, removes envelopes that the server has and those in which nobody has done anything.
    ///
    /// - Returns: the removed envelopes
    func clearKeepingUnsynced() async throws(CountersignError) -> [EnvelopeID] {
        let gone = try await write { connection in
            let kept = Set(try Self.unsyncedHashes(in: connection).keys)
            return try deleteAll(except: kept, in: connection)
        }
        try await sweep()
        return gone
    }

    /// Removes every envelope, for a log-out after an export.
    ///
    /// - Parameter exported: each exported envelope with the hash of its last exported event
    /// - Returns: the removed envelopes
    /// - Throws: ``CountersignError/exportIncomplete(missing:)`` if the export does not cover the current state of
    ///   every envelope; then nothing is removed
    func clear(after exported: [EnvelopeID: BlobHash]) async throws(CountersignError) -> [EnvelopeID] {
        let gone = try await write { connection in
            let missing = try Self.unsyncedHashes(in: connection).filter { exported[$0.key] != $0.value }.keys
            guard missing.isEmpty else {
                throw CountersignError.exportIncomplete(missing: missing.sorted { $0.rawValue < $1.rawValue })
            }
            return try deleteAll(except: [], in: connection)
        }
        try await sweep()
        return gone
    }

    private static func unsyncedHashes(in connection: any SQLConnection) throws -> [EnvelopeID: BlobHash] {
        let rows = try connection.rows("SELECT id, lastHash FROM localEnvelope WHERE \(holdsUnsynced)")
        var hashes: [EnvelopeID: BlobHash] = [:]
        for row in rows {
            guard let id = EnvelopeID(rawValue: try row["id"]) else { continue }
            let text: String? = try row["lastHash"]
            // An envelope without a readable hash was not exported.
            hashes[id] = text.flatMap(BlobHash.init(rawValue:)) ?? BlobHash.none
        }
        return hashes
    }

    private func deleteAll(except kept: Set<EnvelopeID>, in connection: any SQLConnection) throws -> [EnvelopeID] {
        let ids = try connection.values("SELECT id FROM localEnvelope ORDER BY id", as: String.self)
            .compactMap(EnvelopeID.init(rawValue:)).filter { !kept.contains($0) }
        for id in ids { try delete(id, in: connection) }
        return ids
    }

    private func remove(_ ids: [EnvelopeID], after exports: [EnvelopeExport]) async throws(CountersignError) {
        let exported = Dictionary(exports.map { ($0.id, $0.lastHash) }) { _, last in last }
        try await write { connection in
            var kept: [EnvelopeID] = []
            for id in ids {
                let found = try connection.row(
                    """
                    SELECT state, lastHash, \(Self.holdsUnsynced) AS holdsUnsynced
                    FROM localEnvelope WHERE id = ?
                    """, [id.rawValue])
                guard let found else { throw StoreProblem.notCached(id) }
                let state: String = try found["state"]
                if state == CachedEnvelope.State.syncing.rawValue { throw StoreProblem.syncing(id) }
                let holdsUnsynced: Bool = try found["holdsUnsynced"]
                let lastHash: String? = try found["lastHash"]
                if holdsUnsynced, exported[id] == nil || exported[id]?.rawValue != lastHash { kept.append(id) }
            }
            guard kept.isEmpty else { throw StoreProblem.unsyncedSignatures(kept) }
            for id in ids { try delete(id, in: connection) }
        }
    }
}
