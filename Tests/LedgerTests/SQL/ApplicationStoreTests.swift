import Foundation
import TestSupport
import Testing

@testable import Ledger

@Suite("API applications")
struct ApplicationStoreTests {
    @Test("API applications belong to one account and keep their origins")
    func stored() async throws {
        let store = SQLApplicationStore(try TestDatabase.make(SQLSchema([.ledger, .lists, .applications])))
        let date = Date(timeIntervalSince1970: 1_764_000_000)
        var application = APIApplication(
            id: "a-1", accountID: "1", name: "Product",
            origins: try ["https://app.example.org", "null"].map { try #require(EmbeddingOrigin($0)) },
            createdAt: date, updatedAt: date)
        try await store.store(application)
        #expect(try await store.application("A-1", of: "1") == application)
        #expect(try await store.application("a-1", of: "2") == nil)
        application.origins = []
        application.updatedAt = date.addingTimeInterval(60)
        try await store.store(application)
        #expect(try await store.applications(of: "1") == [application])
        #expect(try await store.applications(of: nil).count == 1)
        #expect(try await !store.removeApplication("a-1", of: "2"))
        #expect(try await store.removeApplication("a-1", of: "1"))
        #expect(try await store.applications(of: nil).isEmpty)
    }

    @Test(
        "Allow origins, http only on loopback, app schemes, and null",
        arguments: [
            ("https://App.Example.org/", "https://app.example.org"), ("https://a.example:443", "https://a.example"),
            ("https://a.example:8443", "https://a.example:8443"), ("http://localhost:3000", "http://localhost:3000"),
            ("http://127.0.0.1", "http://127.0.0.1"), ("app://", "app://"), ("null", "null"),
            ("https://xn--bcher-kva.example", "https://xn--bcher-kva.example"),
        ])
    func allowed(text: String, origin: String) {
        #expect(EmbeddingOrigin(text)?.text == origin)
    }

    @Test(
        "Allow nothing that is no origin",
        arguments: [
            "", "*", "https://", "https://*.example.org", "http://example.org", "https://a.example/path",
            "https://a.example; script-src *", "https://a b", "https://a.example:0", "https://a.example:+80",
            "https://u@a.example", "javascript://", "data://", "app://host", "a.example", "https://a:1:2",
        ])
    func refused(text: String) {
        #expect(EmbeddingOrigin(text) == nil)
    }

    @Test("A keyed hash is the same each time, and another for each key, text and purpose")
    func hash() throws {
        let box = try #require(KeyedSecretBox(key: Data(repeating: 7, count: KeyedSecretBox.keySize)))
        let same = try #require(KeyedSecretBox(key: Data(repeating: 7, count: KeyedSecretBox.keySize)))
        let hash = box.hash(of: "text", for: "one")
        #expect(hash.count == 32 && same.hash(of: "text", for: "one") == hash)
        #expect(box.hash(of: "text", for: "two") != hash)
        #expect(box.hash(of: "texts", for: "one") != hash)
        #expect(KeyedSecretBox().hash(of: "text", for: "one") != hash)
    }
}
