import Envelopes
import Foundation
import Ledger

/// One envelope in an in-memory ledger, for tests.
package final class MemoryDesk: Sendable {
    package let id: EnvelopeID
    package let ledger: EnvelopeLedger
    private let database: SQLiteDatabase
    private let kept: MemoryBlobStore

    /// - Parameters:
    ///   - showsEverything: whether everyone counts as having viewed every page
    ///   - stamp: the stamp for events
    package init(
        _ history: History, blobs: [Data], showsEverything: Bool = true, stamp: (any EventStamp)? = nil
    ) throws {
        id = history.envelope.id
        database = try SQLiteDatabase(inMemory: SQLSchema([.ledger, .lists]))
        kept = MemoryBlobStore(holding: blobs)
        let events = SQLEventStore(database, remembersStates: false)
        let append = try events.prepared(history.events, leadingTo: history.envelope)
        try database.writeWaiting { try events.write(append, in: $0) }
        ledger = EnvelopeLedger(
            events: showsEverything ? EverythingShown(store: events) : events, blobs: kept, stamp: stamp)
    }

    /// The latest history.
    package var known: History {
        get throws {
            let rows: [Data] = try database.readWaiting {
                try $0.values("SELECT body FROM event ORDER BY sequence")
            }
            return try History(
                rows.enumerated().map { try Event(canonicalBytes: $1, expectedSequence: $0 + 1) })
        }
    }

    package var blobs: [Data] { kept.all }
    package var blobCount: Int { kept.all.count }

    package func envelope() async throws -> Envelope { try await ledger.envelope(id) }

    package func history() async throws -> History { try await ledger.history(id) }

    package func perform(_ command: Command, _ context: CommandContext) async throws -> Envelope {
        try await ledger.perform(command, on: id, context)
    }

    package func perform(
        _ context: CommandContext, _ work: (Envelope) throws -> [Command]
    ) async throws -> Envelope {
        try await ledger.perform(on: id, context, work)
    }

    /// Stores events whatever the rules say, as long as each can be applied to the state before it.
    package func force(_ events: [Event]) async throws {
        let next = try events.reduce(await envelope()) { try apply($1, to: $0) }
        try await ledger.events.append(events, leadingTo: next)
    }

    package func shownPages(to recipient: RecipientID) async throws -> ShownPages {
        try await ledger.events.shownPages(of: id, to: recipient)
    }

    package func blob(_ hash: BlobHash) async throws -> Data { try await ledger.document(hash) }

    package func store(_ blob: Data) async throws -> BlobHash { try await ledger.keep(blob) }
}

/// Histories in which everyone has been shown every page.
private struct EverythingShown: EventStore {
    let store: SQLEventStore

    func shownPages(of id: EnvelopeID, to recipient: RecipientID) async throws -> ShownPages {
        guard let envelope = try await store.envelope(id) else { return [:] }
        return Dictionary(
            envelope.documents.map { ($0.id, PageRanges(1...max(1, $0.pages.count))) },
            uniquingKeysWith: { first, _ in first })
    }

    func append(_ events: [Event], leadingTo state: Envelope, requestDigest request: BlobHash?) async throws {
        try await store.append(events, leadingTo: state, requestDigest: request)
    }
    func events(of id: EnvelopeID) async throws -> [Event] { try await store.events(of: id) }
    func envelope(_ id: EnvelopeID) async throws -> Envelope? { try await store.envelope(id) }
    func noteServed(_ page: DocumentPage, of id: EnvelopeID, to recipient: RecipientID) async throws {
        try await store.noteServed(page, of: id, to: recipient)
    }
    func noteShown(
        _ pages: [DocumentPage], of id: EnvelopeID, to recipient: RecipientID
    ) async throws -> [DocumentPage] {
        try await store.noteShown(pages, of: id, to: recipient)
    }
    func envelope(transaction: String, account: String) async throws -> Envelope? {
        try await store.envelope(transaction: transaction, account: account)
    }
    func requestDigest(transaction: String, account: String) async throws -> BlobHash? {
        try await store.requestDigest(transaction: transaction, account: account)
    }
    func isNamed(_ hash: BlobHash, by account: String) async throws -> Bool {
        try await store.isNamed(hash, by: account)
    }
    func isNamed(_ hash: BlobHash) async throws -> Bool { try await store.isNamed(hash) }
    func page(_ query: EnvelopeQuery) async throws -> EnvelopePage { try await store.page(query) }
}
