import Foundation
import GRDB

/// The service's SQLite database: one file, write-ahead log, every commit synced.
///
/// Several processes may have it open at once; a writer waits up to ten seconds for another.
public struct ServiceDatabase: Sendable {
    let pool: DatabasePool

    /// Opens the database of a data directory, making it and bringing its schema up to date.
    public init(_ directory: DataDirectory) throws {
        pool = try directory.exclusively {
            // The file exists with its final permissions before SQLite sees it; the log files inherit them.
            if !FileManager.default.fileExists(atPath: directory.database.path) {
                try DurableFile.write(Data(), to: directory.database, mode: 0o600)
            }
            var configuration = Configuration()
            configuration.busyMode = .timeout(10)
            configuration.maximumReaderCount = 8
            configuration.prepareDatabase { connection in
                try connection.execute(sql: "PRAGMA synchronous = FULL")
                // macOS otherwise takes what the drive has in a cache of its own for written.
                try connection.execute(sql: "PRAGMA fullfsync = ON")
                try connection.execute(sql: "PRAGMA checkpoint_fullfsync = ON")
            }
            let pool = try DatabasePool(path: directory.database.path, configuration: configuration)
            // Opening a pool turns the writer down to NORMAL, which may lose the last commits in a power cut.
            try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            try Self.schema.migrate(pool)
            return pool
        }
    }

    /// The schema's steps. A step that has shipped never changes; the next one follows it.
    private static var schema: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 accounts") { database in
            try database.execute(sql: accountTables)
        }
        migrator.registerMigration("2 envelopes") { database in
            try database.execute(sql: envelopeTables)
        }
        migrator.registerMigration("3 ceremonies") { database in
            try database.execute(sql: ceremonyTables)
        }
        migrator.registerMigration("4 uploads") { database in
            try database.execute(sql: uploadTable)
            try SQLiteEventStore.noteBlobs(in: database)
        }
        migrator.registerMigration("5 templates") { database in
            try database.execute(sql: SQLiteTemplateStore.tables)
        }
        migrator.registerMigration("6 authorizations") { database in
            try database.execute(sql: AuthorizationStore.tables)
        }
        migrator.registerMigration("7 known browsers") { database in
            try database.execute(sql: KnownBrowsers.table)
        }
        migrator.registerMigration("8 unused blobs") { database in
            try database.execute(sql: "CREATE INDEX blobUseByHash ON blobUse(hash)")
        }
        migrator.registerMigration("9 expired authorizations") { database in
            try database.execute(sql: AuthorizationStore.expiryIndexes)
        }
        migrator.registerMigration("10 stored times") { database in
            try database.execute(sql: SQLiteEventStore.storedTimes)
        }
        migrator.registerMigration("11 deleted blobs") { database in
            try database.execute(sql: FolderUploadStore.unusedTable)
            try database.execute(sql: SQLiteTemplateStore.blobTable)
            try SQLiteTemplateStore.noteBlobs(in: database)
        }
        migrator.registerMigration("12 request digests") { database in
            try database.execute(sql: SQLiteEventStore.requestDigests)
        }
        migrator.registerMigration("13 token names") { database in
            try database.execute(sql: AccountStore.tokenNames)
        }
        migrator.registerMigration("14 later events") { database in
            try database.execute(sql: SQLiteEventStore.laterEvents)
        }
        migrator.registerMigration("15 shown pages") { database in
            try database.execute(sql: SQLiteEventStore.shownPageTable)
        }
        migrator.registerMigration("16 disclosures") { database in
            try database.execute(sql: AccountStore.disclosureTable)
        }
        return migrator
    }

    /// Times are whole microseconds since 1970-01-01 UTC; secrets are SHA-256 hashes.
    private static let accountTables = """
        CREATE TABLE account (
            id TEXT PRIMARY KEY NOT NULL,
            name TEXT NOT NULL,
            createdAt INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE user (
            id TEXT PRIMARY KEY NOT NULL,
            accountID TEXT NOT NULL REFERENCES account(id),
            name TEXT NOT NULL,
            email TEXT NOT NULL,
            createdAt INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE token (
            hash BLOB PRIMARY KEY NOT NULL,
            userID TEXT NOT NULL REFERENCES user(id),
            createdAt INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE setting (
            name TEXT PRIMARY KEY NOT NULL,
            value TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    private static let envelopeTables = """
        CREATE TABLE envelope (
            id TEXT PRIMARY KEY NOT NULL,
            accountID TEXT NOT NULL REFERENCES account(id),
            transactionID TEXT,
            status TEXT NOT NULL,
            createdAt INTEGER NOT NULL,
            statusChangedAt INTEGER NOT NULL,
            sequence INTEGER NOT NULL,
            snapshot BLOB NOT NULL
        ) STRICT;
        CREATE INDEX envelopeByChange ON envelope(accountID, statusChangedAt, id);
        CREATE UNIQUE INDEX envelopeByTransaction ON envelope(accountID, transactionID)
            WHERE transactionID IS NOT NULL;
        CREATE TABLE event (
            envelopeID TEXT NOT NULL REFERENCES envelope(id),
            sequence INTEGER NOT NULL,
            body BLOB NOT NULL,
            PRIMARY KEY (envelopeID, sequence)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE outbox (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            envelopeID TEXT NOT NULL REFERENCES envelope(id),
            sequence INTEGER NOT NULL,
            topic TEXT NOT NULL,
            createdAt INTEGER NOT NULL,
            UNIQUE (envelopeID, sequence, topic)
        ) STRICT;
        """

    private static let ceremonyTables = """
        CREATE TABLE ticket (
            hash BLOB PRIMARY KEY NOT NULL,
            envelopeID TEXT NOT NULL REFERENCES envelope(id),
            recipientID TEXT NOT NULL,
            returnURL TEXT NOT NULL,
            createdAt INTEGER NOT NULL,
            expiresAt INTEGER NOT NULL,
            usedAt INTEGER
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE session (
            id TEXT PRIMARY KEY NOT NULL,
            hash BLOB NOT NULL,
            envelopeID TEXT NOT NULL REFERENCES envelope(id),
            recipientID TEXT NOT NULL,
            returnURL TEXT NOT NULL,
            createdAt INTEGER NOT NULL,
            seenAt INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
}

extension ServiceDatabase {
    /// How far devices have come with handing blobs over - the bytes are files - and which blobs the events of an
    /// account's envelopes name.
    fileprivate static let uploadTable = """
        CREATE TABLE upload (
            accountID TEXT NOT NULL REFERENCES account(id),
            hash TEXT NOT NULL,
            size INTEGER NOT NULL,
            received INTEGER NOT NULL,
            isComplete INTEGER NOT NULL,
            changedAt INTEGER NOT NULL,
            PRIMARY KEY (accountID, hash)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX uploadByChange ON upload(isComplete, changedAt);
        CREATE TABLE blobUse (
            accountID TEXT NOT NULL REFERENCES account(id),
            hash TEXT NOT NULL,
            PRIMARY KEY (accountID, hash)
        ) STRICT, WITHOUT ROWID;
        """
}

/// A moment as the database keeps it: whole microseconds since 1970-01-01 UTC.
struct StoredTime: Hashable, Sendable, Comparable {
    let microseconds: Int64

    init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    init(_ date: Date) {
        microseconds = Int64((date.timeIntervalSince1970 * 1_000_000).rounded())
    }

    var date: Date { Date(timeIntervalSince1970: Double(microseconds) / 1_000_000) }

    static func < (left: StoredTime, right: StoredTime) -> Bool { left.microseconds < right.microseconds }
}

extension StoredTime: DatabaseValueConvertible {
    var databaseValue: DatabaseValue { microseconds.databaseValue }

    static func fromDatabaseValue(_ value: DatabaseValue) -> StoredTime? {
        Int64.fromDatabaseValue(value).map(StoredTime.init(microseconds:))
    }
}
