import Envelopes
import Foundation
import Ledger

/// Refuses requests that ask for messages at once while the account has no more messages to send within the hour.
///
/// What other accounts send to an address refuses nothing: such a message waits.
struct MessageGate: Sendable {
    let jobs: any JobQueue
    package let now: @Sendable () -> Date

    /// Checks the messages that a new envelope asks for.
    ///
    /// - Throws: ``TooManyMessages``
    func check(_ definition: EnvelopeDefinition) async throws {
        let first = definition.recipients.filter(\.acts).map(\.routingOrder).min()
        // What goes out later waits in any case.
        if let workflow = definition.workflow {
            guard workflow.sending == nil, !workflow.steps.contains(where: { $0.order == first }) else { return }
        }
        let people = definition.recipients.filter {
            $0.acts && $0.getsMail && $0.mailDelay == nil && $0.routingOrder == first
        }
        try await check(people.map { MailOrder.count(.invitation, to: $0.email) }, of: definition.accountID)
    }

    /// Checks the messages that a change asks for.
    ///
    /// - Throws: ``TooManyMessages``; what `apply` throws
    func check(_ events: [Event], after before: Envelope) async throws {
        var counts: [MessageCount] = []
        var state = before
        for event in events {
            let after = try apply(event, to: state)
            for notice in Notice.all(for: event, state, after) where notice.message.traits.contains(.isAskedFor) {
                guard let id = notice.recipientID, let recipient = after.recipient(id) else { continue }
                counts.append(MailOrder.count(notice.message, to: recipient.email))
            }
            state = after
        }
        try await check(counts, of: before.accountID)
    }

    private func check(_ counts: [MessageCount], of account: String) async throws {
        guard !counts.isEmpty else { return }
        let date = now()
        if let again = try await jobs.wait(before: counts, of: account, at: date) {
            throw TooManyMessages(wait: again.timeIntervalSince(date))
        }
    }
}

/// The account, or the service, has no more messages to send to these people within the hour.
public struct TooManyMessages: Error, Sendable, Hashable, CustomStringConvertible {
    /// Seconds until the next may leave.
    public let wait: TimeInterval

    /// Two sentences, with the wait in whole minutes.
    public var description: String {
        let minutes = max(1, Int((wait / 60).rounded(.up)))
        return "The account has sent as many messages as it may within an hour, to one of these addresses or in all. "
            + "Nothing was sent or changed; try again in \(minutes) \(minutes == 1 ? "minute" : "minutes")."
    }
}
