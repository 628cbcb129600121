/// Runs pieces of work one at a time, in the order requested. Cancelling a caller does not interrupt its work.
package actor Turns {
    private var last: Task<Void, Never>?

    package init() {}

    package func take<Value: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let before = last
        let task = Task { () async -> Result<Value, Failure> in
            await before?.value
            do throws(Failure) { return .success(try await work()) } catch { return .failure(error) }
        }
        last = Task { _ = await task.value }
        return try await task.value.get()
    }
}
