import Envelopes
import Foundation

/// Blobs in memory: for tests, and for whoever needs no more.
public actor MemoryBlobStore: BlobStore {
    private var blobs: [BlobHash: Data] = [:]

    public init() {}

    public func store(_ data: Data) async throws -> BlobHash {
        let hash = BlobHash(of: data)
        blobs[hash] = data
        return hash
    }

    public func data(_ hash: BlobHash) async throws -> Data {
        guard let data = blobs[hash] else { throw StorageError.missingBlob(hash) }
        return data
    }

    public func size(_ hash: BlobHash) async throws -> Int? { blobs[hash]?.count }
}
