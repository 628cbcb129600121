import Envelopes
import Foundation

/// Histories in memory: for tests, and for whoever needs no more.
public actor MemoryEventStore: EventStore {
    private var histories: [EnvelopeID: History] = [:]
    private var requests: [EnvelopeID: BlobHash] = [:]
    private var named: [String: Set<BlobHash>] = [:]
    private var shown: [EnvelopeID: [RecipientID: ShownPages]] = [:]
    /// When each envelope's newest status was stored.
    private var changedAt: [EnvelopeID: Date] = [:]
    private let now: @Sendable () -> Date

    public init(now: @escaping @Sendable () -> Date = { Date() }) {
        self.now = now
    }

    public func append(_ events: [Event], leadingTo state: Envelope) async throws {
        guard let first = events.first, let last = events.last, last.hash == state.lastHash else {
            throw StorageError.unreadable(what: "An append", reason: "its events do not lead to its state")
        }
        let expected = first.sequence - 1
        guard (histories[state.id]?.envelope.lastSequence ?? 0) == expected else {
            throw StorageError.conflict(envelope: state.id, expected: expected)
        }
        let before = histories[state.id]?.envelope.status
        if var history = histories[state.id] {
            try history.append(events)
            histories[state.id] = history
        } else {
            if let transaction = state.definition.transactionID,
                try await envelope(transaction: transaction, account: state.accountID) != nil
            {
                throw StorageError.duplicateTransaction(id: transaction)
            }
            histories[state.id] = try History(events)
        }
        if state.status != before { changedAt[state.id] = Timestamp.quantised(now()) }
        named[state.accountID, default: []].formUnion(events.flatMap(\.body.blobs))
    }

    public func append(_ events: [Event], leadingTo state: Envelope, askedForBy request: BlobHash) async throws {
        try await append(events, leadingTo: state)
        requests[state.id] = request
    }

    public func requestDigest(transaction: String, account: String) async throws -> BlobHash? {
        try await envelope(transaction: transaction, account: account).flatMap { requests[$0.id] }
    }

    public func events(of id: EnvelopeID) async throws -> [Event] { histories[id]?.events ?? [] }

    public func envelope(_ id: EnvelopeID) async throws -> Envelope? { histories[id]?.envelope }

    public func envelope(transaction: String, account: String) async throws -> Envelope? {
        histories.values.map(\.envelope).first {
            $0.accountID == account && $0.definition.transactionID == transaction
        }
    }

    public func shownPages(of id: EnvelopeID, to recipient: RecipientID) async throws -> ShownPages {
        shown[id]?[recipient] ?? [:]
    }

    public func noteShown(_ page: DocumentPage, of id: EnvelopeID, to recipient: RecipientID) async throws {
        shown[id, default: [:]][recipient, default: [:]][page.documentID, default: PageRanges()].insert(page.page)
    }

    public func isNamed(_ hash: BlobHash, by account: String) async throws -> Bool {
        named[account]?.contains(hash) ?? false
    }

    public func isNamed(_ hash: BlobHash) async throws -> Bool { named.values.contains { $0.contains(hash) } }

    public func page(_ query: EnvelopeQuery) async throws -> EnvelopePage {
        let ids = query.ids.map(Set.init)
        let found = histories.values.map(\.envelope).filter { envelope in
            envelope.accountID == query.accountID
                && query.changedFrom.map { changed(envelope) >= $0 } ?? true
                && query.changedTo.map { changed(envelope) <= $0 } ?? true
                && query.statuses?.contains(envelope.status) ?? true && ids?.contains(envelope.id) ?? true
        }.sorted { left, right in
            let isBefore = (changed(left), left.id.rawValue) < (changed(right), right.id.rawValue)
            return isBefore == query.ascending
        }
        return EnvelopePage(
            ids: found.dropFirst(max(0, query.start)).prefix(max(0, query.count)).map(\.id), total: found.count)
    }

    private func changed(_ envelope: Envelope) -> Date { changedAt[envelope.id] ?? envelope.statusChangedAt }
}
