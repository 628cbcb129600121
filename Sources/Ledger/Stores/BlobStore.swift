import Envelopes
import Foundation

/// Stores documents and adopted signatures by the SHA-256 of their bytes.
public protocol BlobStore: Sendable {
    /// Stores a blob; returns once its bytes would survive a power cut. The same bytes are stored only once.
    func store(_ blob: Blob) async throws

    /// Returns the bytes named by `hash`.
    ///
    /// - Throws: ``StorageError/missingBlob(_:)`` or ``StorageError/damagedBlob(_:)``
    func data(_ hash: BlobHash) async throws -> Data

    /// Returns the size in bytes without reading them; `nil` if the blob is not stored.
    func size(_ hash: BlobHash) async throws -> Int?

    /// Sets a blob's storage time to now, for a caller that is going to name it. Returns `false` if it is not stored.
    func renew(_ hash: BlobHash) async throws -> Bool

    /// Removes a blob if its last storage time is before `date`; otherwise does nothing.
    func remove(_ hash: BlobHash, storedBefore date: Date) async throws

    /// Returns the blobs whose last storage time is before `date`.
    func stored(before date: Date) async throws -> [BlobHash]
}

extension BlobStore {
    /// Stores bytes and returns their name.
    public func store(_ data: Data) async throws -> BlobHash {
        let blob = Blob(data)
        try await store(blob)
        return blob.hash
    }

    /// Whether a blob is stored. Does not read its bytes.
    public func contains(_ hash: BlobHash) async throws -> Bool {
        try await size(hash) != nil
    }
}
