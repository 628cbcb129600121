import Essentials
import Foundation
import Testing

@testable import PageImages

@Suite("Open documents")
struct OpenedDocumentsTests {
    private struct Damaged: Error {}

    /// How often each document was read and opened, by its hash.
    private final class Counts: Sendable {
        let read = Locked<[String: Int]>([:])
        let opened = Locked(0)

        func source(_ hash: String, size: Int = 10) -> PageSource {
            PageSource(hash: hash) { [self] in
                read.withLock { $0[hash, default: 0] += 1 }
                await Task.yield()
                return Data(repeating: 1, count: size)
            }
        }

        func documents(keeping bytes: Int, failing: Int = 0) -> OpenedDocuments<Int> {
            OpenedDocuments(keeping: bytes) { [self] data in
                let count = opened.withLock { opened in
                    opened += 1
                    return opened
                }
                if count <= failing { throw Damaged() }
                return data.count
            }
        }
    }

    @Test("A document is opened once for many parallel pages")
    func once() async throws {
        let counts = Counts()
        let documents = counts.documents(keeping: 100)
        let source = counts.source("a")
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<20 { group.addTask { try await documents.document(source) } }
            for try await size in group { #expect(size == 10) }
        }
        _ = try await documents.document(source)
        #expect(counts.read.withLock { $0 } == ["a": 1])
        #expect(counts.opened.withLock { $0 } == 1)
    }

    @Test("The documents used last stay open within the memory limit, and others are reopened")
    func bounded() async throws {
        let counts = Counts()
        let documents = counts.documents(keeping: 25)
        for hash in ["a", "b", "a", "c", "a", "b"] { _ = try await documents.document(counts.source(hash)) }
        // With c, the room was used up: b went, which had been asked for before a.
        #expect(counts.read.withLock { $0 } == ["a": 1, "b": 2, "c": 1])
    }

    @Test("A document larger than the limit stays open alone")
    func large() async throws {
        let counts = Counts()
        let documents = counts.documents(keeping: 25)
        for hash in ["a", "large", "large", "a"] {
            _ = try await documents.document(counts.source(hash, size: hash == "a" ? 10 : 1000))
        }
        #expect(counts.read.withLock { $0 } == ["a": 2, "large": 1])
    }

    @Test("A document that failed to open is retried")
    func failing() async throws {
        let counts = Counts()
        let documents = counts.documents(keeping: 25, failing: 1)
        await #expect(throws: Damaged.self) { try await documents.document(counts.source("a")) }
        #expect(try await documents.document(counts.source("a")) == 10)
    }
}
