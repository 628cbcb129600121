import Essentials

/// Holds the one signing page that can be shown at a time, online or offline.
final class PresentationSlot: Sendable {
    private enum State {
        case free
        /// A presentation is in progress; `cancel` cancels its current step.
        case taken(cancel: (@Sendable () -> Void)?)
        /// The presentation was dismissed; nothing more is shown.
        case dismissed
    }

    private let state = Locked(State.free)

    /// - Throws: ``CountersignError/alreadyPresenting``
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

    /// Runs a step of a presentation, such as requesting a URL or showing a page. The step is cancelled with the
    /// caller's task and when the presentation is dismissed. Later steps start cancelled.
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

    /// Dismisses the page. Does nothing if there is none.
    func dismiss() {
        let cancel: (@Sendable () -> Void)? = state.withLock { state in
            guard case .taken(let cancel) = state else { return nil }
            state = .dismissed
            return cancel
        }
        cancel?()
    }
}
