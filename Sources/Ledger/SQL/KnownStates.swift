import Envelopes
import Locks

/// States of envelopes that were read or stored a short while ago. Any may be missing, or older than what another process
/// has stored since: who takes one applies the later events.
final class KnownStates: Sendable {
    private struct Entry {
        var state: Envelope
        /// The size of the snapshot that it grew from.
        var bytes: Int
    }

    private let entries = Locked<[EnvelopeID: Entry]>([:])

    /// At most this many states, of snapshots of at most this many bytes.
    private static let most = 32
    private static let mostBytes = 1024 * 1024

    func state(_ id: EnvelopeID) -> Envelope? { entries.withLock { $0[id]?.state } }

    /// - Parameter bytes: the size of a snapshot that was just read or written; `nil` where there was none.
    func keep(_ state: Envelope, bytes: Int?) {
        entries.withLock { entries in
            guard let bytes = bytes ?? entries[state.id]?.bytes, bytes <= Self.mostBytes else { return }
            if entries[state.id] == nil, entries.count >= Self.most, let other = entries.keys.randomElement() {
                entries[other] = nil
            }
            entries[state.id] = Entry(state: state, bytes: bytes)
        }
    }
}
