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

    /// Counts one call under several names, or under none if one of them has reached its limit.
    ///
    /// - Returns: whether it was counted
    func count(_ limits: [CallLimit], window: TimeInterval, at date: Date) async throws -> Bool

    /// Takes one call of the current window back, under each of the names.
    func withdraw(_ names: [String], window: TimeInterval, at date: Date) async throws

    /// Takes all calls under a name back.
    func clear(_ name: String) async throws
}

/// How many calls a name may have in a window.
public struct CallLimit: Sendable, Hashable {
    public let name: String
    public let limit: Int

    public init(_ name: String, limit: Int) {
        (self.name, self.limit) = (name, limit)
    }
}
