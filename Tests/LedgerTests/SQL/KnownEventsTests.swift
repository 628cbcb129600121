import Envelopes
import Testing

@testable import Ledger

@Suite("The events in memory")
struct KnownEventsTests {
    @Test("Stored events are added only to the one before them")
    func gap() async throws {
        let store = try LedgerFixture()
        let id = try await store.envelope().id
        _ = try await store.ledger.perform(.view(recipientID: "1"), on: id, store.recipient(1))
        let events = try await store.events.events(of: id)
        try #require(events.count >= 3)
        let known = KnownEvents()
        known.add([events[1]], to: id)
        #expect(known.events(of: id) == [])
        known.keep([events[0]], of: id)
        known.add([events[2]], to: id)
        #expect(known.events(of: id) == [events[0]])
        known.add([events[1]], to: id)
        #expect(known.events(of: id) == [events[0], events[1]])
    }
}
