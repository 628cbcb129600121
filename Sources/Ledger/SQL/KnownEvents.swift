import Envelopes
import Essentials

/// A cache of the events of recently read or changed histories, whose hashes and forms were checked when they were read,
/// or which were made here. An entry may be missing, or lack the newest events; the reader adds them. What was changed in
/// the database behind the service's back, `countersign check` finds, which reads everything.
final class KnownEvents: Sendable {
    private let entries = Locked<[EnvelopeID: [Event]]>([:])

    /// The maximum number of histories, and of events in each.
    private static let most = 32
    private static let longest = 500

    func events(of id: EnvelopeID) -> [Event] { entries.withLock { $0[id] ?? [] } }

    func keep(_ events: [Event], of id: EnvelopeID) {
        entries.withLock { entries in
            guard events.count <= Self.longest else { return entries[id] = nil }
            if entries[id] == nil, entries.count >= Self.most, let other = entries.keys.randomElement() {
                entries[other] = nil
            }
            entries[id] = events
        }
    }

    /// Adds events that were just stored, if those before them are known.
    func add(_ events: [Event], to id: EnvelopeID) {
        let known = self.events(of: id)
        guard let first = events.first, known.count == first.sequence - 1 else { return }
        keep(known + events, of: id)
    }

    func forget(_ id: EnvelopeID) { entries.withLock { $0[id] = nil } }
}
