import Dispatch
import EnvelopeService
import Envelopes
import Foundation
import GRDB

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Parts of blobs as files, `uploads/{account}-{hash}.part`; how many bytes of each count stands in the database.
///
/// Bytes are on the disk before the database says so. What a file has beyond that - a part that a power cut
/// interrupted - is overwritten by the part that comes again.
public struct FolderUploadStore: UploadStore {
    private let pool: DatabasePool
    private let folder: URL
    /// One part at a time: two that come at once must not both count.
    private let queue = DispatchQueue(label: "countersign.uploads")

    public init(_ database: ServiceDatabase, folder: URL) throws(StorageError) {
        try DurableFile.makeFolder(folder)
        pool = database.pool
        self.folder = folder
    }

    public func upload(_ hash: BlobHash, account: String) async throws -> (size: Int, received: Int)? {
        try await pool.read { database in
            try Self.row(hash, account, database).flatMap { $0.isComplete ? nil : ($0.size, $0.received) }
        }
    }

    public func begin(_ hash: BlobHash, size: Int, account: String, quota: UploadQuota, now: Date) async throws {
        try await pool.write { database in
            if let row = try Self.row(hash, account, database), !row.isComplete, row.size == size { return }
            try Self.insert(hash, size, account, quota, now, database)
        }
    }

    private static func insert(
        _ hash: BlobHash, _ size: Int, _ account: String, _ quota: UploadQuota, _ now: Date, _ database: Database
    ) throws {
        try check(quota, beginning: size, account, database)
        try database.run(
            sql: """
                INSERT OR REPLACE INTO upload (accountID, hash, size, received, isComplete, changedAt)
                VALUES (?, ?, ?, 0, 0, ?)
                """, arguments: [account, hash.rawValue, size, StoredTime(now)])
    }

    public func append(
        _ part: Data, at offset: Int, of size: Int, to hash: BlobHash, account: String, quota: UploadQuota, now: Date
    ) async throws -> Int {
        let file = location(of: hash, account)
        return try await onQueue {
            let known = try pool.write { database -> Int in
                if let row = try Self.row(hash, account, database), !row.isComplete {
                    guard row.size == size else { throw UploadError.otherSize(row.size) }
                    return row.received
                }
                guard offset == 0 else { throw UploadError.wrongOffset(received: 0) }
                try Self.insert(hash, size, account, quota, now, database)
                return 0
            }
            guard offset == known else {
                guard offset + part.count <= known else { throw UploadError.wrongOffset(received: known) }
                return known
            }
            try Self.write(part, at: offset, to: file)
            if offset == 0 { try DurableFile.syncFolder(folder) }
            try pool.write { database in
                try database.run(
                    sql: "UPDATE upload SET received = ?, changedAt = ? WHERE accountID = ? AND hash = ?",
                    arguments: [offset + part.count, StoredTime(now), account, hash.rawValue])
            }
            return offset + part.count
        }
    }

    public func data(_ hash: BlobHash, account: String) async throws -> Data {
        let file = location(of: hash, account)
        return try await onQueue {
            guard let row = try pool.read({ try Self.row(hash, account, $0) }),
                let data = try? Data(contentsOf: file, options: row.received > 0 ? .alwaysMapped : []),
                data.count >= row.received
            else { throw StorageError.file(path: file.path, reason: "the parts of an upload are missing") }
            return data.prefix(row.received)
        }
    }

    public func finish(_ hash: BlobHash, account: String, now: Date) async throws {
        let file = location(of: hash, account)
        try await onQueue {
            try pool.write { database in
                try database.run(
                    sql: "UPDATE upload SET isComplete = 1, changedAt = ? WHERE accountID = ? AND hash = ?",
                    arguments: [StoredTime(now), account, hash.rawValue])
            }
            unlink(file.path)
        }
    }

    /// Noted at most once in this many seconds.
    private static let renewal: TimeInterval = 3600

    public func isFinished(_ hash: BlobHash, account: String, now: Date) async throws -> Bool {
        let changedAt = try await pool.read { database in
            try SQLRequest<StoredTime>(
                sql: "SELECT changedAt FROM upload WHERE accountID = ? AND hash = ? AND isComplete = 1",
                arguments: [account, hash.rawValue], cached: true
            ).fetchOne(database)
        }
        guard let changedAt else { return false }
        guard changedAt.date < now.addingTimeInterval(-Self.renewal) else { return true }
        return try await onQueue {
            try pool.write { database in
                try database.run(
                    sql: "UPDATE upload SET changedAt = ? WHERE accountID = ? AND hash = ? AND isComplete = 1",
                    arguments: [StoredTime(now), account, hash.rawValue])
                // Nothing, if it was dropped a moment before.
                return database.changesCount > 0
            }
        }
    }

    public func isFinished(_ hash: BlobHash) async throws -> Bool {
        try await pool.read { database in
            try Bool.fetchOne(
                database, sql: "SELECT EXISTS (SELECT 1 FROM upload WHERE hash = ? AND isComplete = 1)",
                arguments: [hash.rawValue]) ?? false
        }
    }

    public func remove(_ hash: BlobHash, account: String) async throws {
        let file = location(of: hash, account)
        try await onQueue {
            try pool.write { database in
                try database.run(
                    sql: "DELETE FROM upload WHERE accountID = ? AND hash = ?", arguments: [account, hash.rawValue])
            }
            unlink(file.path)
        }
    }

    public func removeUploads(before date: Date) async throws -> [BlobHash] {
        try await onQueue {
            let (old, finished) = try pool.write { database in
                let rows = try Row.fetchAll(
                    database, sql: "SELECT accountID, hash FROM upload WHERE isComplete = 0 AND changedAt < ?",
                    arguments: [StoredTime(date)])
                try database.run(
                    sql: "DELETE FROM upload WHERE isComplete = 0 AND changedAt < ?", arguments: [StoredTime(date)])
                let finished = try String.fetchAll(
                    database, sql: "DELETE FROM upload WHERE isComplete = 1 AND changedAt < ? RETURNING hash",
                    arguments: [StoredTime(date)])
                return (rows, finished)
            }
            for row in old {
                let name: String = row["hash"]
                guard let hash = BlobHash(rawValue: name) else { continue }
                unlink(location(of: hash, row["accountID"]).path)
            }
            return Array(Set(finished.compactMap { BlobHash(rawValue: $0) }))
        }
    }

    /// Blobs that may have come to nothing, whoever brought them.
    static let unusedTable = """
        CREATE TABLE unusedBlob (
            hash TEXT PRIMARY KEY NOT NULL,
            notedAt INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX unusedBlobByNote ON unusedBlob(notedAt);
        """

    public func noteUnused(_ hashes: [BlobHash], at date: Date) async throws {
        guard !hashes.isEmpty else { return }
        try await pool.write { database in
            for hash in hashes {
                try database.run(
                    sql: "INSERT OR REPLACE INTO unusedBlob (hash, notedAt) VALUES (?, ?)",
                    arguments: [hash.rawValue, StoredTime(date)])
            }
        }
    }

    public func unused(notedBefore date: Date, count: Int) async throws -> [BlobHash] {
        try await pool.read { database in
            try SQLRequest<String>(
                sql: "SELECT hash FROM unusedBlob WHERE notedAt < ? ORDER BY notedAt LIMIT ?",
                arguments: [StoredTime(date), count], cached: true
            ).fetchAll(database)
        }.compactMap(BlobHash.init(rawValue:))
    }

    public func forgetUnused(_ hashes: [BlobHash], notedUntil date: Date) async throws {
        guard !hashes.isEmpty else { return }
        try await pool.write { database in
            for hash in hashes {
                try database.run(
                    sql: "DELETE FROM unusedBlob WHERE hash = ? AND notedAt <= ?",
                    arguments: [hash.rawValue, StoredTime(date)])
            }
        }
    }

    /// What an envelope names is no longer an upload; it counts no more.
    private static func check(
        _ quota: UploadQuota, beginning size: Int, _ account: String, _ database: Database
    ) throws {
        try database.run(
            sql: """
                DELETE FROM upload WHERE accountID = ? AND isComplete = 1 AND EXISTS (
                    SELECT 1 FROM blobUse WHERE blobUse.accountID = upload.accountID AND blobUse.hash = upload.hash)
                """, arguments: [account])
        let row = try SQLRequest<Row>(
            sql: """
                SELECT count(*) FILTER (WHERE isComplete = 0) AS open, coalesce(sum(size), 0) AS bytes
                FROM upload WHERE accountID = ?
                """, arguments: [account], cached: true
        ).fetchOne(database)
        let (open, bytes): (Int, Int) = (row?["open"] ?? 0, row?["bytes"] ?? 0)
        guard open < quota.uploads else { throw UploadError.tooMany(limit: quota.uploads) }
        guard bytes + size <= quota.bytes else { throw UploadError.tooMuch(limit: quota.bytes) }
    }

    private func location(of hash: BlobHash, _ account: String) -> URL {
        // The account's id may be any text that a store holds; its hash is a file's name.
        folder.appendingPathComponent("\(BlobHash(of: Data(account.utf8)).rawValue.prefix(16))-\(hash.rawValue).part")
    }

    private static func row(
        _ hash: BlobHash, _ account: String, _ database: Database
    ) throws -> (size: Int, received: Int, isComplete: Bool)? {
        try SQLRequest<Row>(
            sql: "SELECT size, received, isComplete FROM upload WHERE accountID = ? AND hash = ?",
            arguments: [account, hash.rawValue], cached: true
        ).fetchOne(database).map { ($0["size"], $0["received"], $0["isComplete"]) }
    }

    private static func write(_ part: Data, at offset: Int, to file: URL) throws(StorageError) {
        let descriptor = open(file.path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .system(file) }
        defer { close(descriptor) }
        var written = 0
        while written < part.count {
            let count = part.withUnsafeBytes { bytes in
                bytes.baseAddress.map {
                    pwrite(descriptor, $0 + written, bytes.count - written, off_t(offset + written))
                }
                    ?? 0
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .system(file) }
            written += count
        }
        guard DiskSync.isDone(descriptor) else { throw .system(file) }
    }

    private func onQueue<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try work() }) }
        }
    }
}
