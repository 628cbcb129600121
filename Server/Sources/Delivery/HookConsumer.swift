import EnvelopeService
import Envelopes
import Essentials
import Foundation
import Ledger
import Webhooks

/// Calls one hook: makes the message, signs it with the hook's id, and sends it.
package struct HookConsumer: JobConsumer {
    private let store: SQLHookStore
    private let secrets: any SecretBox
    private let messages: HookMessages
    private let sender: WebhookSender

    package init(stores: EnvelopeService.Stores, timer: EnvelopeTimer, sender: WebhookSender) {
        store = stores.hooks
        secrets = stores.secrets
        messages = HookMessages(ledger: stores.ledger, templates: stores.templates, timer: timer)
        self.sender = sender
    }

    package func run(_ job: Job, at date: Date) async throws -> JobOutcome {
        let order = try CanonicalJSON.value(HookOrder.self, from: job.payload)
        guard let hook = try await store.hooks(of: order.accountID).first(where: { $0.number == order.hook }) else {
            // It was deleted: nobody wants the message any more.
            return .done()
        }
        let id = try secrets.text(hook.sealedID, for: ConnectSecret.hook(of: hook.accountID))
        guard let body = try await messages.message(for: order, id: id) else { return .done() }
        var request = WebhookRequest(url: hook.url, body: body, deliveryID: try order.deliveryID)
        request.bodyKey = Data(id.utf8)
        switch try await sender.outcome(of: request) {
        case .delivered, .withdrawn: return .done()
        case .refused(let failure): return .dead(because: failure.description)
        case .failed(let failure): return .again(because: failure.description)
        }
    }
}
