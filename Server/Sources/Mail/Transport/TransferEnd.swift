import Synchronization

/// The wish to end a conversation with a mail server at once, from any thread.
final class TransferEnd: Sendable {
    private let wish = Atomic(false)

    var isWanted: Bool { wish.load(ordering: .relaxed) }

    func want() { wish.store(true, ordering: .relaxed) }
}
