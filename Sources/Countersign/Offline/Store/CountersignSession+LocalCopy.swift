import Envelopes
import Foundation
import Ledger

extension CountersignSession {
    /// Refuses what would go on at the server with an envelope whose copy here holds acts that the server lacks: the
    /// copy would be set aside at the next sync.
    ///
    /// - Throws: ``CountersignError/unsyncedHere(_:)``, and what keeps the store from being read.
    func requireNothingUnsynced(of id: EnvelopeID) async throws(CountersignError) {
        guard let store = try localStore(), let copy = try await store.standing(of: id) else { return }
        switch copy.state {
        case .inProgress, .readyToSync, .syncing: if copy.holdsUnsynced { throw .unsyncedHere(id) }
        // What was set aside stays so; another server may ask for everybody's signature again.
        case .draft, .setAside, .handedOver, .synced: break
        }
    }

    /// Refuses to make an envelope at the server that was composed on this device and has not arrived: one of the two
    /// would be set aside.
    func requireNoCopyHere(of id: EnvelopeID) async throws(CountersignError) {
        guard let store = try localStore(), let copy = try await store.standing(of: id) else { return }
        guard copy.state == .draft || copy.state == .synced else { throw .unsyncedHere(id) }
    }

    /// The user's store, if there is one: an app that only signs at the server needs none.
    private func localStore() throws(CountersignError) -> DeviceStore? {
        guard FileManager.default.fileExists(atPath: DeviceStore.folder(of: user).path) else { return nil }
        return try deviceStore()
    }
}

extension DeviceStore {
    /// Where the copy of an envelope stands, and whether something happened in it that the server has not confirmed; nil
    /// when it is not here.
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
