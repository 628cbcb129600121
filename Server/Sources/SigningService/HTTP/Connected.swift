import NIOCore
import Synchronization

extension ServiceContext {
    /// Runs work that is pointless once the client has disconnected; its task is canceled then.
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

/// Runs an action when a connection closes, unless it was forgotten before: a connection outlives the work for one
/// request.
private final class ConnectionWatch: Sendable {
    private let action: Mutex<(@Sendable () -> Void)?>

    init(_ action: @escaping @Sendable () -> Void) { self.action = Mutex(action) }

    func end() { action.withLock { $0 }?() }

    func forget() { action.withLock { $0 = nil } }
}
