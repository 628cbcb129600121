import EnvelopeService
import Envelopes
import Essentials
import Foundation
import Ledger
import Testing

@Suite("A lasting write conflict")
struct ConflictTests {
    /// A store to which, while it is contested, another process always writes first.
    private struct ContestedStore: EventStore {
        let store: any EventStore
        let contested: Contest

        final class Contest: Sendable {
            private let state = Locked(false)
            var isOn: Bool {
                get { state.withLock { $0 } }
                set { state.withLock { $0 = newValue } }
            }
        }

        func append(_ events: [Event], leadingTo state: Envelope, requestDigest request: BlobHash?) async throws {
            if contested.isOn { throw StorageError.conflict(envelope: state.id, expected: state.lastSequence) }
            try await store.append(events, leadingTo: state, requestDigest: request)
        }

        func events(of id: EnvelopeID) async throws -> [Event] { try await store.events(of: id) }
        func envelope(_ id: EnvelopeID) async throws -> Envelope? { try await store.envelope(id) }
        func envelope(transaction: String, account: String) async throws -> Envelope? { nil }
        func requestDigest(transaction: String, account: String) async throws -> BlobHash? { nil }
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
        func isNamed(_ hash: BlobHash, by account: String) async throws -> Bool { true }
        func isNamed(_ hash: BlobHash) async throws -> Bool { true }
        func page(_ query: EnvelopeQuery) async throws -> EnvelopePage { try await store.page(query) }
    }

    @Test("The API and the page answer 503 with a time to retry after")
    func lasting() async throws {
        let contest = ContestedStore.Contest()
        let stage = try Stage(wrapping: { ContestedStore(store: $0, contested: contest) })
        let device = try await Device()
        for blob in device.desk.blobs { _ = try await stage.service.ledger.keep(blob) }
        let id = try await stage.service.ledger.createEnvelope(
            device.id, device.desk.known.envelope.definition, send: true,
            CommandContext(at: stage.clock.now, actor: EventActor(kind: .sender, id: Stage.ada.userID, name: "Ada"))
        ).envelope.id
        let url = try await stage.service.signingURL(
            for: "1", of: id, returningTo: try #require(URL(string: "https://example.org/done")))
        let opened = await stage.call(.get, url.path(), as: nil)
        try #require(opened.status == 303, "\(opened.text)")
        let page = try #require(opened.headers[.location])
        let cookie = try #require(opened.headers[.setCookie]?.split(separator: ";").first)
        let headers = HTTPFields([
            "cookie": String(cookie), "content-type": "application/json", "idempotency-key": "one",
        ])
        _ = await stage.call(.get, page + "session", headers: headers, as: nil)
        let envelope = "/restapi/v2.1/accounts/\(Stage.ada.accountID)/envelopes/\(id)"
        let void = Data(#"{"status":"voided","voidedReason":"wrong unit"}"#.utf8)

        contest.isOn = true
        let agreed = await stage.call(.post, page + "consent", Data("{}".utf8), headers: headers, as: nil)
        #expect(agreed.status == 503 && agreed.headers[.retryAfter] == "1", "\(agreed.text)")
        let voided = await stage.call(.put, envelope, void, headers: [.contentType: "application/json"])
        voided.expectRefusal(503, "EDIT_LOCK_ENVELOPE_ALREADY_LOCKED")
        #expect(voided.headers[.retryAfter] == "1")

        contest.isOn = false
        let again = await stage.call(.post, page + "consent", Data("{}".utf8), headers: headers, as: nil)
        #expect(again.status == 200, "\(again.text)")
        #expect(await stage.call(.put, envelope, void, headers: [.contentType: "application/json"]).status == 200)
    }
}
