import Envelopes
import Essentials
import Foundation

/// Blobs in memory: for tests.
public final class MemoryBlobStore: BlobStore {
    private struct Kept {
        let data: Data
        var storedAt: Date
    }

    private let blobs: Locked<[BlobHash: Kept]>
    private let now: @Sendable () -> Date

    /// - Parameter data: the initial blobs
    public init(holding data: [Data] = [], now: @escaping @Sendable () -> Date = { Date() }) {
        self.now = now
        let kept = data.map { (BlobHash(of: $0), Kept(data: $0, storedAt: now())) }
        blobs = Locked(Dictionary(kept, uniquingKeysWith: { first, _ in first }))
    }

    /// All blobs, in no particular order.
    public var all: [Data] { blobs.withLock { $0.values.map(\.data) } }

    /// Replaces what is stored under the hash, and its time.
    public func store(_ blob: Blob) async throws {
        blobs.withLock { $0[blob.hash] = Kept(data: blob.bytes, storedAt: now()) }
    }

    /// - Throws: ``StorageError/missingBlob(_:)`` if the blob is not stored
    public func data(_ hash: BlobHash) async throws -> Data {
        guard let kept = blobs.withLock({ $0[hash] }) else { throw StorageError.missingBlob(hash) }
        return kept.data
    }

    /// The number of bytes; `nil` if the blob is not stored.
    public func size(_ hash: BlobHash) async throws -> Int? { blobs.withLock { $0[hash]?.data.count } }

    /// Sets the time; returns `false` if the blob is not stored.
    public func renew(_ hash: BlobHash) async throws -> Bool {
        blobs.withLock { blobs in
            blobs[hash]?.storedAt = now()
            return blobs[hash] != nil
        }
    }

    /// Removes the blob unless it was stored at `date` or later.
    public func remove(_ hash: BlobHash, storedBefore date: Date) async throws {
        blobs.withLock { blobs in
            if let kept = blobs[hash], kept.storedAt < date { blobs[hash] = nil }
        }
    }

    /// The blobs stored before `date`, in no particular order.
    public func stored(before date: Date) async throws -> [BlobHash] {
        blobs.withLock { blobs in blobs.filter { $0.value.storedAt < date }.map(\.key) }
    }
}
