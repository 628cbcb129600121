import Foundation
import GRDB
import TestSupport
import Testing

@testable import Ledger

@Suite("The database of SQLite")
struct SQLiteDatabaseTests {
    @Test("Every commit is synced to the disk")
    func synced() async throws {
        let folder = TemporaryFolder()
        let database = try SQLiteDatabase(
            file: folder.appending("ledger.sqlite"), schema: SQLSchema([.ledger, .lists]))
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
        "Any date can be stored; one outside the years 0 to 9999 becomes the nearest in them",
        arguments: [
            (1e300, 253_402_300_799.0), (-1e300, -62_167_219_200), (.infinity, 253_402_300_799),
            (-.infinity, -62_167_219_200), (.nan, 0), (9.3e12, 253_402_300_799), (1_795_252_500.25, 1_795_252_500.25),
        ])
    func dates(seconds: Double, stored: Double) async throws {
        let database = try SQLiteDatabase(inMemory: SQLSchema([.ledger, .lists]))
        let found = try await database.write { connection in
            try connection.value("SELECT ?", [Date(timeIntervalSince1970: seconds)], as: Date.self)
        }
        #expect(found == Date(timeIntervalSince1970: stored))
    }

    @Test("A text that goes on after a zero byte is never taken for its beginning")
    func zeroByte() async throws {
        let database = try SQLiteDatabase(inMemory: SQLSchema([.ledger, .lists]))
        for (text, found) in [("ada", 1), ("ada\0", nil), ("ada\0eve", nil)] as [(String, Int?)] {
            let value = try await database.read { try $0.value("SELECT 1 WHERE ? = 'ada'", [text], as: Int.self) }
            #expect(value == found)
        }
        await #expect(throws: StorageError.self) {
            try await database.write {
                try $0.run(
                    "INSERT INTO callCount (name, windowNumber, calls, endsAt) VALUES (?, 1, 1, 1)", ["ada\0eve"])
            }
        }
    }

    @Test("A number that no integer holds is read as the nearest one", arguments: ["9e300", "-9e300", "9e999"])
    func numbers(number: String) async throws {
        let database = try SQLiteDatabase(inMemory: SQLSchema([.ledger, .lists]))
        let found = try await database.write { try $0.value("SELECT \(number)", [], as: Int.self) }
        #expect(found == (number.hasPrefix("-") ? .min : .max))
    }

    @Test(
        "An error of SQLite becomes a sentence for people",
        arguments: [
            (ResultCode.SQLITE_READONLY_DBMOVED, "it cannot be written"),
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

    @Test("A full disk is an error of its own, of the database and of files")
    func full() {
        #expect(StorageError(DatabaseError(resultCode: .SQLITE_FULL)) == .full(what: "The database"))
        for code in [ENOSPC, EDQUOT] {
            errno = code
            #expect(StorageError.system(URL(filePath: "/x")) == .full(what: "/x"))
        }
        errno = EACCES
        #expect(StorageError.system(URL(filePath: "/x")) != .full(what: "/x"))
    }
}
