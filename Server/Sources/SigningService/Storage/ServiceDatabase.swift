import Foundation
import GRDB
import Ledger

/// The service's database: the ledger's tables, and those of accounts, tokens and sign-in beside them.
public struct ServiceDatabase: Sendable {
    let sql: SQLiteDatabase

    var pool: any DatabaseWriter { sql.writer }

    /// Opens the database of a data directory, making it and bringing its schema up to date.
    /// - Throws: ``StorageError``, also for the database of a newer version of this program.
    public init(_ directory: DataDirectory) throws {
        do {
            sql = try directory.exclusively { try SQLiteDatabase(file: directory.database, schema: Self.schema) }
        } catch {
            if let sentence = StorageError(database: error, in: directory.url) { throw sentence }
            throw error
        }
    }

    private static let schema = SQLSchema([
        .init("accounts", accountTables + AccountStore.tokenNames + AccountStore.disclosureTable), .ledger, .service,
        .init("sign-in", AuthorizationStore.tables + AuthorizationStore.expiryIndexes + KnownBrowsers.table),
    ])

    /// Times are whole microseconds since 1970-01-01 UTC; secrets are SHA-256 hashes.
    static let accountTables = """
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
