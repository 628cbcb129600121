import Envelopes
import Foundation
import TestSupport
import Testing

@testable import Ledger

@Suite("A receiver that fails for long")
struct ConnectHealthTests {
    private let store: SQLConnectStore
    private let start = Date(timeIntervalSince1970: 1_800_000_000)

    init() throws {
        store = SQLConnectStore(try TestDatabase.make(SQLSchema([.ledger, .lists, .service, .connect])))
    }

    private func configuration() async throws -> Int {
        let notification = ConnectNotification(url: "https://hooks.example.com", events: [.envelopeSent])
        let wanted = ConnectConfiguration(accountID: "a-1", name: "Hooks", notification: notification)
        return try #require(try await store.add(wanted)).id
    }

    @Test("A webhook is paused once, after so long without any success")
    func pause() async throws {
        let id = try await configuration()
        let day: TimeInterval = 86_400
        func fail(after seconds: TimeInterval) async throws -> Bool {
            try await store.noteFailure(of: id, at: start + seconds, pausingAfter: 3 * day)
        }
        #expect(try await !fail(after: 0))
        #expect(try await !fail(after: 3 * day - 1))
        try await store.noteSuccess(of: id)
        #expect(try await store.health(of: id) == ConnectHealth())
        #expect(try await !fail(after: 3 * day))
        #expect(try await fail(after: 6 * day))
        #expect(try await !fail(after: 7 * day))
        #expect(
            try await store.health(of: id)
                == ConnectHealth(failingSince: start + 3 * day, pausedAt: start + 6 * day))
        try await store.resume(id)
        #expect(try await !fail(after: 8 * day))
    }

    @Test("A webhook that was deleted meanwhile is not paused")
    func deleted() async throws {
        let id = try await configuration()
        #expect(try await !store.noteFailure(of: id, at: start, pausingAfter: 10))
        #expect(try await store.removeConfiguration(id, of: "a-1"))
        #expect(try await !store.noteFailure(of: id, at: start + 100, pausingAfter: 10))
        #expect(try await store.health(of: id) == ConnectHealth())
    }
}
