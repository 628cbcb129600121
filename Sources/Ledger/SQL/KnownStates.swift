import Envelopes
import Essentials

/// A cache of recently read or stored envelope states. An entry may be missing, or older than what another process has
/// stored; the reader applies the later events.
final class KnownStates: Sendable {
    private struct Entry {
        var state: Envelope
        /// The size of the snapshot that the state is based on, in bytes.
        var bytes: Int
    }

    private let entries = Locked<[EnvelopeID: Entry]>([:])

    /// The maximum number of states, and the maximum size of their snapshots in bytes.
    private static let most = 32
    private static let mostBytes = 1024 * 1024

    func state(_ id: EnvelopeID) -> Envelope? { entries.withLock { $0[id]?.state } }

    /// - Parameter bytes: the size of a snapshot that was just read or written; `nil` if there was none
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
