import Envelopes

/// What events get from whoever records them: a device adds what it knows of the moment, and signs.
public protocol EventStamp: Sendable {
    /// The context with what is known of the moment; asked once for each act.
    func context(_ context: CommandContext) async throws -> CommandContext

    /// The events as they are stored: as they are, and linked anew.
    func stamped(_ events: [Event]) async throws -> [Event]
}
