import Crypto
import Envelopes
import Foundation
import Ledger
import SignWellDialect

extension HookOrder {
    /// Returns the orders for an event: for each thing to tell, the hooks that hear of the envelope, oldest first.
    ///
    /// A pure function.
    ///
    /// - Parameters:
    ///   - before: the envelope before the event; `nil` before the first
    ///   - after: the envelope after it
    public static func orders(
        for event: Event, _ before: Envelope?, _ after: Envelope, hooks: [Hook]
    ) -> [HookOrder] {
        let hearing = hooks.filter { $0.hears(of: after) }.sorted { $0.number < $1.number }
        guard !hearing.isEmpty else { return [] }
        return SignWell.HookEvent.all(of: event, before, after).flatMap { told in
            hearing.map { hook in
                HookOrder(
                    envelopeID: after.id, accountID: after.accountID, sequence: event.sequence,
                    type: told.kind.rawValue, recipientID: told.recipientID, hook: hook.number)
            }
        }
    }
}

/// Makes the messages for hooks from envelopes' histories.
public struct HookMessages: Sendable {
    private let ledger: EnvelopeLedger
    private let timer: EnvelopeTimer

    public init(ledger: EnvelopeLedger, timer: EnvelopeTimer) {
        self.ledger = ledger
        self.timer = timer
    }

    /// Returns the message for an order: the document after the order's event, whatever has happened since, without
    /// addresses at which people sign.
    ///
    /// - Parameter id: the hook's id, which is the key of the hash
    /// - Returns: `nil` if the history has no such event
    public func message(for order: HookOrder, id: String) async throws -> Data? {
        let history = try await ledger.history(order.envelopeID)
        guard let envelope = history.envelope(after: order.sequence),
            let event = history.events.dropFirst(order.sequence - 1).first
        else { return nil }
        let hashed = SignWell.HookMessage.hashedText(order.type, at: event.at)
        let hash = HMAC<SHA256>.authenticationCode(
            for: Data(hashed.utf8), using: SymmetricKey(data: Data(id.utf8)))
        return try SignWell.HookMessage(
            order.type, at: event.at, hash: hash.map { String(format: "%02x", $0) }.joined(),
            about: order.recipientID.flatMap { envelope.recipient($0) },
            document: SignWell.Document(envelope, timer: timer)
        ).bytes()
    }
}
