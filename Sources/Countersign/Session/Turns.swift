/// Work that is done one piece after the other, in the order in which it is asked for. Cancelling whoever asked breaks
/// nothing off.
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
