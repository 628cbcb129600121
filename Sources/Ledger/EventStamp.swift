import Envelopes

/// Completes events on the device that records them: adds evidence about the time, and signs.
public protocol EventStamp: Sendable {
    /// Returns the context with evidence about the time; called once for each act.
    func context(_ context: CommandContext) async throws -> CommandContext

    /// Returns the events in their final form, signed and linked again.
    func stamped(_ events: [Event]) async throws -> [Event]
}
