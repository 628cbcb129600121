import Essentials
import Foundation

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
    /// - Throws: ``ClientError/storage(reason:underlying:)`` if the file cannot be locked, or another process holds it for too
    ///   long; and what the work throws
    package func hold<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await turns.take { () async throws in
            let lock = try await locked()
            defer { lock.release() }
            return try await work()
        }
    }

    private func locked() async throws -> AdvisoryLock {
        do {
            let lock = try AdvisoryLock(file)
            let end = ContinuousClock.now + .seconds(patience)
            var pause = 1
            while try !lock.takeIfFree(.exclusive) {
                guard ContinuousClock.now < end else {
                    throw ClientError.storage(reason: "another process holds \(file.path)")
                }
                // Nobody's cancellation may end the wait of others: the work belongs to all who asked for it.
                let wait = Task.detached { [pause] in try? await Task.sleep(for: .milliseconds(pause)) }
                await wait.value
                pause = min(2 * pause, 20)
            }
            return lock
        } catch FileProblem.failed(let path, let reason) {
            throw ClientError.storage(reason: "\(path): \(reason)")
        } catch FileProblem.full(let path) {
            throw ClientError.storage(reason: "\(path) cannot be written: the disk is full")
        }
    }
}
