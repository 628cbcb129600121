import GRDB
import TestSupport
import Testing

@testable import Ledger

@Suite("The database of SQLite")
struct SQLiteDatabaseTests {
    @Test("Every commit is synced to the disk")
    func synced() async throws {
        let folder = TemporaryFolder()
        let database = try SQLiteDatabase(file: folder.appending("ledger.sqlite"), schema: SQLSchema([.ledger]))
        let mode = try await database.writer.write { try Int.fetchOne($0, sql: "PRAGMA synchronous") }
        #expect(mode == 2)
        let journal = try await database.writer.read { try String.fetchOne($0, sql: "PRAGMA journal_mode") }
        #expect(journal == "wal")
        // And, where the drive has a cache of its own, written through that.
        let full = try await database.writer.write { database in
            try ["fullfsync", "checkpoint_fullfsync"].map { try Int.fetchOne(database, sql: "PRAGMA \($0)") }
        }
        #expect(full == [1, 1])
        #expect(try TemporaryFolder.mode(of: folder.appending("ledger.sqlite")) == 0o600)
    }

    @Test(
        "An error of SQLite becomes a sentence for people",
        arguments: [
            (ResultCode.SQLITE_FULL, "the disk is full"), (.SQLITE_READONLY_DBMOVED, "it cannot be written"),
            (.SQLITE_BUSY, "keeps it busy"), (.SQLITE_IOERR_WRITE, "the disk fails"),
            (.SQLITE_CONSTRAINT, "it cannot be used (why)"),
        ])
    func errors(code: ResultCode, words: String) {
        guard case .database(let reason) = StorageError(DatabaseError(resultCode: code, message: "why")) else {
            Issue.record("the error is no database's")
            return
        }
        #expect(reason.contains(words))
    }
}
