import Foundation
import TestSupport
import Testing

@testable import Ledger

@Suite("Stored hooks") struct SQLHookStoreTests {
    @Test("A hook is found by its id in its own account only, and is gone once deleted")
    func finding() async throws {
        let store = SQLHookStore(try TestDatabase.make(SQLSchema([.hooks])))
        let date = Date(timeIntervalSince1970: 1_800_000_000)
        let first = Hook(accountID: "a", url: "https://x.example", sealedID: Data([1]), createdAt: date)
        let stored = try #require(try await store.add(first, id: Secret(text: "one")))
        var second = first
        second.applicationID = "app"
        _ = try await store.add(second, id: Secret(text: "two"))
        #expect(try await store.hooks(of: "a").map(\.applicationID) == [nil, "app"])
        #expect(try await store.hook(Secret(text: "one"), of: "a") == stored)
        #expect(try await store.hook(Secret(text: "one"), of: "b") == nil)
        #expect(try await store.hook(Secret(text: "three"), of: "a") == nil)
        #expect(try await !store.remove(stored.number, of: "b"))
        #expect(try await store.remove(stored.number, of: "a"))
        #expect(try await store.hook(Secret(text: "one"), of: "a") == nil)
    }

    @Test("An account has no more hooks than it may; another account's do not count")
    func limit() async throws {
        let store = SQLHookStore(try TestDatabase.make(SQLSchema([.hooks])))
        func add(_ name: String, _ account: String) async throws -> Hook? {
            try await store.add(
                Hook(accountID: account, url: "https://x.example", sealedID: Data(), createdAt: Date()),
                id: Secret(text: name))
        }
        for number in 0..<Hook.mostInAccount { #expect(try await add("\(number)", "a") != nil) }
        #expect(try await add("more", "a") == nil)
        #expect(try await add("more", "b") != nil)
    }
}
