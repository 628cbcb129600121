/// Limits the time of work, even if the work does not check a clock itself.
enum TimeLimit {
    struct Exceeded: Error {}

    /// Returns the work's result. If it takes longer, cancels it and throws ``Exceeded``.
    static func run<Result: Sendable>(
        within limit: Duration, _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        try await withThrowingTaskGroup(of: Result.self) { group in
            group.addTask { try await work() }
            group.addTask {
                try await Task.sleep(for: limit)
                throw Exceeded()
            }
            defer { group.cancelAll() }
            guard let first = try await group.next() else { throw Exceeded() }
            return first
        }
    }
}
