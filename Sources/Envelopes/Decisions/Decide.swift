import Essentials
import Foundation

/// Decides on a command and returns the events that answer it, linked to the state's last event.
///
/// A pure function: the time, the actor and every id are arguments. The command takes effect only when the events are
/// stored.
///
/// - Parameter state: the current envelope; `nil` before it is created
/// - Returns: the events in order; none if the same command was already answered under the same key, or if it would
///   change nothing (the same value filled in again, a view of a finished envelope)
/// - Throws: ``EnvelopeError`` if the command is not allowed; ``EnvelopeError/keyReused`` if the key was used for
///   another command
public func decide(_ command: Command, _ state: Envelope?, _ context: CommandContext) throws(EnvelopeError) -> [Event] {
    try decide(command, state, context, answered: state?.answeredKeys ?? [:])
}

func decide(
    _ command: Command, _ state: Envelope?, _ context: CommandContext, answered: [AnsweredKey: Set<BlobHash>]
) throws(EnvelopeError) -> [Event] {
    var context = context
    if command.isService {
        context.actor = .service
        context.evidence = nil
    }
    if try isRepeated(command, context, answered) { return [] }
    if case .create(let id, let definition, let send) = command {
        if let state { throw .alreadyCreated(state.id) }
        try requireSender(context.actor, command)
        let problems = definition.problems(whenSending: send)
        guard problems.isEmpty else { throw .invalid(problems) }
        let sending = send ? try definition.sending(at: context.at) : []
        return try link([.created(definition)] + sending, to: id, after: nil, context)
    }
    guard let state else { throw .noEnvelope }
    let bodies = try Decision(envelope: state, command: command, context: context).bodies()
    if !bodies.isEmpty { try context.limits?.check(command, in: state) }
    return try link(bodies, to: state.id, after: state, context)
}

/// Decides on several commands under one context, each on the state that the ones before it led to. All succeed or none
/// does. The context's key covers all of them together.
///
/// - Returns: the events and the state after them; without events, the state is `state` itself
public func decide(
    _ commands: [Command], _ state: Envelope?, _ context: CommandContext
) throws(EnvelopeError) -> (events: [Event], envelope: Envelope) {
    var decided = DecidedEvents(on: state, context)
    try decided.add(commands)
    guard let envelope = decided.envelope else { throw .noEnvelope }
    return (decided.events, envelope)
}

/// Whether the same command was already answered under the context's key.
func isRepeated(
    _ command: Command, _ context: CommandContext, _ answered: [AnsweredKey: Set<BlobHash>]
) throws(EnvelopeError) -> Bool {
    guard let key = context.key else { return false }
    guard !TextRules.isLonger(key, than: EnvelopeLimits.commandKey) else {
        throw .keyTooLong(limit: EnvelopeLimits.commandKey)
    }
    guard let contents = answered[AnsweredKey(actor: context.actor, key: key)] else { return false }
    // A command that cannot be encoded was never answered.
    guard let content = try? command.answerBody.contentDigest(), contents.contains(content) else { throw .keyReused }
    return true
}

func requireSender(_ actor: EventActor, _ command: Command) throws(EnvelopeError) {
    guard actor.kind != .recipient else { throw .notAllowed(actor, command.answer) }
}

private func link(
    _ bodies: [EventBody], to id: EnvelopeID, after state: Envelope?, _ context: CommandContext
) throws(EnvelopeError) -> [Event] {
    var sequence = state?.lastSequence ?? 0
    var previous = state?.lastHash ?? .none
    var events: [Event] = []
    do {
        for body in bodies {
            sequence += 1
            let event = try Event(
                sequence: sequence, envelopeID: id, at: context.at, actor: context.actor, commandKey: context.key,
                body: body, device: context.evidence, previousHash: previous)
            previous = event.hash
            events.append(event)
        }
    } catch {
        throw .history(error)
    }
    return events
}
