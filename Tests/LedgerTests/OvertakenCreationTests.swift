import Envelopes
import Essentials
import Foundation
import Testing

@testable import Ledger

@Suite("One request, two processes")
struct OvertakenCreationTests {
    /// A store in which another process writes right after the first look for a transaction id.
    private final class OvertakenStore: EventStore {
        private let store: SQLEventStore
        private let other: @Sendable () async throws -> Void
        private let overtaken = Locked(false)

        init(_ store: SQLEventStore, by other: @escaping @Sendable () async throws -> Void) {
            (self.store, self.other) = (store, other)
        }

        private func looked<Answer>(_ answer: Answer) async throws -> Answer {
            let isFirst = overtaken.withLock { done in
                defer { done = true }
                return !done
            }
            if isFirst { try await other() }
            return answer
        }

        func envelope(transaction: String, account: String) async throws -> Envelope? {
            try await looked(try await store.envelope(transaction: transaction, account: account))
        }
        func requestDigest(transaction: String, account: String) async throws -> BlobHash? {
            try await looked(try await store.requestDigest(transaction: transaction, account: account))
        }
        func append(_ events: [Event], leadingTo state: Envelope, requestDigest request: BlobHash?) async throws {
            try await store.append(events, leadingTo: state, requestDigest: request)
        }
        func events(of id: EnvelopeID) async throws -> [Event] { try await store.events(of: id) }
        func envelope(_ id: EnvelopeID) async throws -> Envelope? { try await store.envelope(id) }
        func shownPages(of id: EnvelopeID, to recipient: RecipientID) async throws -> ShownPages {
            try await store.shownPages(of: id, to: recipient)
        }
        func noteServed(_ page: DocumentPage, of id: EnvelopeID, to recipient: RecipientID) async throws {
            try await store.noteServed(page, of: id, to: recipient)
        }
        func noteShown(
            _ pages: [DocumentPage], of id: EnvelopeID, to recipient: RecipientID
        ) async throws -> [DocumentPage] {
            try await store.noteShown(pages, of: id, to: recipient)
        }
        func isNamed(_ hash: BlobHash, by account: String) async throws -> Bool {
            try await store.isNamed(hash, by: account)
        }
        func isNamed(_ hash: BlobHash) async throws -> Bool { try await store.isNamed(hash) }
        func page(_ query: EnvelopeQuery) async throws -> EnvelopePage { try await store.page(query) }
    }

    @Test("The later process gets the envelope stored while it looked; another request is refused")
    func overtaken() async throws {
        let fixture = try LedgerFixture(.memory)
        let definition = fixture.definition(
            document: try await fixture.blobs.store(Data("a document".utf8)), transactionID: "order-42")
        let (request, another) = (BlobHash(of: Data("a request".utf8)), BlobHash(of: Data("another".utf8)))
        let first = EnvelopeID(UUID())
        let store = OvertakenStore(fixture.events) {
            _ = try await fixture.ledger.createEnvelope(
                first, definition, send: true, fixture.context(), requestDigest: request)
        }
        let later = EnvelopeLedger(events: store, blobs: fixture.blobs)
        let (envelope, isNew) = try await later.createEnvelope(
            EnvelopeID(UUID()), definition, send: true, fixture.context(), requestDigest: request)
        #expect(envelope.id == first && !isNew)
        await #expect(throws: StorageError.duplicateTransaction(id: "order-42")) {
            try await later.createEnvelope(
                EnvelopeID(UUID()), definition, send: true, fixture.context(), requestDigest: another)
        }
    }
}
