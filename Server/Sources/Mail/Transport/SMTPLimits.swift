import Foundation

/// The limits of an ``SMTPTransport``.
public struct SMTPLimits: Sendable, Hashable {
    /// Seconds until a connection, with TLS, must stand.
    public var connectTime: TimeInterval = 30
    /// Seconds for each answer of the server, and for a stretch in which it takes no byte.
    public var answerTime: TimeInterval = 60
    /// Seconds for the whole of a message.
    public var totalTime: TimeInterval = 600
    /// Bytes of a message as it is sent, so with its attachments in Base64.
    public var messageSize = 25 * 1024 * 1024
    /// The number of connections at the same time.
    public var connections = 4
    /// Seconds that a connection without a message stays open.
    public var idleTime: TimeInterval = 60

    /// Starts with the defaults.
    public init() {}
}
