import Envelopes
import Foundation
import Ledger

extension CountersignSession {
    /// Rejects an operation on the server's envelope if the copy here has actions that the server lacks. Otherwise the
    /// next sync would end in a conflict.
    ///
    /// - Throws: ``CountersignError/unsyncedHere(_:)``, or an error if the store cannot be read
    func requireNothingUnsynced(of id: EnvelopeID) async throws(CountersignError) {
        guard let store = try localStore(), let copy = try await store.standing(of: id) else { return }
        switch copy.state {
        case .inProgress, .readyToSync, .syncing: if copy.holdsUnsynced { throw .unsyncedHere(id) }
        // A conflict stays one. Another server may ask for everybody's signature again.
        case .draft, .inConflict, .uploaded, .synced: break
        }
    }

    /// Rejects making an envelope on the server that was composed on this device and has not been uploaded. One of the
    /// two would be in conflict.
    func requireNoCopyHere(of id: EnvelopeID) async throws(CountersignError) {
        guard let store = try localStore(), let copy = try await store.standing(of: id) else { return }
        guard copy.state == .draft || copy.state == .synced else { throw .unsyncedHere(id) }
    }

    /// Returns the user's store if there is one. An app that only signs online needs none.
    private func localStore() throws(CountersignError) -> DeviceStore? {
        guard FileManager.default.fileExists(atPath: DeviceStore.folder(of: user).path) else { return nil }
        return try deviceStore()
    }
}

extension DeviceStore {
    /// The state of an envelope's copy, and whether it has changes that the server has not confirmed; `nil` if the
    /// envelope is not on this device.
    fileprivate func standing(
        of id: EnvelopeID
    ) async throws(CountersignError) -> (state: CachedEnvelope.State, holdsUnsynced: Bool)? {
        try await read { connection in
            let row = try connection.row(
                "SELECT state, \(Self.holdsUnsynced) AS holdsUnsynced FROM localEnvelope WHERE id = ?", [id.rawValue])
            guard let row, let state = CachedEnvelope.State(rawValue: try row["state"]) else { return nil }
            return (state, try row["holdsUnsynced"])
        }
    }
}
