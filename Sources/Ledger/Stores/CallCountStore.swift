import Foundation

/// Counts calls in windows of time, for every process that shares the store.
public protocol CallCountStore: Sendable {
    /// Counts one call.
    ///
    /// - Parameters:
    ///   - name: who is counted, such as the id of an API key
    ///   - window: seconds of one window; windows begin at multiples of it since 1970
    /// - Returns: the number of calls in the current window, this one included
    func count(_ name: String, window: TimeInterval, at date: Date) async throws -> Int

    /// Takes one call of the current window back.
    func withdraw(_ name: String, window: TimeInterval, at date: Date) async throws

    /// Takes all calls of a name back.
    func clear(_ name: String) async throws

    /// Removes the counts of windows that have ended.
    func removeExpired(at date: Date) async throws
}
