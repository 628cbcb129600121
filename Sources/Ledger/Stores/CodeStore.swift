import Foundation

/// The result of asking for a one-time code.
public enum CodeOrder: Sendable, Hashable {
    /// Six digits, to be sent and never stored in clear.
    case issued(String)
    /// The recipient has asked too often; they may ask again at `again`.
    case tooMany(again: Date)
}

/// The result of entering a one-time code.
public enum CodeAnswer: Sendable, Hashable {
    /// Right, and used up by this request.
    case right
    /// Wrong; `left` is the number of further tries.
    case wrong(left: Int)
    /// Too old.
    case expired
    /// Wrong too often, or right once before.
    case usedUp
    /// No code was sent.
    case unknown
}

/// An act that a recipient may repeat only so often, although it stands in no history.
public struct LimitedAct: Sendable, Hashable {
    public let name: String
    /// The maximum number within ``period``.
    public let limit: Int
    /// Seconds.
    public let period: TimeInterval

    public init(_ name: String, limit: Int, period: TimeInterval) {
        self.name = name
        self.limit = limit
        self.period = period
    }
}

/// Stores one-time codes as salted hashes, and counts the acts of recipients that are limited. Requests that come at the
/// same time cannot exceed a limit together.
public protocol CodeStore: Sendable {
    /// Makes a new code, which replaces the recipient's earlier one.
    ///
    /// - Parameters:
    ///   - life: seconds until it expires
    ///   - tries: the number of wrong codes after which it is used up
    func issue(
        for target: LinkTarget, within act: LimitedAct, life: TimeInterval, tries: Int, at date: Date
    ) async throws -> CodeOrder

    /// Compares a code with the recipient's newest one.
    func redeem(_ code: String, for target: LinkTarget, at date: Date) async throws -> CodeAnswer

    /// Whether the recipient has a code that they may still enter.
    func hasCode(_ target: LinkTarget, at date: Date) async throws -> Bool

    /// Counts an act.
    ///
    /// - Returns: `nil` if it is allowed, otherwise the time at which it is allowed again
    func count(_ act: LimitedAct, of target: LinkTarget, at date: Date) async throws -> Date?
}
