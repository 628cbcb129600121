import Locks

/// Whether a session is still the one in use. Everything that comes for it later is dropped.
final class SessionLife: Sendable {
    private let over = Locked(false)

    var isOver: Bool { over.withLock { $0 } }

    func end() { over.withLock { $0 = true } }

    /// - Throws: ``CountersignError/sessionEnded`` when it is over.
    func check() throws(CountersignError) {
        if isOver { throw .sessionEnded }
    }
}
