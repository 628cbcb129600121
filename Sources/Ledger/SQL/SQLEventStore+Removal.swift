import Envelopes
import Essentials

/// Removal of histories: a device's copies of envelopes that are stored elsewhere, and abandoned entries on it.
extension SQLEventStore {
    /// Removes an envelope with its history. Does nothing if there is none.
    public func remove(_ id: EnvelopeID, in connection: any SQLConnection) throws {
        let row = try connection.row(
            "DELETE FROM envelope WHERE id = ? RETURNING accountID, status, statusStoredAt", [id.rawValue])
        guard let row else { return }
        try Self.count(
            -1, of: row["status"], storedAt: row["statusStoredAt"], row["accountID"], in: connection)
    }

    /// Removes an envelope's newest events.
    ///
    /// - Parameters:
    ///   - state: the envelope after the last event to keep
    ///   - expected: the number of the last stored event
    /// - Throws: ``StorageError/conflict(envelope:expected:)`` if another event has been stored since
    public func rewind(to state: Envelope, from expected: Int, in connection: any SQLConnection) throws {
        try Self.update(
            state, CanonicalJSON.bytes(of: state), expected: expected, at: state.statusChangedAt, in: connection)
        try EnvelopeListing.store(
            EnvelopeListing.Texts(state), of: state, timer: timer, at: state.statusChangedAt, in: connection)
        try connection.run(
            "DELETE FROM event WHERE envelopeID = ? AND sequence > ?", [state.id.rawValue, state.lastSequence])
    }
}
