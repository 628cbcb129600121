import Envelopes
import Essentials
import Foundation
import Ledger

/// Finds out who hears of a stored event, and adds a job for each message and call.
package struct PublishedEvents: JobConsumer {
    /// Returns further jobs for an event, such as calls of webhooks.
    package typealias Others =
        @Sendable (
            _ event: Event, _ before: Envelope?, _ after: Envelope
        ) async throws -> [NewJob]

    let ledger: EnvelopeLedger
    /// Whether there is mail.
    let mails: Bool
    /// Returns which messages a user gets about their envelopes.
    let notices: @Sendable (_ userID: String) async throws -> SenderNotices
    let others: Others

    package init(
        ledger: EnvelopeLedger, mails: Bool,
        notices: @escaping @Sendable (_ userID: String) async throws -> SenderNotices = { _ in SenderNotices() },
        others: @escaping Others = { _, _, _ in [] }
    ) {
        self.ledger = ledger
        self.mails = mails
        self.notices = notices
        self.others = others
    }

    package func run(_ job: Job, at date: Date) async throws -> JobOutcome {
        guard let id = job.envelopeID else { return .dead(because: "The job names no envelope.") }
        let sequence = try CanonicalJSON.value(PublishedEvent.self, from: job.payload).sequence
        let events = try await ledger.events.events(of: id)
        guard sequence >= 1, sequence <= events.count else {
            return .dead(because: "Envelope \(id) has no event \(sequence).")
        }
        let event = events[sequence - 1]
        var before: Envelope?
        for earlier in events.prefix(sequence - 1) { before = try apply(earlier, to: before) }
        let after = try apply(event, to: before)
        var jobs: [NewJob] = []
        if mails {
            let wanted = try await notices(after.sender.userID)
            jobs = try Notice.all(for: event, before, after, to: wanted).map { notice in
                try MailOrder(notice, sequence: sequence).job(for: after)
            }
        }
        return .done(adding: jobs + (try await others(event, before, after)))
    }
}
