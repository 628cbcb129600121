import Dispatch
import Envelopes
import Foundation

/// The progress of uploads, in SQL; the bytes of the parts are stored beside it.
///
/// Bytes are on the disk before the database counts them. Uncounted bytes, of a part that a power cut interrupted, are
/// overwritten when the part is uploaded again.
public struct SQLUploadStore: Sendable {
    private let database: any SQLDatabase
    private let parts: any UploadParts
    /// Runs one part at a time, so that two simultaneous parts are not both counted.
    private let queue = DispatchQueue(label: "countersign.uploads")

    package init(_ database: any SQLDatabase, parts: any UploadParts) {
        self.database = database
        self.parts = parts
    }

    /// `unusedBlob` lists blobs that may be orphaned, whoever uploaded them.
    static let tables = """
        CREATE TABLE upload (
            accountID TEXT NOT NULL,
            hash TEXT NOT NULL,
            size BIGINT NOT NULL,
            received BIGINT NOT NULL,
            isComplete BIGINT NOT NULL,
            changedAt BIGINT NOT NULL,
            PRIMARY KEY (accountID, hash)
        ) BY KEY;
        CREATE INDEX uploadByChange ON upload(isComplete, changedAt);
        CREATE TABLE unusedBlob (
            hash TEXT PRIMARY KEY NOT NULL,
            notedAt BIGINT NOT NULL
        ) BY KEY;
        CREATE INDEX unusedBlobByNote ON unusedBlob(notedAt);

        """

    /// Returns the size and progress of an unfinished upload, in bytes; `nil` if it was not begun, or was removed.
    public func upload(_ hash: BlobHash, account: String) async throws -> (size: Int, received: Int)? {
        try await database.read { connection in
            try Self.row(hash, account, connection).flatMap { $0.isComplete ? nil : ($0.size, $0.received) }
        }
    }

    /// Begins an upload whose bytes arrived in one request and are stored elsewhere, so that they count toward the
    /// account's quota. Call ``finish(_:account:now:)`` once they are stored. Does nothing if an upload of this size
    /// was already begun.
    ///
    /// - Throws: ``UploadError/tooMany(limit:)`` or ``UploadError/tooMuch(limit:)``
    public func begin(_ hash: BlobHash, size: Int, account: String, quota: UploadQuota, now: Date) async throws {
        try await database.write { connection in
            if let row = try Self.row(hash, account, connection), !row.isComplete, row.size == size { return }
            try Self.insert(hash, size, account, quota, now, connection)
        }
    }

    private static func insert(
        _ hash: BlobHash, _ size: Int, _ account: String, _ quota: UploadQuota, _ now: Date,
        _ connection: any SQLConnection
    ) throws {
        try check(quota, beginning: size, account, connection)
        try connection.run(
            """
            INSERT INTO upload (accountID, hash, size, received, isComplete, changedAt) VALUES (?, ?, ?, 0, 0, ?)
            ON CONFLICT (accountID, hash) DO UPDATE SET size = excluded.size, received = 0, isComplete = 0,
                changedAt = excluded.changedAt
            """, [account, hash.rawValue, size, now])
    }

    /// Appends a part durably before it returns, and records the time. A part that was already received changes
    /// nothing.
    ///
    /// - Parameters:
    ///   - size: the size of the whole upload in bytes; the first part begins the upload with it
    ///   - quota: the limits of the account, this upload included
    /// - Returns: the number of bytes received so far
    /// - Throws: ``UploadError``
    public func append(
        _ part: Data, at offset: Int, of size: Int, to hash: BlobHash, account: String, quota: UploadQuota, now: Date
    ) async throws -> Int {
        try await onQueue {
            let known = try database.writeWaiting { connection -> Int in
                if let row = try Self.row(hash, account, connection), !row.isComplete {
                    guard row.size == size else { throw UploadError.otherSize(row.size) }
                    return row.received
                }
                guard offset == 0 else { throw UploadError.wrongOffset(received: 0) }
                try Self.insert(hash, size, account, quota, now, connection)
                return 0
            }
            guard offset == known else {
                guard offset + part.count <= known else { throw UploadError.wrongOffset(received: known) }
                return known
            }
            try parts.write(part, at: offset, to: hash, account: account)
            let isNext = try database.writeWaiting { connection in
                try connection.run(
                    """
                    UPDATE upload SET received = ?, changedAt = ?
                    WHERE accountID = ? AND hash = ? AND received = ? AND isComplete = 0
                    """, [offset + part.count, now, account, hash.rawValue, offset]) > 0
            }
            // Else the same upload goes on elsewhere.
            guard isNext else { throw UploadError.wrongOffset(received: offset) }
            return offset + part.count
        }
    }

    /// Returns the received bytes of an upload; memory-mapped if they are in a file.
    public func data(_ hash: BlobHash, account: String) async throws -> Data {
        try await onQueue {
            guard let row = try database.readWaiting({ try Self.row(hash, account, $0) }) else {
                throw StorageError.missingBlob(hash)
            }
            return try parts.data(hash, account: account, size: row.received)
        }
    }

    /// Removes the parts and records that the account has uploaded these bytes.
    public func finish(_ hash: BlobHash, account: String, now: Date) async throws {
        try await onQueue {
            try database.writeWaiting { connection in
                try connection.run(
                    "UPDATE upload SET isComplete = 1, changedAt = ? WHERE accountID = ? AND hash = ?",
                    [now, account, hash.rawValue])
            }
            parts.remove(hash, account: account)
        }
    }

    /// The renewal time is written at most once in this many seconds.
    private static let renewal: TimeInterval = 600

    /// Whether the account has uploaded all of the blob. The check renews the record: the upload counts as new.
    public func isFinished(_ hash: BlobHash, account: String, now: Date) async throws -> Bool {
        let changedAt = try await database.read { connection in
            try connection.value(
                "SELECT changedAt FROM upload WHERE accountID = ? AND hash = ? AND isComplete = 1",
                [account, hash.rawValue], as: Date.self)
        }
        guard let changedAt else { return false }
        guard changedAt < now.addingTimeInterval(-Self.renewal) else { return true }
        return try await database.write { connection in
            // No row if the upload was removed a moment before.
            try connection.run(
                "UPDATE upload SET changedAt = ? WHERE accountID = ? AND hash = ? AND isComplete = 1",
                [now, account, hash.rawValue]) > 0
        }
    }

    /// Whether any account has uploaded all of the blob.
    public func isFinished(_ hash: BlobHash) async throws -> Bool {
        try await database.read {
            try $0.exists("SELECT 1 FROM upload WHERE hash = ? AND isComplete = 1", [hash.rawValue])
        }
    }

    /// Removes an upload.
    public func remove(_ hash: BlobHash, account: String) async throws {
        try await onQueue {
            try database.writeWaiting { connection in
                try connection.run(
                    "DELETE FROM upload WHERE accountID = ? AND hash = ?", [account, hash.rawValue])
            }
            parts.remove(hash, account: account)
        }
    }

    /// Removes unfinished uploads that received nothing since `date`, and the records of uploads finished before it.
    ///
    /// - Returns: the blobs of the removed records
    public func removeUploads(before date: Date) async throws -> [BlobHash] {
        try await onQueue {
            let (old, finished) = try database.writeWaiting { connection in
                (
                    try connection.rows(
                        "DELETE FROM upload WHERE isComplete = 0 AND changedAt < ? RETURNING accountID, hash", [date]),
                    try connection.values(
                        "DELETE FROM upload WHERE isComplete = 1 AND changedAt < ? RETURNING hash", [date],
                        as: String.self)
                )
            }
            for row in old {
                guard let hash = BlobHash(rawValue: try row["hash"]) else { continue }
                parts.remove(hash, account: try row["accountID"])
            }
            return Array(Set(finished.compactMap(BlobHash.init(rawValue:))))
        }
    }

    /// Records durably that blobs may be orphaned; replaces an earlier record of the same blob.
    public func noteUnused(_ hashes: [BlobHash], at date: Date) async throws {
        guard !hashes.isEmpty else { return }
        try await database.write { connection in
            for hash in hashes {
                try connection.run(
                    """
                    INSERT INTO unusedBlob (hash, notedAt) VALUES (?, ?)
                    ON CONFLICT (hash) DO UPDATE SET notedAt = excluded.notedAt
                    """, [hash.rawValue, date])
            }
        }
    }

    /// Returns at most `count` blobs recorded before `date` as possibly orphaned, oldest records first.
    public func unused(notedBefore date: Date, count: Int) async throws -> [BlobHash] {
        try await database.read { connection in
            try connection.values(
                "SELECT hash FROM unusedBlob WHERE notedAt < ? ORDER BY notedAt LIMIT ?", [date, count],
                as: String.self)
        }.compactMap(BlobHash.init(rawValue:))
    }

    /// Removes the records of these blobs that were made at `date` or earlier.
    public func forgetUnused(_ hashes: [BlobHash], notedUntil date: Date) async throws {
        guard !hashes.isEmpty else { return }
        try await database.write { connection in
            for hash in hashes {
                try connection.run("DELETE FROM unusedBlob WHERE hash = ? AND notedAt <= ?", [hash.rawValue, date])
            }
        }
    }

    /// Checks the quota. Uploads that an envelope names by now are removed first and do not count.
    private static func check(
        _ quota: UploadQuota, beginning size: Int, _ account: String, _ connection: any SQLConnection
    ) throws {
        try connection.run(
            """
            DELETE FROM upload WHERE accountID = ? AND isComplete = 1 AND EXISTS (
                SELECT 1 FROM blobUse WHERE blobUse.accountID = upload.accountID AND blobUse.hash = upload.hash)
            """, [account])
        let row = try connection.row(
            """
            SELECT count(*) FILTER (WHERE isComplete = 0) AS begun, CAST(coalesce(sum(size), 0) AS BIGINT) AS bytes
            FROM upload WHERE accountID = ?
            """, [account])
        guard let row else { return }
        guard try row["begun"] < quota.uploads else { throw UploadError.tooMany(limit: quota.uploads) }
        guard try row["bytes"] + size <= quota.bytes else { throw UploadError.tooMuch(limit: quota.bytes) }
    }

    private static func row(
        _ hash: BlobHash, _ account: String, _ connection: any SQLConnection
    ) throws -> (size: Int, received: Int, isComplete: Bool)? {
        try connection.row(
            "SELECT size, received, isComplete FROM upload WHERE accountID = ? AND hash = ?", [account, hash.rawValue]
        ).map { (try $0["size"], try $0["received"], try $0["isComplete"]) }
    }

    private func onQueue<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try work() }) }
        }
    }
}
