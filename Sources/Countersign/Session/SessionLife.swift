import Essentials

/// Whether a session is still in use. Anything that arrives for it afterwards is dropped.
final class SessionLife: Sendable {
    private let ended = Locked(false)

    var hasEnded: Bool { ended.withLock { $0 } }

    func end() { ended.withLock { $0 = true } }

    /// - Throws: ``CountersignError/sessionEnded`` if the session has ended
    func check() throws(CountersignError) {
        if hasEnded { throw .sessionEnded }
    }
}
