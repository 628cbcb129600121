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
}
