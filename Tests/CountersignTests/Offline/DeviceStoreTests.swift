import Envelopes
import Foundation
import Testing

@testable import Countersign
@testable import TestSupport

@Suite("A device's store")
struct DeviceStoreTests {
    private static func mode(_ url: URL) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
        return try #require(attributes[.posixPermissions] as? NSNumber).intValue
    }

    /// Names of files below a folder, without folders.
    static func files(_ folder: URL) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { path in
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: folder.appending(path: path).path, isDirectory: &isFolder)
            return !isFolder.boolValue
        }
    }

    @Test("Only the user can read the store's folders and files")
    func permissions() async throws {
        let scene = try OfflineScene()
        let id = try await scene.offline.compose(OfflineScene.draft())
        _ = try await scene.offline.sign(id, with: ScriptedPeople([.sign, .sign, .sign]))
        for path in try FileManager.default.subpathsOfDirectory(atPath: scene.folder.url.path) {
            let url = scene.folder.url.appending(path: path)
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
            #expect(try Self.mode(url) == (isFolder.boolValue ? 0o700 : 0o600), "\(path)")
        }
    }

    @Test("A sweep removes a blob if nothing names it and it was last stored before the given time")
    func orphanedBlob() async throws {
        let scene = try OfflineScene()
        let store = scene.store
        _ = try await scene.offline.compose(OfflineScene.draft())
        let named = try #require(try await store.blobs.stored(before: .distantFuture).first)
        let hash = try await store.store(Data("nobody's".utf8))
        try await store.sweep(before: store.now() - 3600)
        #expect(try await store.blobSize(hash) == 8)
        try await store.sweep(before: .distantFuture)
        #expect(try await store.blobSize(hash) == nil)
        #expect(try await store.blobSize(named) != nil)
    }

    @Test("Envelopes are listed with their state and size, by name, by state and in pages")
    func list() async throws {
        let scene = try OfflineScene()
        var draft = try OfflineScene.draft(pages: 3)
        draft.name = "Lease of flat 4"
        let id = try await scene.offline.compose(draft)
        let other = try await scene.offline.compose(OfflineScene.draft())
        let listed = try await scene.store.envelopes()
        #expect(Set(listed.map(\.id)) == [id, other])
        let cached = try #require(listed.first { $0.id == id })
        #expect(cached.state == .inProgress)
        #expect(cached.origin == .composed)
        #expect(cached.documentCount == 1)
        #expect(cached.size == (try draft.documents[0].bytes().count))
        #expect(try await scene.store.envelopes(containing: "FLAT").map(\.id) == [id])
        #expect(try await scene.store.envelopes(in: [.readyToSync, .synced]) == [])
        #expect(Set(try await scene.store.envelopeIDs()) == [id, other])
        // In pages the order is the same.
        var paged: [EnvelopeID] = []
        for offset in 0..<3 { paged += try await scene.store.envelopes(limit: 1, offset: offset).map(\.id) }
        #expect(paged == listed.map(\.id))
        #expect(try await scene.store.envelopes(limit: 0) == [])
    }

    @Test("The pages shown to a recipient outlast the app and are removed with the envelope")
    func shownPages() async throws {
        let scene = try OfflineScene()
        let id = try await scene.offline.compose(OfflineScene.draft())
        for page in [1, 3, 1] {
            try await scene.store.noteServed(.init("1", page), of: id, to: "1")
            #expect(try await scene.store.noteShown([.init("1", page)], of: id, to: "1") == [])
        }
        let later = try DeviceStore(folder: scene.store.folder)
        #expect(try await later.shownPages(of: id, to: "1") == ["1": PageRanges([1, 3])])
        #expect(try await later.shownPages(of: id, to: "2") == [:])
        try await scene.store.remove(id)
        #expect(try await later.shownPages(of: id, to: "1") == [:])
    }

    @Test("Nobody signs on a device before the pages were shown to them")
    func unseenPages() async throws {
        let scene = try OfflineScene()
        let id = try await scene.offline.compose(OfflineScene.draft())
        _ = try? await scene.offline.sign(id, with: ScriptedPeople([.signUnseen]))
        #expect(try await scene.store.history(id).events.allSatisfy { $0.body.kind != .signed })
        _ = try await scene.offline.sign(id, with: ScriptedPeople([.sign, .sign, .sign]))
        let shown = try await scene.store.history(id).events.compactMap { event in
            if case .signed(_, _, _, let shown) = event.body { shown } else { nil }
        }
        #expect(!shown.isEmpty && shown.allSatisfy { $0["1"]?.contains(1) == true })
    }

    @Test("An envelope with signatures that are not synced is removed only after a complete export")
    func unsyncedSignatures() async throws {
        let scene = try OfflineScene()
        let id = try await scene.offline.compose(OfflineScene.draft())
        let open = try await scene.offline.compose(OfflineScene.draft())
        _ = try await scene.offline.sign(id, with: ScriptedPeople([.sign, .later]))
        await #expect(throws: CountersignError.store(.unsyncedSignatures([id]))) {
            try await scene.offline.remove(id)
        }
        await #expect(throws: CountersignError.store(.unsyncedSignatures([id]))) {
            try await scene.offline.removeAll()
        }
        #expect(try await scene.store.envelopeIDs().count == 2)

        let target = scene.folder.url.appending(path: "exports")
        let early = try await scene.store.export(id, to: target)
        _ = try await scene.offline.sign(id, with: ScriptedPeople([.sign, .later]))
        // What was exported before the second signature is not all of it.
        await #expect(throws: CountersignError.store(.unsyncedSignatures([id]))) {
            try await scene.offline.remove(id, after: early)
        }
        // An export is replaced by one that goes on from it, also when the app was killed while it wrote one.
        let unfinished = target.appending(path: ".\(id.rawValue).unfinished")
        try FileManager.default.createDirectory(at: unfinished, withIntermediateDirectories: false)
        try Data("half".utf8).write(to: unfinished.appending(path: "x"))
        let export = try await scene.store.export(id, to: target)
        #expect(try FileManager.default.contentsOfDirectory(atPath: target.path) == [id.rawValue])
        #expect(try await scene.store.export(id, to: target) == export)
        let history = try History(file: Data(contentsOf: export.folder.appending(path: "history.json")))
        #expect(try await history == scene.store.history(id))
        let pdf = try Data(contentsOf: export.folder.appending(path: "1 Agreement.pdf"))
        #expect(try await pdf == scene.offline.document("1", of: id))
        for hash in history.events.flatMap(\.body.blobs) {
            let file = export.folder.appending(path: hash.rawValue)
            #expect(BlobHash(of: try Data(contentsOf: file)) == hash)
        }
        try await scene.offline.removeAll(after: [export])
        #expect(try await scene.store.envelopes() == [])
        #expect(scene.events.all.suffix(2).contains(.uncached(open)))
    }

    @Test("An export replaces only an earlier export of the same history")
    func exportTarget() async throws {
        let scene = try OfflineScene()
        let id = try await scene.offline.compose(OfflineScene.draft())
        let target = scene.folder.url.appending(path: "exports")
        let folder = target.appending(path: id.rawValue)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let refusal = CountersignError.store(.file(path: folder.path, reason: "the folder is not empty"))
        try Data("mine".utf8).write(to: folder.appending(path: "notes.txt"))
        await #expect(throws: refusal) { try await scene.store.export(id, to: target) }
        // Nor an export of the envelope with something in it that is not here.
        try FileManager.default.removeItem(at: folder)
        _ = try await scene.offline.sign(id, with: ScriptedPeople([.sign, .later]))
        let later = try await scene.store.export(id, to: target)
        let other = try OfflineScene()
        let beginning = try History(Array(try await scene.store.history(id).events.prefix(1)))
        for hash in beginning.events[0].body.blobs { _ = try await other.store.store(try await scene.store.blob(hash)) }
        try await other.store.add(beginning, name: "", origin: .composed)
        await #expect(throws: refusal) { try await other.store.export(id, to: target) }
        #expect(try History(file: Data(contentsOf: later.folder.appending(path: "history.json"))).events.count > 1)
    }

    @Test("Removing an envelope removes the blobs that no other envelope names")
    func removal() async throws {
        let clock = MovableTime(Date())
        let folder = TemporaryFolder()
        let store = try DeviceStore(folder: folder.url, now: { clock.now })
        let shared = Data("shared".utf8)
        let (first, document) = try SyncSamples.envelope(number: 1)
        let (second, other) = try SyncSamples.envelope(number: 2)
        for blob in [document, other, shared] { _ = try await store.store(blob) }
        for history in [first, second] {
            try await store.add(history, name: "Sample", origin: .composed, confirmedSequence: history.events.count)
        }
        clock.advance(7200)
        try await store.remove(first.envelope.id)
        let left = try Self.files(folder.url.appending(path: "blobs"))
        #expect(left.map { String($0.suffix(64)) } == [BlobHash(of: other).rawValue])
        await #expect(throws: CountersignError.store(.missingBlob(BlobHash(of: document)))) {
            try await store.blob(BlobHash(of: document))
        }
    }

    @Test("A damaged blob is reported instead of returned")
    func damagedBlob() async throws {
        let folder = TemporaryFolder()
        let store = try DeviceStore(folder: folder.url)
        let hash = try await store.store(Data("signed".utf8))
        try Data("forged".utf8).write(to: store.blobs.location(of: hash))
        await #expect(throws: CountersignError.store(.damagedBlob(hash))) { try await store.blob(hash) }
    }

    @Test("An event is stored only if every blob that it names is stored")
    func missingBlob() async throws {
        let folder = TemporaryFolder()
        let store = try DeviceStore(folder: folder.url)
        let (history, document) = try SyncSamples.envelope(number: 1)
        await #expect(throws: CountersignError.store(.missingBlob(BlobHash(of: document)))) {
            try await store.add(history, name: "Sample", origin: .composed)
        }
        #expect(try await store.envelopes() == [])
    }

    @Test("Two writers never both follow the same event")
    func conflict() async throws {
        let scene = try OfflineScene()
        let id = try await scene.offline.compose(OfflineScene.draft())
        let history = try await scene.store.history(id)
        let actor = EventActor(kind: .recipient, id: "1", name: "Bo Tenant")
        let events = try decide(
            .view(recipientID: "1"), history.envelope, CommandContext(at: OfflineScene.start, actor: actor))
        let next = try apply(events[0], to: history.envelope)
        try await scene.store.append(events, leadingTo: next)
        await #expect(throws: CountersignError.store(.conflict(id))) {
            try await scene.store.append(events, leadingTo: next)
        }
        #expect(try await scene.store.envelope(id) == next)
        #expect(try await scene.store.history(id).envelope == next)
    }

    @Test("The store keeps one draft, which outlasts the app until it is discarded")
    func oneDraft() async throws {
        let scene = try OfflineScene()
        #expect(try await scene.store.hasDraft() == false)
        var draft = try EnvelopeDraftTests.full()
        draft.documents.append(
            DraftDocument(id: "3", name: "Later", url: try #require(URL(string: "https://example.org/x.pdf"))))
        try await scene.store.save(draft)
        try await scene.store.save(EnvelopeDraft("Empty"))
        try await scene.store.save(draft)
        #expect(try await scene.store.hasDraft())
        #expect(try await scene.store.envelopes(in: [.draft]).map(\.id) == [draft.id])
        // The app starts again.
        let store = try DeviceStore(folder: scene.store.folder)
        #expect(try await store.draft() == draft)
        try await store.discardDraft()
        #expect(try await store.hasDraft() == false)
        #expect(try await store.draft() == nil)
    }

    @Test("Composing the draft turns it into an envelope, which cannot be saved as a draft again")
    func composedDraft() async throws {
        let scene = try OfflineScene()
        let draft = try OfflineScene.draft()
        try await scene.store.save(draft)
        try await scene.offline.compose(draft)
        #expect(try await scene.store.hasDraft() == false)
        #expect(try await scene.store.cached(draft.id)?.state == .inProgress)
        await #expect(throws: CountersignError.store(.alreadyCached(draft.id))) {
            try await scene.store.save(draft)
        }
    }

    @Test("The store records each step of an upload")
    func uploadSteps() async throws {
        let scene = try OfflineScene()
        let id = try await scene.offline.compose(OfflineScene.draft())
        let store = scene.store
        await #expect(throws: CountersignError.store(.wrongState(id, .inProgress))) {
            try await store.note(.sending, of: id)
        }
        _ = try await scene.offline.sign(id, with: ScriptedPeople([.sign, .sign, .sign]))
        #expect(try await store.pendingEnvelopes() == [PendingEnvelope(id: id)])
        try await store.note(.sending, of: id)
        #expect(try await store.cached(id)?.state == .syncing)
        // The app is killed here: what became of it is asked first.
        let sent = try #require(try await store.pendingEnvelopes().first?.sentAt)
        #expect(
            try await store.pendingEnvelopes() == [PendingEnvelope(id: id, mayHaveArrived: true, sentAt: sent)])
        try await store.note(.failed(reason: "The server could not be reached."), of: id)
        let failed = try #require(try await store.cached(id))
        #expect(failed.failedAttempts == 1)
        #expect(failed.lastFailure == "The server could not be reached.")
        #expect(try await store.pendingEnvelopes().first?.mayHaveArrived == true)
        await #expect(throws: CountersignError.store(.unsyncedSignatures([id]))) { try await store.remove(id) }
        try await store.note(.sending, of: id)
        let folder = TemporaryFolder()
        let export = try await store.export(id, to: folder.url)
        await #expect(throws: CountersignError.store(.syncing(id))) { try await store.remove(id, after: export) }
        let receipt = SyncReceipt(serverID: id.rawValue, status: "completed", lastSequence: 20, lastHash: "x")
        let last = try await store.envelope(id).lastSequence
        try await store.note(.confirmed(receipt, through: last), of: id)
        #expect(try await store.receipt(id) == receipt)
        #expect(try await store.pendingEnvelopes() == [])
        try await store.remove(id)
    }

    @Test("Entries after the last signature can be undone, but no signature can")
    func rewinding() async throws {
        let scene = try OfflineScene()
        let id = try await scene.offline.compose(OfflineScene.draft())
        _ = try await scene.offline.sign(id, with: ScriptedPeople([.sign, .later]))
        let events = try await scene.store.history(id).events
        #expect(try await scene.store.cached(id)?.state == .inProgress)
        let signed = try #require(events.last { $0.body.kind == .signed }).sequence
        #expect(events.count > signed)
        await #expect(throws: CountersignError.store(.unsyncedSignatures([id]))) {
            try await scene.store.rewind(id, to: signed - 1)
        }
        #expect(try await scene.store.history(id).events == events)
        try await scene.store.rewind(id, to: signed)
        #expect(try await scene.store.history(id).events == Array(events.prefix(signed)))
    }

    @Test("An envelope in conflict keeps its evidence and is not removed")
    func conflictEvidence() async throws {
        let scene = try OfflineScene()
        let id = try await scene.offline.compose(OfflineScene.draft())
        _ = try await scene.offline.sign(id, with: ScriptedPeople([.sign, .sign, .sign]))
        let conflict = SyncEngine.Conflict(.ended, message: "Voided.", serverHistory: Data("[\n]\n".utf8))
        try await scene.store.note(.conflict(conflict), of: id)
        #expect(try await scene.store.cached(id)?.state == .inConflict)
        #expect(try await scene.store.conflict(of: id) == conflict)
        #expect(try await scene.store.pendingEnvelopes() == [])
        #expect(try await scene.offline.reasonsNotToSign(id) == [.inConflict(id)])
        try await scene.store.history(id).verifyDeviceSignatures()
        await #expect(throws: CountersignError.store(.unsyncedSignatures([id]))) { try await scene.offline.remove(id) }
    }

    @Test("Every call for an unknown envelope is refused")
    func unknownEnvelope() async throws {
        let scene = try OfflineScene()
        let id = EnvelopeID(UUID())
        let error = CountersignError.store(.notCached(id))
        await #expect(throws: error) { _ = try await scene.store.envelope(id) }
        await #expect(throws: error) { _ = try await scene.store.history(id) }
        await #expect(throws: error) { try await scene.store.note(.sending, of: id) }
        await #expect(throws: error) { try await scene.offline.remove(id) }
        #expect(try await scene.store.cached(id) == nil)
    }
}
