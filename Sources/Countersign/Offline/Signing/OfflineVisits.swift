import Envelopes
import Synchronization

/// Which envelopes are being signed: each by one visit at a time.
final class OfflineVisits: Sendable {
    private let open = Mutex<Set<EnvelopeID>>([])

    /// - Throws: ``CountersignError/alreadyPresenting``.
    func begin(_ id: EnvelopeID) throws(CountersignError) {
        guard open.withLock({ $0.insert(id).inserted }) else { throw .alreadyPresenting }
    }

    func end(_ id: EnvelopeID) { open.withLock { _ = $0.remove(id) } }
}
