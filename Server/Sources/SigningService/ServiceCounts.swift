import EnvelopeService
import Metrics

/// Counts occurrences for the metrics.
enum ServiceCounts {
    @Sendable static func count(_ occurrence: ServiceOccurrence) {
        switch occurrence {
        case .envelopeCreated: Counter(label: "countersign_envelopes_created_total").increment()
        case .eventStored(let kind):
            Counter(label: "countersign_events_total", dimensions: [("kind", kind.rawValue)]).increment()
        case .ceremonyOpened: Counter(label: "countersign_ceremonies_opened_total").increment()
        case .ticketSpent: Counter(label: "countersign_tickets_spent_total").increment()
        case .historyTaken: Counter(label: "countersign_histories_taken_total").increment()
        case .uploadCompleted(let bytes):
            Counter(label: "countersign_uploaded_bytes_total").increment(by: bytes)
        }
    }
}
