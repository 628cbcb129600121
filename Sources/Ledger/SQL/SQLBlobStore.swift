import Envelopes
import Foundation

/// Blobs in the database, for a service whose nodes share nothing else.
///
/// Sizes and times stand apart from the bytes, so that noting a new time writes a small row.
public struct SQLBlobStore: BlobStore {
    private let database: any SQLDatabase
    private let now: @Sendable () -> Date

    /// - Parameter now: returns the current time, which is stored as the time of storage
    public init(_ database: any SQLDatabase, now: @escaping @Sendable () -> Date = { Date() }) {
        self.database = database
        self.now = now
    }

    static let tables = """
        CREATE TABLE blob (
            hash TEXT PRIMARY KEY NOT NULL,
            size BIGINT NOT NULL,
            storedAt BIGINT NOT NULL
        ) BY KEY;
        CREATE INDEX blobByTime ON blob(storedAt);
        CREATE TABLE blobBytes (
            hash TEXT PRIMARY KEY NOT NULL REFERENCES blob(hash) ON DELETE CASCADE,
            bytes BYTES NOT NULL
        );

        """

    /// Writes the bytes once; for bytes that are stored already, only the time changes.
    public func store(_ blob: Blob) async throws {
        guard try await !renew(blob.hash) else { return }
        let date = now()
        try await database.write { connection in
            let isNew = try connection.run(
                "INSERT INTO blob (hash, size, storedAt) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                [blob.hash.rawValue, blob.bytes.count, date])
            guard isNew == 1 else {
                try Self.touch(blob.hash, date, connection)
                return
            }
            try connection.run(
                "INSERT INTO blobBytes (hash, bytes) VALUES (?, ?)", [blob.hash.rawValue, blob.bytes])
        }
    }

    /// Checks the bytes against the hash each time.
    public func data(_ hash: BlobHash) async throws -> Data {
        let bytes = try await database.read { connection in
            try connection.value("SELECT bytes FROM blobBytes WHERE hash = ?", [hash.rawValue], as: Data.self)
        }
        guard let bytes else { throw StorageError.missingBlob(hash) }
        guard BlobHash(of: bytes) == hash else { throw StorageError.damagedBlob(hash) }
        return bytes
    }

    /// Reads the size only.
    public func size(_ hash: BlobHash) async throws -> Int? {
        try await database.read { connection in
            try connection.value("SELECT size FROM blob WHERE hash = ?", [hash.rawValue], as: Int.self)
        }
    }

    /// Stores the time.
    public func renew(_ hash: BlobHash) async throws -> Bool {
        let date = now()
        return try await database.write { try Self.touch(hash, date, $0) > 0 }
    }

    /// Does nothing for a blob that was stored again meanwhile.
    public func remove(_ hash: BlobHash, storedBefore date: Date) async throws {
        try await database.write { connection in
            try connection.run("DELETE FROM blob WHERE hash = ? AND storedAt < ?", [hash.rawValue, date])
        }
    }

    /// Looks at an index of times.
    public func stored(before date: Date) async throws -> [BlobHash] {
        try await database.readLong { connection in
            try connection.values("SELECT hash FROM blob WHERE storedAt < ? ORDER BY storedAt, hash", [date])
        }.compactMap(BlobHash.init(rawValue:))
    }

    @discardableResult
    private static func touch(_ hash: BlobHash, _ date: Date, _ connection: any SQLConnection) throws -> Int {
        try connection.run("UPDATE blob SET storedAt = ? WHERE hash = ?", [date, hash.rawValue])
    }
}
