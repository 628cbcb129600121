import Envelopes
import Foundation
import Ledger

/// Does what is due for an envelope by itself: reminders, a warning, the end of the time to sign, a missing seal.
package struct EnvelopeTimers: JobConsumer {
    let ledger: EnvelopeLedger
    let timer: EnvelopeTimer
    let seal: @Sendable (EnvelopeID, Date) async throws -> Void

    /// - Parameter seal: seals an envelope in which nothing but the seal is missing
    package init(
        ledger: EnvelopeLedger, timer: EnvelopeTimer,
        seal: @escaping @Sendable (EnvelopeID, Date) async throws -> Void
    ) {
        self.ledger = ledger
        self.timer = timer
        self.seal = seal
    }

    package func run(_ job: Job, at date: Date) async throws -> JobOutcome {
        guard let id = job.envelopeID, let envelope = try await ledger.events.envelope(id) else { return .done() }
        if envelope.isReadyToSeal {
            try await seal(id, date)
            return .done()
        }
        // Its sender has changed their mind. A restoration sets the timer again.
        if envelope.status == .created, try await ledger.events.isDeleted(id) { return .done() }
        guard !timer.due(envelope, at: date).isEmpty else {
            guard let next = timer.next(envelope) else { return .done() }
            return .untried(until: next, because: "nothing is due before")
        }
        let after = try await ledger.perform(on: id, CommandContext(at: date, actor: .service)) { newest in
            timer.due(newest, at: date)
        }
        // The events that were stored have replaced the timer, unless somebody else did what was due.
        return after.lastSequence > envelope.lastSequence ? .replaced : .done()
    }
}
