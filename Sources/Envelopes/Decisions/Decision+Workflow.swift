import Essentials
import Foundation

/// When the envelope is sent, and where its routing waits.
extension Decision {
    /// The events of sending: a later time to send, or the sending itself. Sending what waits for its time sends it now.
    func sending() throws(EnvelopeError) -> [EventBody] {
        guard envelope.scheduledAt == nil else { return [.sent] }
        return try envelope.definition.sending(at: context.at)
    }

    func resume(_ order: Int) throws(EnvelopeError) -> [EventBody] {
        try requireSender(context.actor, command)
        guard envelope.status.isInProcess else { throw .wrongStatus(envelope.status, command.answer) }
        guard envelope.heldOrder?.order == order else { throw .notPaused }
        return [command.answerBody]
    }

    func changeWorkflow(_ workflow: Workflow?) throws(EnvelopeError) -> [EventBody] {
        try requireSender(context.actor, command)
        guard envelope.status == .created || envelope.status.isInProcess else {
            throw .wrongStatus(envelope.status, command.answer)
        }
        if envelope.workflow == workflow { return [] }
        var changed = envelope.definition
        changed.workflow = workflow
        let known = [envelope.workflow?.sending] + (envelope.workflow?.steps.map(\.wait) ?? [])
        // Dates that stood there before may have passed.
        let problems =
            changed.workflowProblems
            + (workflow?.problems(at: context.at) ?? []).filter { problem in
                !known.contains { if case .until(let date)? = $0 { problem == .dateOutOfRange(date) } else { false } }
            }
        guard problems.isEmpty else { throw .invalid(problems) }
        return [command.answerBody]
    }
}

extension EnvelopeDefinition {
    /// The events of sending an envelope: a later time, or the sending itself.
    func sending(at date: Date) throws(EnvelopeError) -> [EventBody] {
        let problems = workflow?.problems(at: date) ?? []
        guard problems.isEmpty else { throw .invalid(problems) }
        guard let wait = workflow?.sending else { return [.sent] }
        return [.scheduled(at: Timestamp.quantized(wait.end(from: date)))]
    }

    var workflowProblems: [EnvelopeProblem] {
        workflow?.problems(orders: Set(recipients.map(\.routingOrder))) ?? []
    }
}
