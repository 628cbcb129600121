import Envelopes
import Foundation
import Locks

/// Events for any number of listeners; each gets all of them from when it begins to listen.
///
///     for await event in session.events { … }
///
/// A listener that is slow has the oldest events dropped when ``CountersignConfiguration/eventBacklog`` are waiting.
public final class EventChannel: EventSink, AsyncSequence {
    public typealias Element = CountersignEvent
    public typealias Failure = Never
    public typealias AsyncIterator = AsyncStream<CountersignEvent>.Iterator

    private struct State {
        var listeners: [UUID: AsyncStream<CountersignEvent>.Continuation] = [:]
        var isFinished = false
    }

    private let state = Locked(State())
    private let backlog: Int
    private let forward: @Sendable (CountersignEvent) -> Void

    /// - Parameters:
    ///   - backlog: how many events wait for a slow listener.
    ///   - forward: is given every event, too.
    init(backlog: Int, forward: @escaping @Sendable (CountersignEvent) -> Void) {
        self.backlog = backlog
        self.forward = forward
    }

    /// Tells every listener. After the end nothing is told.
    package func announce(_ event: CountersignEvent) {
        let listeners = state.withLock { $0.isFinished ? nil : Array($0.listeners.values) }
        guard let listeners else { return }
        for listener in listeners { listener.yield(event) }
        forward(event)
    }

    /// Begins to listen.
    public func makeAsyncIterator() -> AsyncStream<CountersignEvent>.Iterator {
        let (stream, continuation) = AsyncStream.makeStream(
            of: CountersignEvent.self, bufferingPolicy: .bufferingNewest(backlog))
        let id = UUID.random()
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.listeners[id] = nil }
        }
        let isFinished = state.withLock { state in
            if !state.isFinished { state.listeners[id] = continuation }
            return state.isFinished
        }
        if isFinished { continuation.finish() }
        return stream.makeAsyncIterator()
    }

    /// How many listen now.
    var listenerCount: Int { state.withLock { $0.listeners.count } }

    /// Ends every listener's sequence.
    func finish() {
        let listeners = state.withLock { state in
            defer { state.listeners = [:] }
            state.isFinished = true
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.finish() }
    }
}
