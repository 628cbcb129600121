import Foundation

/// What happens when a command is given: the events that answer it, linked to the state's last one.
///
/// Pure: the moment, the actor and every id come in from outside. Nothing has happened until the events are stored.
///
/// - Parameter state: the envelope as it stands; nil before it is created.
/// - Returns: the events in order; none when the same command was answered under the same key before, or when it would
///   change nothing (the same value filled in again, a look at a finished envelope).
/// - Throws: ``EnvelopeError`` when it may not happen, ``EnvelopeError/keyReused`` when the key was answered for
///   another command.
public func decide(_ command: Command, _ state: Envelope?, _ context: CommandContext) throws(EnvelopeError) -> [Event] {
    try decide(command, state, context, answered: state?.answeredKeys ?? [:])
}

private func decide(
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
        return try link(send ? [.created(definition), .sent] : [.created(definition)], to: id, after: nil, context)
    }
    guard let state else { throw .noEnvelope }
    let bodies = try Decision(envelope: state, command: command, context: context).bodies()
    if !bodies.isEmpty { try context.limits?.check(command, in: state) }
    return try link(bodies, to: state.id, after: state, context)
}

/// Several commands under one context, each decided on what the ones before it led to: all happen or none. The
/// context's key stands for them together.
///
/// - Returns: the events, and the state after them; the state is `state` itself when there are none.
public func decide(
    _ commands: [Command], _ state: Envelope?, _ context: CommandContext
) throws(EnvelopeError) -> (events: [Event], envelope: Envelope) {
    var events: [Event] = []
    let answered = state?.answeredKeys ?? [:]
    var state = state
    for command in commands {
        let next = try decide(command, state, context, answered: answered)
        do {
            for event in next { state = try apply(event, to: state) }
        } catch {
            throw .history(error)
        }
        events += next
    }
    guard let state else { throw .noEnvelope }
    return (events, state)
}

/// Whether the same command was answered under the context's key.
private func isRepeated(
    _ command: Command, _ context: CommandContext, _ answered: [AnsweredKey: Set<BlobHash>]
) throws(EnvelopeError) -> Bool {
    guard let key = context.key else { return false }
    guard !TextRules.isLonger(key, than: EnvelopeLimits.commandKey) else {
        throw .keyTooLong(limit: EnvelopeLimits.commandKey)
    }
    guard let contents = answered[AnsweredKey(actor: context.actor, key: key)] else { return false }
    // What cannot be written was never answered.
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
