import Envelopes
import Foundation
import Ledger

extension Sealing {
    /// Seals an envelope in which nothing but the seal is missing, as when the last person opened a certified delivery.
    /// Does nothing to any other.
    public func seal(_ id: EnvelopeID, in ledger: EnvelopeLedger, at date: Date) async throws {
        let context = CommandContext(at: date, actor: .service)
        _ = try await ledger.perform(on: id, context) { (_: DecidedEvents?, history) in
            var sealed = DecidedEvents(on: history.envelope, context)
            if history.envelope.isReadyToSeal { try sealed.add(await commands(history, at: date)) }
            return sealed
        } _: { sealed, newest in
            sealed.follow(newest) ? .decided(sealed) : nil
        }
    }
}
