import Foundation

/// How long and how many connections are kept.
public struct ConnectionLimits: Sendable, Hashable {
    /// Seconds from the end of a request's header to the end of its body, after which the connection is closed.
    public var requestLife: TimeInterval = 300
    /// Seconds within which a client takes each part of an answer, of at most 256 KB, before the connection is closed.
    public var answerLife: TimeInterval = 60
    /// The most connections at a time; fewer where the system lets the process open few files. One address gets a
    /// quarter of them, unless a proxy stands before the service.
    public var total = 1000

    public init() {}
}
