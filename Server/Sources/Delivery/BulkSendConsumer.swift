import EnvelopeService
import Envelopes
import Essentials
import Foundation
import Ledger

/// Makes the envelope of one row of a bulk send.
package struct BulkSendConsumer: JobConsumer {
    private let service: EnvelopeService

    package init(_ service: EnvelopeService) {
        self.service = service
    }

    package func run(_ job: Job, at date: Date) async throws -> JobOutcome {
        let reason = try await service.makeDocument(of: Self.row(of: job))
        return reason.map { .dead(because: $0) } ?? .done()
    }

    package func giveUp(_ job: Job, because reason: String, at date: Date) async throws {
        try await service.giveUp(Self.row(of: job))
    }

    private static func row(of job: Job) throws -> BulkSendRow {
        try CanonicalJSON.value(BulkSendRow.self, from: job.payload)
    }
}
