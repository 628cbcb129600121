/// Runs pieces of work one at a time, in the order requested. Cancelling a caller does not interrupt its work.
actor Turns {
    private var last: Task<Void, Never>?

    func take<Value: Sendable>(
        _ work: @escaping @Sendable () async throws(CountersignError) -> Value
    ) async throws(CountersignError) -> Value {
        let before = last
        let task = Task { () async -> Result<Value, CountersignError> in
            await before?.value
            do throws(CountersignError) { return .success(try await work()) } catch { return .failure(error) }
        }
        last = Task { _ = await task.value }
        return try await task.value.get()
    }
}
