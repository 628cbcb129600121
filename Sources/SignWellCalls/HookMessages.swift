import Crypto
import Envelopes
import Essentials
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
        let hearing = hooks.filter { $0.isCalled(about: after) }.sorted { $0.number < $1.number }
        guard !hearing.isEmpty else { return [] }
        return SignWell.HookEvent.all(of: event, before, after).flatMap { told in
            hearing.map { hook in
                HookOrder(
                    .event(after.id, sequence: event.sequence), accountID: after.accountID,
                    type: told.kind.rawValue, recipientID: told.recipientID, hook: hook.number)
            }
        }
    }
}

/// Makes the messages for hooks from envelopes' histories and from templates.
public struct HookMessages: Sendable {
    private let ledger: EnvelopeLedger
    private let templates: SQLTemplateStore
    private let timer: EnvelopeTimer

    /// - Parameter timer: the expiry of envelopes without settings of their own, which messages show
    public init(ledger: EnvelopeLedger, templates: SQLTemplateStore, timer: EnvelopeTimer) {
        self.ledger = ledger
        self.templates = templates
        self.timer = timer
    }

    /// Returns the message for an order: the document after the order's event, whatever has happened since, without
    /// addresses at which people sign; or the template as it is now.
    ///
    /// - Parameter id: the hook's id, which is the key of the hash
    /// - Returns: `nil` if the history has no such event, or the template was deleted
    public func message(for order: HookOrder, id: String) async throws -> Data? {
        switch order.subject {
        case .event(let envelopeID, let sequence):
            let history = try await ledger.history(envelopeID)
            guard let envelope = history.envelope(after: sequence),
                let event = history.events.dropFirst(sequence - 1).first
            else { return nil }
            return try SignWell.HookMessage(
                order.type, at: event.at, hash: Self.hash(order.type, at: event.at, id),
                about: order.recipientID.flatMap { envelope.recipient($0) },
                .document(SignWell.Document(envelope, timer: timer))
            ).bytes()
        case .template(let templateID, let date):
            guard let template = try await templates.template(templateID) else { return nil }
            return try SignWell.HookMessage(
                order.type, at: date, hash: Self.hash(order.type, at: date, id),
                .template(SignWell.Template(template, standard: timer.standard))
            ).bytes()
        }
    }

    private static func hash(_ type: String, at date: Date, _ id: String) -> String {
        let hashed = SignWell.HookMessage.hashedText(type, at: date)
        return Hexadecimal.text(
            HMAC<SHA256>.authenticationCode(for: Data(hashed.utf8), using: SymmetricKey(data: Data(id.utf8))))
    }
}
