import Envelopes
import Foundation
import Testing

@testable import Ledger
@testable import TestSupport

@Suite("The store of blobs")
struct BlobStoreTests {
    @Test("A blob is named by its hash and comes back as it was")
    func names() async throws {
        let folder = TemporaryFolder()
        let store = try FolderBlobStore(folder: folder.appending("blobs"))
        let data = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let hash = try await store.store(data)
        #expect(hash == BlobHash(of: data))
        #expect(try await store.data(hash) == data)
        #expect(try await store.contains(hash))
    }

    @Test("The same bytes are one file that only its owner reads")
    func sameBytes() async throws {
        let folder = TemporaryFolder()
        let store = try FolderBlobStore(folder: folder.appending("blobs"))
        let data = Data("the same".utf8)
        let hashes = try await withThrowingTaskGroup(of: BlobHash.self) { group in
            for _ in 1...16 { group.addTask { try await store.store(data) } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(hashes.count == 1)
        let files = TemporaryFolder.files(below: folder.url)
        #expect(files.map(\.lastPathComponent) == [BlobHash(of: data).rawValue])
        #expect(try TemporaryFolder.mode(of: try #require(files.first)) == 0o600)
    }

    @Test("A missing blob and a damaged one are told apart")
    func missingAndDamaged() async throws {
        let folder = TemporaryFolder()
        let store = try FolderBlobStore(folder: folder.appending("blobs"))
        let absent = BlobHash(of: Data("absent".utf8))
        await #expect(throws: StorageError.missingBlob(absent)) { try await store.data(absent) }
        let hash = try await store.store(Data("whole".utf8))
        try Data("whale".utf8).write(to: store.location(of: hash))
        await #expect(throws: StorageError.damagedBlob(hash)) { try await store.data(hash) }
    }

    @Test("A file that was cut short is written again when its bytes come again")
    func shortFile() async throws {
        let folder = TemporaryFolder()
        let store = try FolderBlobStore(folder: folder.appending("blobs"))
        let hash = try await store.store(Data("whole".utf8))
        try Data("who".utf8).write(to: store.location(of: hash))
        _ = try await store.store(Data("whole".utf8))
        #expect(try await store.data(hash) == Data("whole".utf8))
    }

    @Test("A write that was cut off leaves no blob behind")
    func unfinishedWrite() async throws {
        let folder = TemporaryFolder()
        let store = try FolderBlobStore(folder: folder.appending("blobs"))
        let data = Data("in full".utf8)
        let url = store.location(of: BlobHash(of: data))
        // What a process leaves that was killed between writing and renaming.
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("in f".utf8).write(to: url.deletingLastPathComponent().appendingPathComponent(".half.tmp"))
        #expect(try await store.contains(BlobHash(of: data)) == false)
        #expect(try await store.data(try await store.store(data)) == data)
    }

    @Test("Bytes that are stored again while others are removed stay")
    func storedDuringRemoval() async throws {
        let folder = TemporaryFolder()
        let clock = MovableTime()
        let (one, other) = (
            try FolderBlobStore(folder: folder.appending("blobs"), now: { clock.now }),
            try FolderBlobStore(folder: folder.appending("blobs"), now: { clock.now })
        )
        let data = Data("asked for again".utf8)
        let hash = try await one.store(data)
        for _ in 1...200 {
            clock.advance(7200)
            let limit = clock.now - 3600
            async let removal: Void = other.remove(hash, storedBefore: limit)
            async let renewal = one.store(data)
            _ = try await (removal, renewal)
            #expect(try await one.data(hash) == data)
        }
    }

    @Test("A sweep removes orphaned blobs and what a killed process left, but nothing young")
    func sweep() async throws {
        let folder = TemporaryFolder()
        let clock = MovableTime()
        let store = try FolderBlobStore(folder: folder.appending("blobs"), now: { clock.now })
        let (named, unnamed) = (try await store.store(Data("named".utf8)), try await store.store(Data("unnamed".utf8)))
        let half = store.location(of: unnamed).deletingLastPathComponent().appendingPathComponent(".half.tmp")
        try Data("ha".utf8).write(to: half)
        clock.advance(60)
        let young = try await store.store(Data("young".utf8))
        try store.sweep(before: clock.now, keeping: [named])
        #expect(try await store.stored(before: .distantFuture) == [named, young].sorted { $0.rawValue < $1.rawValue })
        try store.sweep(before: .distantFuture, keeping: [named, young])
        #expect(!FileManager.default.fileExists(atPath: half.path))
    }

    @Test("A file where the folder should be is named")
    func fileInTheWay() throws {
        let folder = TemporaryFolder()
        let path = folder.appending("blobs")
        try Data().write(to: path)
        #expect(throws: StorageError.file(path: path.path, reason: "this is a file, not a folder")) {
            try FolderBlobStore(folder: path)
        }
    }

    @Test("Blobs in memory are renewed, listed and removed by when they were stored")
    func memory() async throws {
        let clock = MovableTime()
        let store = MemoryBlobStore(now: { clock.now })
        let old = try await store.store(Data("old".utf8))
        let renewed = try await store.store(Data("renewed".utf8))
        clock.advance(60)
        #expect(try await store.renew(renewed))
        #expect(try await !store.renew(BlobHash(of: Data("never stored".utf8))))
        #expect(try await store.stored(before: clock.now) == [old])
        for hash in [old, renewed] { try await store.remove(hash, storedBefore: clock.now) }
        #expect(try await store.size(old) == nil)
        #expect(try await store.size(renewed) == 7)
    }
}
