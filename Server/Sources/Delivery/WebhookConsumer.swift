import Envelopes
import Essentials
import Foundation
import Ledger

/// Calls one webhook.
package struct WebhookConsumer: JobConsumer {
    let delivery: WebhookDelivery

    /// Seconds between two looks at a paused webhook; resuming it wakes its jobs.
    private static let pause: TimeInterval = 3600

    package init(_ delivery: WebhookDelivery) {
        self.delivery = delivery
    }

    package func run(_ job: Job, at date: Date) async throws -> JobOutcome {
        let order = try CanonicalJSON.value(WebhookOrder.self, from: job.payload)
        guard try await !delivery.isPaused(order) else {
            return .untried(until: date + Self.pause, because: "The webhook is paused: its receiver failed for long.")
        }
        switch try await delivery.deliver(order, attempt: job.attempts, at: date) {
        case .delivered, .withdrawn: return .done()
        case .refused(let failure): return .dead(because: failure.description)
        case .failed(let failure): return .again(because: failure.description)
        }
    }
}
