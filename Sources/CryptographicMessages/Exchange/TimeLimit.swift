/// Work that must end in time, whether or not it looks at a clock itself.
enum TimeLimit {
    struct Exceeded: Error {}

    /// The work's result; ``Exceeded`` if it takes longer. The work is cancelled then.
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
