import Envelopes
import Foundation
import Testing

@testable import Ledger
@testable import TestSupport

@Suite("Uploads and orphaned blobs")
struct UploadStoreTests {
    private struct Scene {
        let store: LedgerFixture
        let uploads: SQLUploadStore
        var account: String { store.account }

        init(_ engine: Engine) throws {
            store = try LedgerFixture(engine)
            uploads = SQLUploadStore(
                store.database, parts: try FolderUploadParts(folder: store.folder.appending("uploads")))
        }

        /// - Returns: how many bytes are there.
        func append(_ blob: Data, quota: UploadQuota = UploadQuota(uploads: 9, bytes: 1_000)) async throws -> Int {
            try await uploads.append(
                blob, at: 0, of: blob.count, to: BlobHash(of: blob), account: account, quota: quota, now: Moment.start)
        }

        func finish(_ blob: Data) async throws {
            try await uploads.finish(BlobHash(of: blob), account: account, now: Moment.start)
        }
    }

    @Test(
        "Bytes count until an envelope names them, finished or not", arguments: Engine.allCases)
    func quota(engine: Engine) async throws {
        let scene = try Scene(engine)
        let (first, second) = (Data("0123456789".utf8), Data("9876543210".utf8))
        let quota = UploadQuota(uploads: 9, bytes: 15)
        #expect(try await scene.append(first, quota: quota) == 10)
        await #expect(throws: UploadError.tooMuch(limit: 15)) { try await scene.append(second, quota: quota) }
        try await scene.finish(first)
        await #expect(throws: UploadError.tooMuch(limit: 15)) { try await scene.append(second, quota: quota) }
        _ = try await scene.store.blobs.store(first)
        _ = try await scene.store.ledger.createEnvelope(
            EnvelopeID(UUID()), scene.store.definition(document: BlobHash(of: first)), send: true,
            scene.store.context())
        #expect(try await scene.append(second, quota: quota) == 10)
    }

    /// Parts that another node has taken by the time they are written.
    private struct OvertakenParts: UploadParts {
        let database: any SQLDatabase

        func write(_ part: Data, at offset: Int, to hash: BlobHash, account: String) throws {
            try database.writeWaiting { try $0.run("UPDATE upload SET received = 7") }
        }

        func data(_ hash: BlobHash, account: String, size: Int) throws -> Data { Data() }

        func remove(_ hash: BlobHash, account: String) {}
    }

    @Test("A part that another node takes meanwhile is not counted twice", arguments: Engine.allCases)
    func overtaken(engine: Engine) async throws {
        let store = try LedgerFixture(engine)
        let uploads = SQLUploadStore(store.database, parts: OvertakenParts(database: store.database))
        let blob = Data("0123456789".utf8)
        await #expect(throws: UploadError.wrongOffset(received: 0)) {
            try await uploads.append(
                blob.prefix(5), at: 0, of: 10, to: BlobHash(of: blob), account: store.account,
                quota: UploadQuota(uploads: 9, bytes: 1_000), now: Moment.start)
        }
        #expect(try await store.database.read { try $0.value("SELECT received FROM upload") } == 7)
    }

    @Test("Records of uploads expire if they are not requested", arguments: Engine.allCases)
    func forgetting(engine: Engine) async throws {
        let scene = try Scene(engine)
        let blob = Data("whole".utf8)
        let hash = BlobHash(of: blob)
        _ = try await scene.append(blob)
        #expect(try await !scene.uploads.isFinished(hash, account: scene.account, now: Moment.start))
        try await scene.finish(blob)
        #expect(try await scene.uploads.isFinished(hash, account: scene.account, now: Moment.start + 7_200))
        #expect(try await scene.uploads.removeUploads(before: Moment.start + 7_200).isEmpty)
        #expect(try await scene.uploads.isFinished(hash))
        #expect(try await scene.uploads.removeUploads(before: Moment.start + 7_201) == [hash])
        #expect(try await !scene.uploads.isFinished(hash))
        #expect(try await !scene.uploads.isFinished(hash, account: scene.account, now: Moment.start + 7_300))
    }

    @Test("A blob is removed only if it was not stored again", arguments: Engine.allCases)
    func removing(engine: Engine) async throws {
        let scene = try Scene(engine)
        let blobs = scene.store.blobs
        let blob = Data("whole".utf8)
        let hash = try await blobs.store(blob)
        // Files have the times of the machine, not of a test.
        let old = Date(timeIntervalSince1970: 1_000_000_000)
        let age = { (date: Date) in
            try FileManager.default.setAttributes(
                [.modificationDate: date], ofItemAtPath: blobs.location(of: hash).path)
        }
        try age(old)
        try await blobs.remove(hash, storedBefore: old)
        #expect(try await blobs.data(hash) == blob)
        // Stored again, it is as new.
        _ = try await blobs.store(blob)
        try await blobs.remove(hash, storedBefore: old + 1)
        let modified = try FileManager.default.attributesOfItem(atPath: blobs.location(of: hash).path)[
            .modificationDate]
        #expect(try #require(modified as? Date) != old)
        try age(old)
        try await blobs.remove(hash, storedBefore: old + 1)
        #expect(try await blobs.size(hash) == nil)
        await #expect(throws: StorageError.missingBlob(hash)) { try await blobs.data(hash) }
    }

    @Test(
        "A note of a possible orphan stays until it is settled, and a newer one even then",
        arguments: Engine.allCases)
    func notes(engine: Engine) async throws {
        let scene = try Scene(engine)
        let (first, second) = (BlobHash(of: Data("first".utf8)), BlobHash(of: Data("second".utf8)))
        try await scene.uploads.noteUnused([first], at: Moment.start)
        try await scene.uploads.noteUnused([second], at: Moment.start + 10)
        #expect(try await scene.uploads.unused(notedBefore: Moment.start + 11, count: 9) == [first, second])
        #expect(try await scene.uploads.unused(notedBefore: Moment.start + 11, count: 1) == [first])
        #expect(try await scene.uploads.unused(notedBefore: Moment.start + 10, count: 9) == [first])
        try await scene.uploads.noteUnused([first], at: Moment.start + 20)
        try await scene.uploads.forgetUnused([first, second], notedUntil: Moment.start + 10)
        #expect(try await scene.uploads.unused(notedBefore: Moment.start + 99, count: 9) == [first])
    }

    @Test("A renewed blob counts as stored now", arguments: Engine.allCases)
    func renewing(engine: Engine) async throws {
        let blobs = try LedgerFixture(engine).blobs
        let hash = try await blobs.store(Data("old".utf8))
        let old = Date() - 7_200
        try FileManager.default.setAttributes(
            [.modificationDate: old], ofItemAtPath: blobs.location(of: hash).path)
        #expect(try await blobs.renew(hash))
        try await blobs.remove(hash, storedBefore: old + 3_600)
        #expect(try await blobs.size(hash) != nil)
        #expect(try await !blobs.renew(BlobHash(of: Data("never stored".utf8))))
    }

    @Test("Blobs in envelopes and templates are known, whatever account owns them", arguments: Engine.allCases)
    func names(engine: Engine) async throws {
        let store = try LedgerFixture(engine)
        let envelope = try await store.envelope()
        #expect(try await store.events.isNamed(envelope.definition.documents[0].blob))
        let hash = BlobHash(of: Data("template".utf8))
        #expect(try await !store.events.isNamed(hash))
        let templates = SQLTemplateStore(store.database)
        #expect(try await !templates.names(hash))
        try await templates.keep(
            Template(
                id: TemplateID(UUID()), accountID: store.account,
                owner: Sender(userID: store.user, name: "Ada Sender", email: "ada@example.org"), name: "Lease",
                documents: [
                    EnvelopeDocument(
                        id: "1", name: "lease.pdf", blob: hash, pages: [PageSize(width: 595, height: 842)], order: 1)
                ], createdAt: Moment.start))
        #expect(try await templates.names(hash))
        let selection = TemplateSelection(accountID: store.account, userID: store.user)
        let id = try #require(try await templates.page(selection).ids.first)
        try await templates.keep(try #require(try await templates.template(id)))
        #expect(try await templates.names(hash))
        try await templates.remove(id)
        #expect(try await !templates.names(hash))
    }

    @Test("The parts of an unfinished upload are removed from the disk", arguments: Engine.allCases)
    func unfinishedUploads(engine: Engine) async throws {
        let store = try LedgerFixture(engine)
        let folder = store.folder.appending("uploads")
        let uploads = SQLUploadStore(store.database, parts: try FolderUploadParts(folder: folder))
        let account = store.account
        let hash = BlobHash(of: Data("whole".utf8))
        let quota = UploadQuota(uploads: 1, bytes: 5)
        #expect(
            try await uploads.append(
                Data("wh".utf8), at: 0, of: 5, to: hash, account: account, quota: quota, now: Moment.start) == 2)
        let file = try #require(TemporaryFolder.files(below: folder).first)
        #expect(try TemporaryFolder.mode(of: file) == 0o600)
        // Bytes that a power cut left behind the last part that counts.
        let handle = try FileHandle(forWritingTo: file)
        try handle.seekToEnd()
        try handle.write(contentsOf: Data("!!!!!!".utf8))
        try handle.close()
        #expect(
            try await uploads.append(
                Data("ole".utf8), at: 2, of: 5, to: hash, account: account, quota: quota, now: Moment.start + 10) == 5)
        #expect(try await uploads.data(hash, account: account) == Data("whole".utf8))
        #expect(try await uploads.removeUploads(before: Moment.start + 10).isEmpty)
        #expect(TemporaryFolder.files(below: folder).count == 1)
        #expect(try await uploads.removeUploads(before: Moment.start + 11).isEmpty)
        #expect(TemporaryFolder.files(below: folder).isEmpty)
        #expect(try await uploads.upload(hash, account: account) == nil)
    }
}
