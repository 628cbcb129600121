import Envelopes
import Foundation
import Ledger
import SignWellDialect

/// Lists of documents: the newest first.
struct DocumentListing: Sendable {
    let events: any EventStore

    /// The number of envelopes that one search reads at a time.
    private static let chunk = 200

    func documents(
        _ query: SignWell.DocumentQuery, _ page: SignWell.PageRequest, account: String
    ) async throws -> (envelopes: [Envelope], total: Int) {
        var selection = EnvelopeQuery(accountID: account, start: page.start, count: page.limit)
        selection.statuses = query.envelopeStatuses
        selection.ids = query.ids
        selection.leavesOutNeverSent = true
        if query.isEmpty {
            let found = try await events.page(selection)
            return (try await envelopes(found.ids), found.total)
        }
        if selection.statuses?.isEmpty == true || selection.ids?.isEmpty == true { return ([], 0) }
        // What the store cannot select is looked at here, one envelope at a time.
        selection.changedFrom = query.startDate
        selection.start = 0
        selection.count = Self.chunk
        var matching: [Envelope] = []
        var total = 0
        while true {
            let found = try await events.page(selection)
            for envelope in try await envelopes(found.ids) where query.holds(for: envelope) {
                if total >= page.start, matching.count < page.limit { matching.append(envelope) }
                total += 1
            }
            selection.start += found.ids.count
            if found.ids.isEmpty || selection.start >= found.total { return (matching, total) }
        }
    }

    private func envelopes(_ ids: [EnvelopeID]) async throws -> [Envelope] {
        var envelopes: [Envelope] = []
        for id in ids {
            guard let envelope = try await events.envelope(id), envelope.isShownAsDocument else { continue }
            envelopes.append(envelope)
        }
        return envelopes
    }
}

extension Envelope {
    /// Whether the second dialect knows it as a document: it is no draft that was deleted.
    var isShownAsDocument: Bool { status != .voided || sentAt != nil }
}
