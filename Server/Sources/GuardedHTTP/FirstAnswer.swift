import Synchronization

/// What a piece of work returns, or nothing once its time is up. The work itself goes on: a name lookup cannot be ended.
final class FirstAnswer<Value: Sendable>: Sendable {
    private let continuation: Mutex<CheckedContinuation<Value?, Never>?>

    private init(_ continuation: CheckedContinuation<Value?, Never>) {
        self.continuation = Mutex(continuation)
    }

    private func give(_ value: Value?) {
        let waiting = continuation.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
        waiting?.resume(returning: value)
    }

    /// - Returns: `nil` if the time is up first
    static func of(
        _ work: @escaping @Sendable () async -> Value, until end: ContinuousClock.Instant
    ) async -> Value? {
        await withCheckedContinuation { continuation in
            let answer = FirstAnswer(continuation)
            let timer = Task {
                try await Task.sleep(until: end)
                answer.give(nil)
            }
            Task {
                answer.give(await work())
                timer.cancel()
            }
        }
    }
}
