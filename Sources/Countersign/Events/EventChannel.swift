import Envelopes
import Essentials
import Foundation

/// Events for any number of listeners. Each listener gets every event from the moment it starts listening.
///
///     for await event in session.events { … }
///
/// A slow listener loses the oldest events once ``CountersignConfiguration/eventBacklog`` events are waiting.
public final class EventChannel: EventSink, AsyncSequence {
    /// What a listener gets.
    public typealias Element = CountersignEvent
    /// The sequence never throws.
    public typealias Failure = Never
    /// Each iterator is a listener of its own.
    public typealias AsyncIterator = AsyncStream<CountersignEvent>.Iterator

    private struct State {
        var listeners: [UUID: AsyncStream<CountersignEvent>.Continuation] = [:]
        var isFinished = false
    }

    private let state = Locked(State())
    private let backlog: Int
    private let forward: @Sendable (CountersignEvent) -> Void

    /// - Parameters:
    ///   - backlog: how many events wait for a slow listener
    ///   - forward: also receives every event
    init(backlog: Int, forward: @escaping @Sendable (CountersignEvent) -> Void) {
        self.backlog = backlog
        self.forward = forward
    }

    /// Sends an event to every listener. Does nothing after the channel has ended.
    package func announce(_ event: CountersignEvent) {
        let listeners = state.withLock { $0.isFinished ? nil : Array($0.listeners.values) }
        guard let listeners else { return }
        for listener in listeners { listener.yield(event) }
        forward(event)
    }

    /// Starts listening.
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

    /// The number of current listeners.
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
