import Foundation
import TestSupport
import Testing

@testable import Ledger

@Suite("Counts of calls")
struct CallCountTests {
    private let store: SQLCallCountStore

    init() throws {
        store = SQLCallCountStore(try SQLiteDatabase(inMemory: SQLSchema([.ledger, .service])))
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

    @Test("A call that is taken back is not counted; those of an earlier window and of nobody stay away")
    func withdrawing() async throws {
        _ = try await count("a", 0)
        _ = try await count("a", 1)
        try await store.withdraw("a", window: 60, at: start + 2)
        #expect(try await count("a", 3) == 2)
        // Not below zero.
        for _ in 1...5 { try await store.withdraw("a", window: 60, at: start + 4) }
        #expect(try await count("a", 5) == 1)
        try await store.withdraw("a", window: 60, at: start + 61)
        #expect(try await count("a", 6) == 2)
        try await store.withdraw("nobody", window: 60, at: start)
        #expect(try await count("nobody", 1) == 1)
    }

    @Test("Clearing a name leaves the others")
    func clearing() async throws {
        for name in ["a", "a", "b"] { _ = try await count(name, 0) }
        try await store.clear("a")
        #expect(try await count("a", 1) == 1)
        #expect(try await count("b", 1) == 2)
    }

    @Test("Counts are removed when their window has ended, and not before")
    func removal() async throws {
        _ = try await count("a", 0)
        _ = try await store.count("long", window: 6000, at: start)
        func names(at seconds: Double) async throws -> [String] {
            try await store.removeExpired(at: start + seconds)
            return try await store.database.read { try $0.values("SELECT name FROM callCount ORDER BY name") }
        }
        #expect(try await names(at: 59.9) == ["a", "long"])
        #expect(try await names(at: 60) == ["long"])
        #expect(try await names(at: 6000) == [])
    }
}
