import Essentials
import Foundation

/// The latest value, for any number of listeners.
final class Board<Value: Sendable>: Sendable {
    private struct State {
        var value: Value
        var listeners: [UUID: AsyncStream<Value>.Continuation] = [:]
    }

    private let state: Locked<State>

    init(_ value: Value) {
        state = Locked(State(value: value))
    }

    deinit {
        for listener in state.withLock({ Array($0.listeners.values) }) { listener.finish() }
    }

    var value: Value { state.withLock { $0.value } }

    /// Changes the value. Listeners get values in the order of the changes.
    func update(_ change: @Sendable (inout Value) -> Void) {
        state.withLock { state in
            change(&state.value)
            for listener in state.listeners.values { listener.yield(state.value) }
        }
    }

    /// Returns the value and its changes. A slow listener gets the latest value only.
    func values() -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1))
        let id = UUID()
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.listeners[id] = nil }
        }
        state.withLock { state in
            state.listeners[id] = continuation
            continuation.yield(state.value)
        }
        return stream
    }
}
