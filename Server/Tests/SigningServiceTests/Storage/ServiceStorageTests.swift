import Foundation
import Ledger
import Testing

@testable import SigningService

@Suite("What a service keeps")
struct ServiceStorageTests {
    private func expectSentence(_ words: String, of folder: URL, _ body: () throws -> Void) {
        #expect {
            try body()
        } throws: { error in
            guard case .file(let path, let reason)? = error as? StorageError else { return false }
            return path == folder.path && reason.contains(words)
        }
    }

    @Test("A database changed by a newer version is refused and left unchanged")
    func newerVersion() async throws {
        let store = try await StoreFixture()
        try await store.storage.database.write {
            try $0.run("INSERT INTO grdb_migrations (identifier) VALUES ('999 of the future')")
        }
        expectSentence("a newer version of Countersign", of: store.directory.url) {
            _ = try ServiceStorage(store.directory)
        }
        let steps: [String] = try await store.storage.database.read {
            try $0.values("SELECT identifier FROM grdb_migrations")
        }
        #expect(steps.contains("999 of the future"))
    }

    @Test("A file that is not a database, and a folder in its place, give a sentence with the folder")
    func noDatabase() throws {
        let folder = try TemporaryFolder()
        let directory = try DataDirectory(folder.appending("data"))
        try Data(repeating: 0x78, count: 8192).write(to: directory.database)
        expectSentence("is damaged or not a database", of: directory.url) { _ = try ServiceStorage(directory) }

        let other = try DataDirectory(folder.appending("other"))
        try FileManager.default.createDirectory(at: other.database, withIntermediateDirectories: false)
        expectSentence("it cannot be opened", of: other.url) { _ = try ServiceStorage(other) }
    }

    @Test("A later database error also gives a sentence")
    func laterError() {
        let folder = URL(filePath: "/var/lib/countersign")
        expectSentence("the database: the disk is full", of: folder) {
            if let error = StorageError(database: StorageError.database(reason: "the disk is full"), in: folder) {
                throw error
            }
        }
        #expect(StorageError(database: CancellationError(), in: folder) == nil)
    }
}
