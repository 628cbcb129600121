/// Events that were decided on a state and are not stored yet. More commands can follow, such as a seal that names the
/// signature before it.
///
/// The events are linked to that state's last event, so they can be stored only while it is the newest.
package struct DecidedEvents: Sendable {
    package private(set) var events: [Event] = []
    /// The state after the events; `nil` if there is no envelope yet.
    package private(set) var envelope: Envelope?
    private let base: BlobHash?
    private let context: CommandContext
    /// The keys answered before the first command: the context's key covers all commands together.
    private let answered: [AnsweredKey: Set<BlobHash>]

    package init(on state: Envelope?, _ context: CommandContext) {
        envelope = state
        base = state?.lastHash
        self.context = context
        answered = state?.answeredKeys ?? [:]
    }

    /// Decides further commands, each on the state that the ones before it led to.
    package mutating func add(_ commands: [Command]) throws(EnvelopeError) {
        for command in commands {
            let next = try decide(command, envelope, context, answered: answered)
            do {
                for event in next { envelope = try apply(event, to: envelope) }
            } catch {
                throw .history(error)
            }
            events += next
        }
    }

    /// Whether the events follow this state.
    package func follow(_ state: Envelope) -> Bool { base == state.lastHash }
}
