import Envelopes
import Foundation
import GRDB

/// Removing envelopes from this device.
extension DeviceStore {
    /// Removes one envelope.
    ///
    /// - Parameter export: what ``export(_:to:)`` gave for this envelope as it is now; without it an envelope stays that
    ///   somebody has signed here and the server has not confirmed.
    /// - Throws: ``CountersignError/store(_:)`` with ``StoreProblem/unsyncedSignatures(_:)``.
    public func remove(_ id: EnvelopeID, after export: EnvelopeExport? = nil) async throws(CountersignError) {
        try await remove([id], after: export.map { [$0] } ?? [])
        try await sweep()
    }

    /// Removes every envelope, or none: those with signatures that the server has not confirmed need their exports.
    public func removeAll(after exports: [EnvelopeExport] = []) async throws(CountersignError) {
        try await remove(envelopeIDs(), after: exports)
        try await sweep()
    }

    /// The envelopes that somebody has signed here and the server has not confirmed.
    public func unsyncedSigned() async throws(CountersignError) -> [EnvelopeID] {
        try await read {
            try String.fetchAll($0, sql: "SELECT id FROM envelope WHERE isSigned AND state <> 'synced' ORDER BY id")
                .compactMap(EnvelopeID.init(rawValue:))
        }
    }

    /// The same, each with the hash of its last event.
    func unsyncedHashes() async throws(CountersignError) -> [EnvelopeID: BlobHash] {
        var hashes: [EnvelopeID: BlobHash] = [:]
        for id in try await unsyncedSigned() { hashes[id] = try await envelope(id).lastHash }
        return hashes
    }

    /// Removes every envelope, for a log-out that has made sure of what may go.
    func clear(keepingUnsynced: Bool) async throws(CountersignError) {
        let condition = keepingUnsynced ? " WHERE NOT isSigned OR state = 'synced'" : ""
        try await write { try $0.execute(sql: "DELETE FROM envelope" + condition) }
        try await sweep()
    }

    private func remove(_ ids: [EnvelopeID], after exports: [EnvelopeExport]) async throws(CountersignError) {
        let exported = Dictionary(exports.map { ($0.id, $0.lastSequence) }, uniquingKeysWith: max)
        try await write { database in
            var kept: [EnvelopeID] = []
            for id in ids {
                let found = try Row.fetchOne(
                    database, sql: "SELECT state, isSigned, sequence FROM envelope WHERE id = ?",
                    arguments: [id.rawValue])
                guard let found else { throw StoreProblem.notCached(id) }
                let state: String = found["state"]
                if state == LocalState.syncing.rawValue { throw StoreProblem.syncing(id) }
                let isSigned: Bool = found["isSigned"]
                let sequence: Int = found["sequence"]
                if isSigned, state != LocalState.synced.rawValue, exported[id] != sequence { kept.append(id) }
            }
            guard kept.isEmpty else { throw StoreProblem.unsyncedSignatures(kept) }
            for id in ids {
                try database.execute(sql: "DELETE FROM envelope WHERE id = ?", arguments: [id.rawValue])
            }
        }
    }
}
