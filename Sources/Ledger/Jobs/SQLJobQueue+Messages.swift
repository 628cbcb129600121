import Foundation

extension SQLJobQueue {
    /// Counts the message and notes on the job where it was counted, in one transaction.
    public func admit(_ job: Job, as count: MessageCount, at date: Date) async throws -> Date? {
        try await database.write { connection in
            let isCounted = try SQLCallCountStore.count(
                quotas.limits(count, of: job.accountID), window: MessageQuotas.window, at: date, in: connection)
            guard isCounted else { return MessageQuotas.next(after: date) }
            try connection.run(
                "UPDATE job SET countedAs = ? WHERE id = ? AND holder = ?", [count.name, job.id, job.holder])
            return nil
        }
    }

    /// Passes over the limit of one mailbox over all accounts, which others use up as well.
    public func wait(before counts: [MessageCount], of account: String, at date: Date) async throws -> Date? {
        let limits = Set(counts.flatMap { quotas.ownLimits($0, of: account) })
        return try await database.read { connection in
            let isFull = try limits.contains { limit in
                let calls = try SQLCallCountStore.calls(
                    limit.name, window: MessageQuotas.window, at: date, in: connection)
                return calls >= limit.limit
            }
            return isFull ? MessageQuotas.next(after: date) : nil
        }
    }
}
