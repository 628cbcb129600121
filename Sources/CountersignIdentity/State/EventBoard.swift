import Essentials
import Foundation

/// Hands events to listeners and handlers, to everybody in the same order.
final class EventBoard: Sendable {
    private struct State {
        var listeners: [UUID: AsyncStream<IdentityEvent>.Continuation] = [:]
        var handlers: [(id: UUID, handler: any IdentityEventHandler)] = []
    }

    private let state = Locked(State())
    /// Events for the handlers, which one task calls.
    private let queue: AsyncStream<IdentityEvent>.Continuation

    init() {
        let (events, queue) = AsyncStream.makeStream(of: IdentityEvent.self)
        self.queue = queue
        Task { [weak self] in
            for await event in events {
                let handlers = self?.state.withLock { $0.handlers.map(\.handler) }
                for handler in handlers ?? [] { await handler.handle(event) }
            }
        }
    }

    deinit {
        queue.finish()
        for listener in state.withLock({ Array($0.listeners.values) }) { listener.finish() }
    }

    func announce(_ event: IdentityEvent) {
        state.withLock { state in
            for listener in state.listeners.values { listener.yield(event) }
            queue.yield(event)
        }
    }

    /// - Returns: what removes the handler
    func add(_ handler: any IdentityEventHandler) -> EventHandlerRegistration {
        let id = UUID()
        state.withLock { $0.handlers.append((id, handler)) }
        return EventHandlerRegistration { [weak self] in
            self?.state.withLock { state in state.handlers.removeAll { $0.id == id } }
        }
    }

    func events() -> AsyncStream<IdentityEvent> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: IdentityEvent.self, bufferingPolicy: .bufferingNewest(1000))
        let id = UUID()
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.listeners[id] = nil }
        }
        state.withLock { $0.listeners[id] = continuation }
        return stream
    }
}
