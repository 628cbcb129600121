import Essentials

/// One answer to one question, from whichever source is first: a person, a time limit, or a system that calls back
/// twice or on its own thread. Later answers have no effect.
final class SingleAnswer<Value: Sendable>: Sendable {
    private enum State {
        case open
        case awaited(CheckedContinuation<Value, Never>)
        case given(Value)
    }

    private let state = Locked(State.open)

    func give(_ value: Value) {
        let waiting: CheckedContinuation<Value, Never>? = state.withLock { state in
            switch state {
            case .given: return nil
            case .open:
                state = .given(value)
                return nil
            case .awaited(let continuation):
                state = .given(value)
                return continuation
            }
        }
        waiting?.resume(returning: value)
    }

    /// Waits for the answer. Call only once.
    ///
    /// - Parameter fallback: the answer if the task is cancelled first
    func value(whenCancelled fallback: Value) async -> Value {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let given: Value? = state.withLock { state in
                    if case .given(let value) = state { return value }
                    state = .awaited(continuation)
                    return nil
                }
                if let given { continuation.resume(returning: given) }
            }
        } onCancel: {
            give(fallback)
        }
    }

    /// Waits for the answer even if the task is cancelled, but no longer than a limit. Call only once.
    func value(within limit: Duration, otherwise fallback: Value) async -> Value {
        let timer = Task {
            try await Task.sleep(for: limit)
            give(fallback)
        }
        defer { timer.cancel() }
        return await Task { await value(whenCancelled: fallback) }.value
    }
}
