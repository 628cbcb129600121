import Accounts
import EnvelopeService
import Foundation
import Ledger
import Testing

@testable import SigningService

@Suite("The secret key's file")
struct SecretKeyFileTests {
    @Test("The key is made once, is readable by its owner only, and opens what it sealed")
    func firstKey() throws {
        let folder = try TemporaryFolder()
        let directory = try DataDirectory(folder.appending("data"))
        let sealed = try SecretKeyFile.box(in: directory, file: nil).seal("hunter2", for: "x")
        let file = folder.appending("data/secrets.key")
        #expect(try TemporaryFolder.mode(of: file) == 0o600)
        let bytes = try Data(contentsOf: file)
        #expect(try SecretKeyFile.box(in: directory, file: nil).text(sealed, for: "x") == "hunter2")
        #expect(try Data(contentsOf: file) == bytes)
        try FileManager.default.removeItem(at: file)
        #expect(throws: StorageError.self) {
            try SecretKeyFile.box(in: directory, file: nil).text(sealed, for: "x")
        }
    }

    @Test("A file with a secret that everybody can read is named in a warning; missing and private ones are not")
    func openFiles() throws {
        let folder = try TemporaryFolder()
        let names = ["open", "private", "grouped", "missing"]
        for (name, mode) in zip(names, [0o644, 0o600, 0o640]) {
            let file = folder.appending(name)
            try Data("secret".utf8).write(to: file)
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
        }
        let sentences = SecretFileNotice.sentences(for: names.map(folder.appending))
        #expect(sentences.count == 1)
        #expect(sentences.first?.hasPrefix("\(folder.appending("open").path) holds a secret") == true)
    }

    @Test("The operator's key file must exist and hold a key")
    func operatorKey() throws {
        let folder = try TemporaryFolder()
        let directory = try DataDirectory(folder.appending("data"))
        let file = folder.appending("operator.key")
        #expect(throws: StorageError.self) { try SecretKeyFile.box(in: directory, file: file) }
        for text in ["", "x", Data(count: 16).base64EncodedString(), String(repeating: "A", count: 500)] {
            try Data(text.utf8).write(to: file)
            #expect(throws: StorageError.self) { try SecretKeyFile.box(in: directory, file: file) }
        }
        try Data((KeyedSecretBox.newKey().base64EncodedString() + "\n").utf8).write(to: file)
        let box = try SecretKeyFile.box(in: directory, file: file)
        #expect(try box.text(box.seal("a", for: "x"), for: "x") == "a")
        #expect(!FileManager.default.fileExists(atPath: folder.appending("data/secrets.key").path))
    }

    @Test("Keys are listed without their text and revoked one by one")
    func listing() async throws {
        let fixture = try await ServiceFixture()
        let keys = try ConnectKeys(existing: fixture.folder.appending("data"), keyFile: nil)
        let first = try await keys.create(for: fixture.account, at: Moment.start)
        let second = try await keys.create(for: fixture.account, at: Moment.start)
        #expect(first.key.count == 43 && first.key != second.key)
        #expect(try await keys.list(of: fixture.account).map(\.header) == [1, 2])
        try await keys.revoke(first.id, of: fixture.account)
        #expect(try await keys.list(of: fixture.account).map(\.id) == [second.id])
        await #expect(throws: ConnectKeyError.unknown(id: first.id)) {
            try await keys.revoke(first.id, of: fixture.account)
        }
        for _ in 0..<9 { _ = try await keys.create(for: fixture.account, at: Moment.start) }
        await #expect(throws: ConnectKeyError.tooMany(limit: 10)) {
            try await keys.create(for: fixture.account, at: Moment.start)
        }
        await #expect(throws: AccountUserError.self) {
            try await keys.create(for: UUID().uuidString, at: Moment.start)
        }
        let database = try Data(contentsOf: fixture.folder.appending("data/countersign.sqlite"))
        #expect(!database.contains(Data(second.key.utf8)))
    }
}
