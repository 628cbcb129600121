import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Makes pieces of work take turns in this process and in all others that name the same file (`flock(2)`).
///
/// The system releases the lock of a process that ends, however it ends. The file stays.
package struct FileLock: Sendable {
    private let file: URL
    private let turns = Turns()
    /// How long to wait for another process, in seconds.
    private let patience: TimeInterval

    package init(file: URL, patience: TimeInterval = 90) {
        self.file = file
        self.patience = patience
    }

    /// Does a piece of work while nobody else does any.
    ///
    /// - Throws: ``ClientError/storage(reason:)`` if the file cannot be locked, or another process holds it for too
    ///   long; and what the work throws
    package func hold<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await turns.take { () async throws in
            let descriptor = try await locked()
            defer { close(descriptor) }
            return try await work()
        }
    }

    private func locked() async throws -> Int32 {
        let descriptor = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure() }
        let end = ContinuousClock.now + .seconds(patience)
        var pause = 1
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR, ContinuousClock.now < end else {
                let error: ClientError =
                    errno == EWOULDBLOCK ? .storage(reason: "another process holds \(file.path)") : failure()
                close(descriptor)
                throw error
            }
            // Nobody's cancellation may end the wait of others: the work belongs to all who asked for it.
            let wait = Task.detached { [pause] in try? await Task.sleep(for: .milliseconds(pause)) }
            await wait.value
            pause = min(2 * pause, 20)
        }
        return descriptor
    }

    private func failure() -> ClientError {
        .storage(reason: "\(file.path): \(String(cString: strerror(errno)))")
    }
}
