import Envelopes
import Foundation
import GRDB

/// The database of a user's envelopes on this device: one SQLite file with a write-ahead log; every commit is on the
/// disk before it counts.
enum DeviceDatabase {
    static func open(_ file: URL) throws -> DatabasePool {
        // The file exists with its final permissions before SQLite sees it; the log files inherit them.
        if !FileManager.default.fileExists(atPath: file.path) { try DurableFile().write(Data(), to: file) }
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        configuration.maximumReaderCount = 4
        // Apple's systems otherwise take what the drive has in a cache of its own for written.
        configuration.prepareDatabase { connection in
            try connection.execute(sql: "PRAGMA fullfsync = ON")
            try connection.execute(sql: "PRAGMA checkpoint_fullfsync = ON")
        }
        let pool = try DatabasePool(path: file.path, configuration: configuration)
        // Opening a pool turns the writer down to NORMAL, which may lose the last commits in a power cut.
        try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        try schema.migrate(pool)
        return pool
    }

    /// The schema's steps. A step that has shipped never changes; the next one follows it.
    private static var schema: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 envelopes") { try $0.execute(sql: envelopeTables) }
        TemplateTables.register(in: &migrator)
        migrator.registerMigration("server ids") { try $0.execute(sql: serverIDs) }
        migrator.registerMigration("times of sending") { try $0.execute(sql: timesOfSending) }
        migrator.registerMigration("shown pages") { try $0.execute(sql: DeviceStore.shownPageTable) }
        return migrator
    }

    private static let timesOfSending = """
        ALTER TABLE envelope ADD COLUMN sentAt INTEGER;
        UPDATE envelope SET sentAt = changedAt WHERE wasSent;
        """

    /// What is known of envelopes that have arrived already; those at a server without histories are `handedOver`.
    private static let serverIDs = """
        ALTER TABLE envelope ADD COLUMN serverID TEXT;
        UPDATE envelope SET serverID = json_extract(CAST(receipt AS TEXT), '$.serverID'),
            status = coalesce(json_extract(CAST(receipt AS TEXT), '$.status'), status) WHERE receipt IS NOT NULL;
        UPDATE envelope SET state = 'handedOver', handedOver = 0 WHERE state = 'synced' AND isSigned
            AND json_extract(CAST(receipt AS TEXT), '$.lastSequence') = 0;
        """

    /// Times are whole milliseconds since 1970-01-01 UTC.
    private static let envelopeTables = """
        CREATE TABLE envelope (
            id TEXT PRIMARY KEY NOT NULL,
            name TEXT NOT NULL,
            subject TEXT NOT NULL,
            state TEXT NOT NULL,
            status TEXT,
            origin TEXT NOT NULL,
            template TEXT,
            size INTEGER NOT NULL,
            documentCount INTEGER NOT NULL,
            createdAt INTEGER NOT NULL,
            changedAt INTEGER NOT NULL,
            sequence INTEGER NOT NULL,
            handedOver INTEGER NOT NULL,
            isSigned INTEGER NOT NULL,
            wasSent INTEGER NOT NULL DEFAULT 0,
            receipt BLOB,
            failedAttempts INTEGER NOT NULL DEFAULT 0,
            lastFailure TEXT,
            setAside BLOB,
            evidence TEXT
        ) STRICT;
        CREATE INDEX envelopeByChange ON envelope(changedAt, id);
        CREATE INDEX envelopeByState ON envelope(state, createdAt);
        CREATE UNIQUE INDEX oneDraft ON envelope(state) WHERE state = 'draft';
        CREATE TABLE snapshot (
            envelopeID TEXT PRIMARY KEY NOT NULL REFERENCES envelope(id) ON DELETE CASCADE,
            body BLOB NOT NULL
        ) STRICT;
        CREATE TABLE event (
            envelopeID TEXT NOT NULL REFERENCES envelope(id) ON DELETE CASCADE,
            sequence INTEGER NOT NULL,
            body BLOB NOT NULL,
            PRIMARY KEY (envelopeID, sequence)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE blob (
            hash TEXT PRIMARY KEY NOT NULL,
            size INTEGER NOT NULL,
            touchedAt INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE envelopeBlob (
            envelopeID TEXT NOT NULL REFERENCES envelope(id) ON DELETE CASCADE,
            hash TEXT NOT NULL REFERENCES blob(hash),
            PRIMARY KEY (envelopeID, hash)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX envelopeByBlob ON envelopeBlob(hash);
        CREATE TABLE setting (
            name TEXT PRIMARY KEY NOT NULL,
            value TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
}

/// A moment as the database keeps it.
struct StoredMoment: DatabaseValueConvertible, Sendable {
    let milliseconds: Int64

    init(_ date: Date) { milliseconds = Int64((date.timeIntervalSince1970 * 1000).rounded()) }

    private init(milliseconds: Int64) { self.milliseconds = milliseconds }

    var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

    var databaseValue: DatabaseValue { milliseconds.databaseValue }

    static func fromDatabaseValue(_ value: DatabaseValue) -> StoredMoment? {
        Int64.fromDatabaseValue(value).map(StoredMoment.init(milliseconds:))
    }
}
