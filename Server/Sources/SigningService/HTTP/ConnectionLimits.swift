import Foundation

/// Limits on the duration and number of connections.
public struct ConnectionLimits: Sendable, Hashable {
    /// The time limit from the end of a request's header to the end of its body, in seconds. The connection is closed
    /// after it.
    public var requestLife: TimeInterval = 300
    /// The time limit for a client to receive each part of an answer, in seconds. A part has at most 256 KB. The
    /// connection is closed after it.
    public var answerLife: TimeInterval = 60
    /// The maximum number of connections; fewer if the system permits few open files. One address gets a quarter of
    /// them, unless the service is behind a proxy.
    public var total = 1000

    /// Starts with the defaults.
    public init() {}
}
