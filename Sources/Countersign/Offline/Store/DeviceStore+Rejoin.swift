import Envelopes
import Foundation
import Ledger

extension DeviceStore {
    /// Puts the events that only this device has after the server's newest, if the server has only sent messages since
    /// they parted. Everything else about the envelope stays.
    ///
    /// - Parameters:
    ///   - file: the server's history
    ///   - signer: this device
    /// - Returns: the number of the server's last event; `nil` if the histories cannot be joined, and nothing changed
    package func rejoin(
        _ id: EnvelopeID, with file: Data, signedBy signer: any DeviceSigner
    ) async throws -> Int? {
        guard let theirs = try? History(file: file), theirs.envelope.id == id else { return nil }
        let ours = try await history(id)
        guard let whole = try await ours.rejoining(theirs, signedBy: signer) else { return nil }
        let common = zip(ours.events, theirs.events).prefix { $0.hash == $1.hash }.count
        let earlier = try History(Array(ours.events.prefix(common)))
        let append = try events.prepared(Array(whole.events.dropFirst(common)), leadingTo: whole.envelope)
        let (before, confirmed) = (ours.envelope.lastSequence, theirs.envelope.lastSequence)
        try await write { [events] connection in
            let changed = try connection.run(
                """
                UPDATE localEnvelope SET sequence = ?, lastHash = ?, lastAct = ?, confirmedSequence = ?
                WHERE id = ? AND sequence = ? AND state IN ('syncing', 'readyToSync')
                """,
                [
                    whole.envelope.lastSequence, whole.envelope.lastHash.rawValue, whole.events.lastAct ?? 0, confirmed,
                    id.rawValue, before,
                ])
            guard changed == 1 else { throw StoreProblem.conflict(id) }
            try events.rewind(to: earlier.envelope, from: before, in: connection)
            try events.write(append, in: connection)
        }
        return confirmed
    }
}
