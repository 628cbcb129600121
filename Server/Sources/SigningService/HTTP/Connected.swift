import NIOCore
import Synchronization

extension ServiceContext {
    /// Does something that nobody needs once the client has gone: its task is cancelled then.
    func whileConnected<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let work = Task { try await body() }
        let watch = ConnectionWatch { work.cancel() }
        closed.whenComplete { _ in watch.end() }
        defer { watch.forget() }
        return try await withTaskCancellationHandler {
            try await work.value
        } onCancel: {
            work.cancel()
        }
    }
}

/// What a connection's end does, until it is forgotten: a connection lives longer than the work for one of its requests.
private final class ConnectionWatch: Sendable {
    private let action: Mutex<(@Sendable () -> Void)?>

    init(_ action: @escaping @Sendable () -> Void) { self.action = Mutex(action) }

    func end() { action.withLock { $0 }?() }

    func forget() { action.withLock { $0 = nil } }
}
