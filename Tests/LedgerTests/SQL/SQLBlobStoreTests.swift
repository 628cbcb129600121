import Envelopes
import Foundation
import Testing

@testable import Ledger
@testable import TestSupport

@Suite("Blobs and parts of uploads in the database")
struct SQLBlobStoreTests {
    private let clock = MovableTime()
    private let database: any SQLDatabase
    private let blobs: SQLBlobStore
    private let parts: SQLUploadParts

    init() throws {
        database = try TestDatabase.make(SQLSchema([.ledger, .lists, .service, .blobs]))
        blobs = SQLBlobStore(database, now: { [clock] in clock.now })
        parts = SQLUploadParts(database)
    }

    @Test("Bytes are stored once and come back whole", arguments: [0, 1, 3_000_000])
    func roundTrip(count: Int) async throws {
        let data = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let hash = try await blobs.store(data)
        #expect(try await blobs.store(data) == hash)
        #expect(try await blobs.data(hash) == data)
        #expect(try await blobs.size(hash) == count)
        #expect(try await database.read { try $0.value("SELECT count(*) FROM blobBytes") } == 1)
    }

    @Test("A missing blob and a damaged blob give different errors")
    func damaged() async throws {
        let hash = BlobHash(of: Data("lease".utf8))
        #expect(try await blobs.size(hash) == nil)
        #expect(try await !blobs.renew(hash))
        await #expect(throws: StorageError.missingBlob(hash)) { try await blobs.data(hash) }
        _ = try await blobs.store(Data("lease".utf8))
        try await database.write { try $0.run("UPDATE blobBytes SET bytes = ?", [Data("leese".utf8)]) }
        await #expect(throws: StorageError.damagedBlob(hash)) { try await blobs.data(hash) }
    }

    @Test("A blob goes only if it was not stored or renewed since", arguments: [true, false])
    func removal(isStoredAgain: Bool) async throws {
        let start = clock.now
        let hash = try await blobs.store(Data("lease".utf8))
        let other = try await blobs.store(Data("other".utf8))
        #expect(try await blobs.stored(before: start).isEmpty)
        try await blobs.remove(hash, storedBefore: start)
        clock.now = start + 60
        if isStoredAgain {
            _ = try await blobs.store(Data("lease".utf8))
        } else {
            #expect(try await blobs.renew(hash))
        }
        #expect(try await blobs.stored(before: start + 60) == [other])
        try await blobs.remove(hash, storedBefore: start + 60)
        #expect(try await blobs.contains(hash))
        try await blobs.remove(hash, storedBefore: start + 61)
        #expect(try await !blobs.contains(hash))
        #expect(try await database.read { try $0.value("SELECT count(*) FROM blobBytes") } == 1)
    }

    @Test("The same bytes, stored by eight at once, are stored once")
    func parallel() async throws {
        let data = Data(repeating: 9, count: 10_000)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 1...8 { group.addTask { _ = try await blobs.store(data) } }
            try await group.waitForAll()
        }
        #expect(try await blobs.data(BlobHash(of: data)) == data)
    }

    /// Notes how much of an upload has been received.
    private func receive(_ count: Int, of hash: BlobHash, _ account: String = "a-1") throws {
        try database.writeWaiting { connection in
            try connection.run(
                """
                INSERT INTO upload (accountID, hash, size, received, isComplete, changedAt) VALUES (?, ?, 9, ?, 0, 0)
                ON CONFLICT (accountID, hash) DO UPDATE SET received = excluded.received
                """, [account, hash.rawValue, count])
        }
    }

    @Test("Parts make up the upload; a part written again replaces what followed it")
    func uploadParts() throws {
        let hash = BlobHash(of: Data("abcdef".utf8))
        #expect(throws: UploadError.wrongOffset(received: 0)) {
            try parts.write(Data("abc".utf8), at: 0, to: hash, account: "a-1")
        }
        try receive(0, of: hash)
        try parts.write(Data("abcabc".utf8), at: 0, to: hash, account: "a-1")
        try parts.write(Data("abc".utf8), at: 0, to: hash, account: "a-1")
        try receive(3, of: hash)
        // A part that came late, when another node had taken the same one.
        #expect(throws: UploadError.wrongOffset(received: 3)) {
            try parts.write(Data("abcabc".utf8), at: 0, to: hash, account: "a-1")
        }
        try parts.write(Data("xyz".utf8), at: 3, to: hash, account: "a-1")
        try parts.write(Data("def".utf8), at: 3, to: hash, account: "a-1")
        try receive(0, of: hash, "a-2")
        try parts.write(Data("other".utf8), at: 0, to: hash, account: "a-2")
        #expect(try parts.data(hash, account: "a-1", size: 6) == Data("abcdef".utf8))
        #expect(try parts.data(hash, account: "a-1", size: 4) == Data("abcd".utf8))
        #expect(throws: StorageError.self) { try parts.data(hash, account: "a-1", size: 7) }
        parts.remove(hash, account: "a-1")
        #expect(throws: StorageError.self) { try parts.data(hash, account: "a-1", size: 6) }
        #expect(try parts.data(hash, account: "a-2", size: 5) == Data("other".utf8))
    }

    @Test("A gap between parts is no upload")
    func gap() throws {
        let hash = BlobHash(of: Data("abcdef".utf8))
        try receive(0, of: hash)
        try parts.write(Data("abc".utf8), at: 0, to: hash, account: "a-1")
        try receive(4, of: hash)
        try parts.write(Data("ef".utf8), at: 4, to: hash, account: "a-1")
        #expect(throws: StorageError.self) { try parts.data(hash, account: "a-1", size: 5) }
    }
}
