import Locks

/// Holds the one signing page that is shown at a time, with or without a network.
final class PresentationSlot: Sendable {
    private enum State {
        case free
        /// Somebody presents; `cancel` breaks off what they are doing now.
        case taken(cancel: (@Sendable () -> Void)?)
        /// Nothing more is to be shown.
        case dismissed
    }

    private let state = Locked(State.free)

    /// - Throws: ``CountersignError/alreadyPresenting``.
    func take() throws(CountersignError) {
        let isFree = state.withLock { state in
            guard case .free = state else { return false }
            state = .taken(cancel: nil)
            return true
        }
        if !isFree { throw .alreadyPresenting }
    }

    func leave() { state.withLock { $0 = .free } }

    /// Whether the presentation was dismissed.
    var isDismissed: Bool {
        state.withLock { state in
            if case .dismissed = state { true } else { false }
        }
    }

    /// Does a part of a presentation - asking for an address, showing a page - in a task that is cancelled with the
    /// caller's, and when somebody dismisses the presentation. After that, parts are begun cancelled.
    func run<Value: Sendable>(_ part: @escaping @Sendable () async -> Value) async -> Value {
        let task = Task { await part() }
        let isDismissed = state.withLock { state in
            guard case .taken = state else { return true }
            state = .taken(cancel: { task.cancel() })
            return false
        }
        if isDismissed { task.cancel() }
        let value = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        state.withLock { state in
            if case .taken = state { state = .taken(cancel: nil) }
        }
        return value
    }

    /// Takes the page away; nothing happens where there is none.
    func dismiss() {
        let cancel: (@Sendable () -> Void)? = state.withLock { state in
            guard case .taken(let cancel) = state else { return nil }
            state = .dismissed
            return cancel
        }
        cancel?()
    }
}
