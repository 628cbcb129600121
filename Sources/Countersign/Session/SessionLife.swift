import Locks

/// Whether a session is still in use. Anything that arrives for it afterwards is dropped.
final class SessionLife: Sendable {
    private let over = Locked(false)

    var isOver: Bool { over.withLock { $0 } }

    func end() { over.withLock { $0 = true } }

    /// - Throws: ``CountersignError/sessionEnded`` if the session has ended
    func check() throws(CountersignError) {
        if isOver { throw .sessionEnded }
    }
}
