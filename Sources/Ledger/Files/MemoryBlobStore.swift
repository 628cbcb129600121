import Envelopes
import Foundation

/// Blobs in memory: for tests.
public actor MemoryBlobStore: BlobStore {
    private var blobs: [BlobHash: Data] = [:]

    private var storedAt: [BlobHash: Date] = [:]
    private let now: @Sendable () -> Date

    public init(now: @escaping @Sendable () -> Date = { Date() }) {
        self.now = now
    }

    public func store(_ data: Data) async throws -> BlobHash {
        let hash = BlobHash(of: data)
        blobs[hash] = data
        storedAt[hash] = now()
        return hash
    }

    public func data(_ hash: BlobHash) async throws -> Data {
        guard let data = blobs[hash] else { throw StorageError.missingBlob(hash) }
        return data
    }

    public func renew(_ hash: BlobHash) async throws -> Bool {
        guard blobs[hash] != nil else { return false }
        storedAt[hash] = now()
        return true
    }

    public func remove(_ hash: BlobHash, storedBefore date: Date) async throws {
        guard let stored = storedAt[hash], stored < date else { return }
        blobs[hash] = nil
        storedAt[hash] = nil
    }

    public func stored(before date: Date) async throws -> [BlobHash] {
        storedAt.filter { $0.value < date }.map(\.key)
    }

    public func size(_ hash: BlobHash) async throws -> Int? { blobs[hash]?.count }
}
