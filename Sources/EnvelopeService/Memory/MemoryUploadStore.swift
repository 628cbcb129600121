import Envelopes
import Foundation

/// Parts of blobs in memory: for tests, and for whoever needs no more.
public actor MemoryUploadStore: UploadStore {
    private struct Key: Hashable {
        var hash: BlobHash
        var account: String
    }

    private var open: [Key: (size: Int, bytes: Data, changedAt: Date)] = [:]
    private var finished: [Key: (size: Int, changedAt: Date)] = [:]
    /// By account. Which of them an envelope names is not known here; all count.
    private var finishedBytes: [String: Int] = [:]
    /// When it was noted that a blob may have come to nothing.
    private var noted: [BlobHash: Date] = [:]

    public init() {}

    public func upload(_ hash: BlobHash, account: String) async throws -> (size: Int, received: Int)? {
        open[Key(hash: hash, account: account)].map { ($0.size, $0.bytes.count) }
    }

    public func append(
        _ part: Data, at offset: Int, of size: Int, to hash: BlobHash, account: String, quota: UploadQuota, now: Date
    ) async throws -> Int {
        let key = Key(hash: hash, account: account)
        if let known = open[key] {
            guard known.size == size else { throw UploadError.otherSize(known.size) }
        } else {
            guard offset == 0 else { throw UploadError.wrongOffset(received: 0) }
            try begin(key, size, quota, now)
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

    public func begin(_ hash: BlobHash, size: Int, account: String, quota: UploadQuota, now: Date) async throws {
        let key = Key(hash: hash, account: account)
        if open[key]?.size != size { try begin(key, size, quota, now) }
    }

    private func begin(_ key: Key, _ size: Int, _ quota: UploadQuota, _ now: Date) throws(UploadError) {
        guard open.keys.count(where: { $0.account == key.account }) < quota.uploads else {
            throw .tooMany(limit: quota.uploads)
        }
        let begun = open.reduce(size) { $0 + ($1.key.account == key.account ? $1.value.size : 0) }
        guard begun + finishedBytes[key.account, default: 0] <= quota.bytes else {
            throw .tooMuch(limit: quota.bytes)
        }
        open[key] = (size, Data(), now)
    }

    public func data(_ hash: BlobHash, account: String) async throws -> Data {
        guard let upload = open[Key(hash: hash, account: account)] else { throw StorageError.missingBlob(hash) }
        return upload.bytes
    }

    public func finish(_ hash: BlobHash, account: String, now: Date) async throws {
        let key = Key(hash: hash, account: account)
        guard let upload = open.removeValue(forKey: key) else { return }
        finishedBytes[account, default: 0] += upload.size - (finished[key]?.size ?? 0)
        finished[key] = (upload.size, now)
    }

    public func isFinished(_ hash: BlobHash, account: String, now: Date) async throws -> Bool {
        let key = Key(hash: hash, account: account)
        finished[key]?.changedAt = now
        return finished[key] != nil
    }

    public func isFinished(_ hash: BlobHash) async throws -> Bool { finished.keys.contains { $0.hash == hash } }

    public func remove(_ hash: BlobHash, account: String) async throws {
        open[Key(hash: hash, account: account)] = nil
    }

    public func removeUploads(before date: Date) async throws -> [BlobHash] {
        open = open.filter { $0.value.changedAt >= date }
        let old = finished.filter { $0.value.changedAt < date }
        for (key, upload) in old {
            finished[key] = nil
            finishedBytes[key.account, default: 0] -= upload.size
        }
        return old.keys.map(\.hash)
    }

    public func noteUnused(_ hashes: [BlobHash], at date: Date) async throws {
        for hash in hashes { noted[hash] = date }
    }

    public func unused(notedBefore date: Date, count: Int) async throws -> [BlobHash] {
        noted.filter { $0.value < date }.sorted { $0.value < $1.value }.prefix(count).map(\.key)
    }

    public func forgetUnused(_ hashes: [BlobHash], notedUntil date: Date) async throws {
        for hash in hashes where noted[hash].map({ $0 <= date }) == true { noted[hash] = nil }
    }
}
