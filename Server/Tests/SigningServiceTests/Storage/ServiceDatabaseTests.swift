import Foundation
import GRDB
import Ledger
import Testing

@testable import SigningService

@Suite struct ServiceDatabaseTests {
    private func expectSentence(_ words: String, of folder: URL, _ body: () throws -> Void) {
        #expect {
            try body()
        } throws: { error in
            guard case .file(let path, let reason)? = error as? StorageError else { return false }
            return path == folder.path && reason.contains(words)
        }
    }

    @Test func `a database that a newer version has changed is refused and stays as it is`() async throws {
        let store = try await StoreFixture()
        try await store.database.pool.write {
            try $0.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('999 of the future')")
        }
        expectSentence("a newer version of Countersign", of: store.directory.url) {
            _ = try ServiceDatabase(store.directory)
        }
        let steps = try await store.database.pool.read {
            try String.fetchAll($0, sql: "SELECT identifier FROM grdb_migrations")
        }
        #expect(steps.contains("999 of the future"))
    }

    @Test func `a file that is no database, and a folder in its place, are said in a sentence with the folder`() throws
    {
        let folder = try TemporaryFolder()
        let directory = try DataDirectory(folder.appending("data"))
        try Data(repeating: 0x78, count: 8192).write(to: directory.database)
        expectSentence("is damaged, or no database", of: directory.url) { _ = try ServiceDatabase(directory) }

        let other = try DataDirectory(folder.appending("other"))
        try FileManager.default.createDirectory(at: other.database, withIntermediateDirectories: false)
        expectSentence("it cannot be opened", of: other.url) { _ = try ServiceDatabase(other) }
    }

    @Test(arguments: [
        (ResultCode.SQLITE_FULL, "the disk is full"), (.SQLITE_READONLY_DBMOVED, "it cannot be written"),
        (.SQLITE_BUSY, "keeps it busy"), (.SQLITE_IOERR_WRITE, "the disk fails"),
        (.SQLITE_CONSTRAINT, "it cannot be used (why)"),
    ])
    func `what the database finds wrong later is a sentence as well`(code: ResultCode, words: String) {
        let folder = URL(filePath: "/var/lib/countersign")
        expectSentence(words, of: folder) {
            if let error = StorageError(database: DatabaseError(resultCode: code, message: "why"), in: folder) {
                throw error
            }
        }
        #expect(StorageError(database: CancellationError(), in: folder) == nil)
    }
}
