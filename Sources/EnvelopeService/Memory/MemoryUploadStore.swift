import Envelopes
import Foundation

/// Parts of blobs in memory: for tests, and for whoever needs no more.
public actor MemoryUploadStore: UploadStore {
    private struct Key: Hashable {
        var hash: BlobHash
        var account: String
    }

    private var open: [Key: (size: Int, bytes: Data, changedAt: Date)] = [:]
    private var finished: Set<Key> = []

    public init() {}

    public func upload(_ hash: BlobHash, account: String) async throws -> (size: Int, received: Int)? {
        open[Key(hash: hash, account: account)].map { ($0.size, $0.bytes.count) }
    }

    public func append(
        _ part: Data, at offset: Int, of size: Int, to hash: BlobHash, account: String, limit: Int, now: Date
    ) async throws -> Int {
        let key = Key(hash: hash, account: account)
        if let known = open[key] {
            guard known.size == size else { throw UploadError.otherSize(known.size) }
        } else {
            guard offset == 0 else { throw UploadError.wrongOffset(received: 0) }
            guard open.keys.count(where: { $0.account == account }) < limit else {
                throw UploadError.tooMany(limit: limit)
            }
            open[key] = (size, Data(), now)
        }
        let known = open[key]?.bytes.count ?? 0
        guard offset == known else {
            guard offset + part.count <= known else { throw UploadError.wrongOffset(received: known) }
            return known
        }
        open[key]?.bytes.append(part)
        open[key]?.changedAt = now
        return known + part.count
    }

    public func data(_ hash: BlobHash, account: String) async throws -> Data {
        guard let upload = open[Key(hash: hash, account: account)] else { throw StorageError.missingBlob(hash) }
        return upload.bytes
    }

    public func finish(_ hash: BlobHash, account: String, now: Date) async throws {
        open[Key(hash: hash, account: account)] = nil
        finished.insert(Key(hash: hash, account: account))
    }

    public func isFinished(_ hash: BlobHash, account: String) async throws -> Bool {
        finished.contains(Key(hash: hash, account: account))
    }

    public func remove(_ hash: BlobHash, account: String) async throws {
        open[Key(hash: hash, account: account)] = nil
    }

    public func removeUploads(before date: Date) async throws {
        open = open.filter { $0.value.changedAt >= date }
    }
}
