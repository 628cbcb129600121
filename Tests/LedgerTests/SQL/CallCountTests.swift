import Foundation
import TestSupport
import Testing

@testable import Ledger

@Suite("Counts of calls")
struct CallCountTests {
    private let store: SQLCallCountStore

    init() throws {
        store = SQLCallCountStore(try TestDatabase.make(SQLSchema([.ledger, .lists, .service])))
    }

    /// The beginning of a window of a minute.
    private let start = Date(timeIntervalSince1970: 60 * 29_000_000)

    private func count(_ name: String, _ seconds: Double) async throws -> Int {
        try await store.count(name, window: 60, at: start + seconds)
    }

    @Test("Calls are counted by name, and each window begins at one")
    func windows() async throws {
        #expect(try await count("a", 0) == 1)
        #expect(try await count("a", 59.9) == 2)
        #expect(try await count("b", 59.9) == 1)
        #expect(try await count("a", 60) == 1)
    }

    private func take(_ limits: [String: Int], _ seconds: Double = 0) async throws -> Bool {
        try await store.count(
            limits.sorted { $0.key < $1.key }.map { CallLimit($0.key, limit: $0.value) }, window: 60,
            at: start + seconds)
    }

    @Test("A call under several names is counted under all or, once one has reached its limit, under none")
    func limits() async throws {
        #expect(try await take(["a": 2, "b": 1]))
        #expect(try await !take(["a": 2, "b": 1]))
        #expect(try await !take(["b": 1, "c": 1]))
        #expect(try await take(["a": 2, "c": 1]))
        #expect(try await !take(["a": 2]))
        #expect(try await !take(["d": 0]))
        #expect(try await take(["a": 1, "b": 1, "c": 1], 60))
    }

    @Test("Of many simultaneous calls, as many are counted as the limit allows")
    func simultaneous() async throws {
        let taken = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 1...40 { group.addTask { try await self.take(["a": 5, "b": 100]) } }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(taken == 5)
        #expect(try await count("b", 1) == 6)
    }

    @Test("A call that is taken back is not counted; those of an earlier window and of nobody stay away")
    func withdrawing() async throws {
        _ = try await count("a", 0)
        _ = try await count("a", 1)
        try await store.withdraw(["a"], window: 60, at: start + 2)
        #expect(try await count("a", 3) == 2)
        // Not below zero.
        for _ in 1...5 { try await store.withdraw(["b", "a"], window: 60, at: start + 4) }
        #expect(try await count("a", 5) == 1)
        try await store.withdraw(["a"], window: 60, at: start + 61)
        #expect(try await count("a", 6) == 2)
        #expect(try await count("b", 6) == 1)
    }

    @Test("Clearing a name leaves the others")
    func clearing() async throws {
        for name in ["a", "a", "b"] { _ = try await count(name, 0) }
        try await store.clear("a")
        #expect(try await count("a", 1) == 1)
        #expect(try await count("b", 1) == 2)
    }

    @Test("Counts of windows that have ended go while others are counted, and calls that were taken back leave nothing")
    func removal() async throws {
        func names() async throws -> [String] {
            try await store.database.read { try $0.values("SELECT name FROM callCount ORDER BY name") }
        }
        for name in ["a", "b", "c", "d"] { _ = try await count(name, 0) }
        _ = try await store.count("long", window: 6000, at: start)
        _ = try await count("e", 59.9)
        #expect(try await names() == ["a", "b", "c", "d", "e", "long"])
        for seconds in [60.0, 61] { _ = try await count("f", seconds) }
        #expect(try await names() == ["f", "long"])
        for _ in 1...2 { try await store.withdraw(["f"], window: 60, at: start + 62) }
        #expect(try await names() == ["long"])
    }
}
