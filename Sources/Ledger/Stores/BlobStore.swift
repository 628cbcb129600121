import Envelopes
import Foundation

/// Keeps documents and adopted signatures by the SHA-256 of their bytes.
public protocol BlobStore: Sendable {
    /// Keeps `data` and returns its name once the bytes would survive a power cut. Storing the same bytes twice is one blob.
    func store(_ data: Data) async throws -> BlobHash

    /// The bytes named by `hash`.
    /// - Throws: ``StorageError/missingBlob(_:)`` or ``StorageError/damagedBlob(_:)``.
    func data(_ hash: BlobHash) async throws -> Data

    /// How many bytes there are, without reading them; nil for a blob that is not stored.
    func size(_ hash: BlobHash) async throws -> Int?

    /// Counts a blob as stored now, for somebody who is going to name it; false for one that is not there.
    func renew(_ hash: BlobHash) async throws -> Bool

    /// Removes a blob that nobody has stored at this moment or later; nothing happens to any other.
    func remove(_ hash: BlobHash, storedBefore date: Date) async throws

    /// The blobs that nobody has stored at this moment or later.
    func stored(before date: Date) async throws -> [BlobHash]
}

extension BlobStore {
    /// Whether the bytes are there, without reading them.
    public func contains(_ hash: BlobHash) async throws -> Bool {
        try await size(hash) != nil
    }
}
