import Ceremony
import Envelopes
import Foundation

/// The checks before recipients are asked to act: of new envelopes, of drafts that are sent, and of changes.
package struct SendingChecks: Sendable {
    /// Whether signers are notified by mail.
    let mailsSigners: Bool
    let fieldText: FieldText
    let drawing: PageDrawing
    let gate: MessageGate

    /// Returns the problems that can be seen without drawing a page.
    package func problems(of definition: EnvelopeDefinition) -> [SendingProblem] {
        definition.recipients.filter { !isReachable($0, in: definition) }.map { .unreachable($0.id) }
            + fieldText.unshowableValues(in: definition).map { .unshowable($0) }
    }

    /// Checks an envelope that is sent as it is created.
    ///
    /// - Parameters:
    ///   - received: the documents of the request, which are not stored yet
    ///   - letsMessagesWait: whether messages beyond the limit wait, as for a row of a bulk send
    /// - Throws: ``NotSendable``, ``TooManyMessages``, and errors of the renderer and the stores
    func check(
        _ definition: EnvelopeDefinition, received: [Blob], lettingMessagesWait letsMessagesWait: Bool = false
    ) async throws {
        if !letsMessagesWait { try await gate.check(definition) }
        try refuse(problems(of: definition))
        try await refuse(drawing.undrawablePage(of: definition, received: received))
    }

    /// Checks what a change leads to, as far as recipients are going to see it.
    func check(
        _ events: [Event], from before: Envelope, to after: Envelope, received: [Blob]
    ) async throws {
        try await gate.check(events, after: before)
        guard after.status.isInProcess else { return }
        let (old, new) = (before.definition, after.definition)
        let isSent = before.status == .created
        if isSent || old.recipients != new.recipients || old.tabs != new.tabs { try refuse(problems(of: new)) }
        if isSent || old.tabs != new.tabs || old.documents != new.documents {
            try await refuse(drawing.undrawablePage(of: new, received: received))
        }
    }

    /// Without mail, a recipient needs a `clientUserID`, with which the sender's program asks for their page, or a host,
    /// or has to be the sender.
    private func isReachable(_ recipient: Recipient, in definition: EnvelopeDefinition) -> Bool {
        !recipient.acts || mailsSigners || recipient.clientUserID != nil || recipient.host != nil
            || recipient.email.lowercased() == definition.sender.email.lowercased()
    }

    private func refuse(_ problems: [SendingProblem]) throws(NotSendable) {
        guard problems.isEmpty else { throw NotSendable(problems: problems) }
    }

    private func refuse(_ problem: SendingProblem?) throws(NotSendable) {
        if let problem { throw NotSendable(problems: [problem]) }
    }
}
