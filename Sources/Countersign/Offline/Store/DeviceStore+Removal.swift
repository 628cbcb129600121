import Envelopes
import Foundation
import Ledger

/// Removing envelopes from this device.
extension DeviceStore {
    /// The condition for an envelope that holds what the server has not confirmed and nobody could make again: a
    /// signature, a refusal, consent or values since the last event that was handed over, or all of an envelope that is
    /// ready to be handed over. What was composed or fetched and only looked at is none.
    static let holdsUnsynced = """
        (state <> 'synced' AND (isSigned OR (sequence > handedOver AND (
            state IN ('readyToSync', 'syncing', 'setAside') OR EXISTS (
                SELECT 1 FROM event WHERE event.envelopeID = localEnvelope.id AND event.sequence > localEnvelope.handedOver
                AND json_extract(CAST(event.body AS TEXT), '$.body.type') NOT IN ('created', 'sent', 'viewed'))))))
        """

    /// The hash of an envelope's last event.
    private static let lastHash = """
        (SELECT json_extract(CAST(event.body AS TEXT), '$.hash') FROM event
            WHERE event.envelopeID = localEnvelope.id AND event.sequence = localEnvelope.sequence)
        """

    /// Removes one envelope.
    ///
    /// - Parameter export: what ``export(_:to:)`` gave for this envelope as it is now; without it an envelope stays in
    ///   which something happened here that the server has not confirmed.
    /// - Throws: ``CountersignError/store(_:)`` with ``StoreProblem/unsyncedSignatures(_:)``.
    package func remove(_ id: EnvelopeID, after export: EnvelopeExport? = nil) async throws(CountersignError) {
        try await remove([id], after: export.map { [$0] } ?? [])
        try await sweep()
    }

    /// Removes every envelope, or none: those with something that the server has not confirmed need their exports.
    package func removeAll(after exports: [EnvelopeExport] = []) async throws(CountersignError) {
        try await remove(envelopeIDs(), after: exports)
        try await sweep()
    }

    /// The envelopes in which something happened here that the server has not confirmed: somebody signed, declined,
    /// agreed or filled in, or the envelope waits to be handed over.
    package func unsynced() async throws(CountersignError) -> [EnvelopeID] {
        try await unsyncedHashes().keys.sorted { $0.rawValue < $1.rawValue }
    }

    /// The same, each with the hash of its last event.
    func unsyncedHashes() async throws(CountersignError) -> [EnvelopeID: BlobHash] {
        try await read { try Self.unsyncedHashes(in: $0) }
    }

    /// Removes what the server has, and what nobody has done anything in, for a log-out.
    ///
    /// - Returns: what is gone.
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
    /// - Parameter exported: each envelope of the export with the hash of its last event there.
    /// - Returns: what is gone.
    /// - Throws: ``CountersignError/exportIncomplete(missing:)`` when the export does not have everything as it is at
    ///   this moment; then nothing is gone.
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
        let rows = try connection.rows("SELECT id, \(lastHash) AS lastHash FROM localEnvelope WHERE \(holdsUnsynced)")
        var hashes: [EnvelopeID: BlobHash] = [:]
        for row in rows {
            guard let id = EnvelopeID(rawValue: try row["id"]) else { continue }
            let text: String? = try row["lastHash"]
            // A history whose end cannot be read was exported by nobody.
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
                    SELECT state, \(Self.lastHash) AS lastHash, \(Self.holdsUnsynced) AS holdsUnsynced
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
