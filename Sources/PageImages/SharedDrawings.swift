import Essentials
import Foundation

/// Makes each drawing once for all concurrent requests, and cancels it when no request waits for it any more.
///
/// A failure is remembered for a while, so a page that fails is not retried at once.
final class SharedDrawings: Sendable {
    private struct Drawing {
        let task: Task<Data, any Error>
        let number: Int
        var waiters = 1
    }

    private struct State {
        var drawings: [String: Drawing] = [:]
        var failures: [String: (error: PageImageError, until: ContinuousClock.Instant)] = [:]
        var count = 0
    }

    private static let mostFailures = 10_000

    private let state = Locked(State())
    private let failureLife: Duration

    /// - Parameter failureLife: how long a failure is remembered
    init(failureLife: Duration) { self.failureLife = failureLife }

    /// Returns the result of `draw`, or of the call already in progress under this name.
    func drawing(named name: String, _ draw: @escaping @Sendable () async throws -> Data) async throws -> Data {
        if let failure = failure(named: name) { throw failure }
        let (task, number) = state.withLock { state in
            if state.drawings[name] != nil {
                state.drawings[name]?.waiters += 1
            } else {
                state.count += 1
                let number = state.count
                let task = Task {
                    defer { self.end(name, number) }
                    do {
                        return try await draw()
                    } catch let error as PageImageError {
                        if error.isOfThePage { self.remember(error, name) }
                        throw error
                    }
                }
                state.drawings[name] = Drawing(task: task, number: number)
            }
            let drawing = state.drawings[name]
            return (drawing?.task, drawing?.number ?? 0)
        }
        guard let task else { throw CancellationError() }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            leave(name, number)
        }
    }

    /// Returns why a drawing whose name begins like this failed recently, or `nil` if none did.
    func failure(beginning name: String) -> PageImageError? {
        state.withLock { state in
            state.failures.first { $0.key.hasPrefix(name) && $0.value.until > .now }?.value.error
        }
    }

    private func failure(named name: String) -> PageImageError? {
        state.withLock { state in
            guard let failure = state.failures[name] else { return nil }
            if failure.until > .now { return failure.error }
            state.failures[name] = nil
            return nil
        }
    }

    private func remember(_ error: PageImageError, _ name: String) {
        state.withLock { state in
            if state.failures.count >= Self.mostFailures { state.failures = [:] }
            state.failures[name] = (error, .now + failureLife)
        }
    }

    private func leave(_ name: String, _ number: Int) {
        let abandoned = state.withLock { state -> Task<Data, any Error>? in
            guard let drawing = state.drawings[name], drawing.number == number else { return nil }
            state.drawings[name]?.waiters -= 1
            guard drawing.waiters == 1 else { return nil }
            state.drawings[name] = nil
            return drawing.task
        }
        abandoned?.cancel()
    }

    private func end(_ name: String, _ number: Int) {
        state.withLock { if $0.drawings[name]?.number == number { $0.drawings[name] = nil } }
    }
}
