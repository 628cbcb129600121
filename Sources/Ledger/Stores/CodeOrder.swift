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
    /// The act's word in the store; each is counted for itself.
    public let name: String
    /// The maximum number within ``period``.
    public let limit: Int
    /// Seconds.
    public let period: TimeInterval

    /// Allows an act `limit` times within any `period` seconds.
    public init(_ name: String, limit: Int, period: TimeInterval) {
        self.name = name
        self.limit = limit
        self.period = period
    }
}
