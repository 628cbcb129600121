/// Limits concurrent operations and divides the slots fairly.
///
/// A task waits when no slot is free, and stops waiting when it is canceled. A freed slot goes to the account with the
/// fewest slots, then to that account's visitor with the fewest, then to the task that came first. With two slots or
/// more, one account never takes all of them.
public actor FairSlots {
    /// The account already has as many waiting tasks as it may.
    public struct Full: Error, Sendable {
        package init() {}
    }

    private struct Waiter {
        let id: Int
        let share: FairShare
        let continuation: CheckedContinuation<Void, any Error>
    }

    private var free: Int
    private let mostOfAnAccount: Int
    private let longestLine: Int
    private var running: [FairShare: Int] = [:]
    private var waiting: [Waiter] = []
    private var nextID = 0

    /// - Parameters:
    ///   - count: the number of slots
    ///   - line: how many tasks of one account may wait
    public init(count: Int, line: Int = .max) {
        free = max(1, count)
        longestLine = line
        mostOfAnAccount = max(1, count - 1)
    }

    /// The number of waiting tasks.
    package var line: Int { waiting.count }

    /// Whether a new task with this share would have to wait.
    package func isFull(for share: FairShare) -> Bool { !isOpen(to: share) }

    /// Runs `body` while holding a slot.
    ///
    /// - Throws: ``Full`` if too many of the account's tasks wait, `CancellationError`, and any error of `body`
    public nonisolated func run<Result: Sendable>(
        for share: FairShare, _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        try await take(share)
        do {
            let result = try await body()
            await give(share)
            return result
        } catch {
            await give(share)
            throw error
        }
    }

    private func take(_ share: FairShare) async throws {
        try Task.checkCancellation()
        if isOpen(to: share) {
            begin(share)
            return
        }
        guard waiting.count(where: { $0.share.account == share.account }) < longestLine else { throw Full() }
        let id = nextID
        nextID += 1
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                if Task.isCancelled {
                    continuation.resume(throwing: CancellationError())
                } else {
                    waiting.append(Waiter(id: id, share: share, continuation: continuation))
                }
            }
        } onCancel: {
            Task { await self.leave(id) }
        }
    }

    private func leave(_ id: Int) {
        guard let index = waiting.firstIndex(where: { $0.id == id }) else { return }
        waiting.remove(at: index).continuation.resume(throwing: CancellationError())
    }

    private func give(_ share: FairShare) {
        free += 1
        running[share, default: 1] -= 1
        if running[share] == 0 { running[share] = nil }
        let next = waiting.indices.filter { isOpen(to: waiting[$0].share) }.min {
            order(waiting[$0]) < order(waiting[$1])
        }
        guard let next else { return }
        let waiter = waiting.remove(at: next)
        begin(waiter.share)
        waiter.continuation.resume()
    }

    private func begin(_ share: FairShare) {
        free -= 1
        running[share, default: 0] += 1
    }

    private func isOpen(to share: FairShare) -> Bool { free > 0 && programs(of: share.account) < mostOfAnAccount }

    private func order(_ waiter: Waiter) -> (Int, Int, Int) {
        (programs(of: waiter.share.account), running[waiter.share] ?? 0, waiter.id)
    }

    private func programs(of account: String) -> Int {
        running.reduce(0) { $1.key.account == account ? $0 + $1.value : $0 }
    }
}
