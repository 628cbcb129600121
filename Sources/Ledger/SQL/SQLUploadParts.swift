import Envelopes
import Foundation

/// Parts of uploads in the database, so that each part may reach another node.
public struct SQLUploadParts: UploadParts {
    private let database: any SQLDatabase

    /// Uses the tables of a service that keeps its documents in the database.
    public init(_ database: any SQLDatabase) { self.database = database }

    static let table = """
        CREATE TABLE uploadPart (
            accountID TEXT NOT NULL,
            hash TEXT NOT NULL,
            start BIGINT NOT NULL,
            bytes BYTES NOT NULL,
            PRIMARY KEY (accountID, hash, start)
        );

        """

    /// Stores the part as a row, in place of every later one, unless another node has taken parts meanwhile.
    ///
    /// - Throws: ``UploadError/wrongOffset(received:)``
    public func write(_ part: Data, at offset: Int, to hash: BlobHash, account: String) throws {
        try database.writeWaiting { connection in
            let received: Int? = try connection.value(
                "SELECT received FROM upload WHERE accountID = ? AND hash = ? AND isComplete = 0",
                [account, hash.rawValue])
            guard received == offset else { throw UploadError.wrongOffset(received: received ?? 0) }
            try connection.run(
                "DELETE FROM uploadPart WHERE accountID = ? AND hash = ? AND start >= ?",
                [account, hash.rawValue, offset])
            try connection.run(
                "INSERT INTO uploadPart (accountID, hash, start, bytes) VALUES (?, ?, ?, ?)",
                [account, hash.rawValue, offset, part])
        }
    }

    /// - Throws: ``StorageError/unreadable(what:reason:)`` if parts are missing
    public func data(_ hash: BlobHash, account: String, size: Int) throws -> Data {
        let parts = try database.readWaiting { connection in
            try connection.rows(
                "SELECT start, bytes FROM uploadPart WHERE accountID = ? AND hash = ? ORDER BY start",
                [account, hash.rawValue])
        }
        var data = Data()
        for part in parts where data.count < size {
            guard try part["start"] == data.count else { break }
            data.append(try part["bytes"])
        }
        guard data.count >= size else {
            throw StorageError.unreadable(what: "An upload", reason: "parts of it are missing")
        }
        return data.prefix(size)
    }

    /// Errors are ignored: the rows are removed when the next upload of the same bytes begins.
    public func remove(_ hash: BlobHash, account: String) {
        _ = try? database.writeWaiting { connection in
            try connection.run(
                "DELETE FROM uploadPart WHERE accountID = ? AND hash = ?", [account, hash.rawValue])
        }
    }
}
