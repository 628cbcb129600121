import CountersignTesting
import DocuSignDialect
import Envelopes
import Essentials
import Foundation
import TestSupport
import Testing
import Typesetting

@testable import Countersign

/// A server whose answers are lost, and beside which something happens while it is asked.
private final class BusyMoment: SyncServer {
    let takesBlobs = false
    let keepsHistories = true
    let theirs = Locked<History?>(nil)
    private let meanwhile: @Sendable () async -> Void

    init(meanwhile: @escaping @Sendable () async -> Void) { self.meanwhile = meanwhile }

    func state(of envelope: PendingEnvelope, _ history: History) async throws -> ServerState? {
        await meanwhile()
        return theirs.withLock { $0 }.map { CountersignServer.compare(history, $0, file: Data()) }
    }

    func upload(_ hash: BlobHash, from store: any SyncStore) async throws {}

    func commit(
        _ history: History, of envelope: PendingEnvelope, from store: any SyncStore
    ) async throws -> SyncReceipt {
        theirs.withLock { $0 = history }
        throw SyncFailure.unreachable(reason: "the answer was lost")
    }
}

/// A server that says of every history that it has it, and gets something wrong.
private struct WrongReceipt: SyncServer {
    enum Mistake: CaseIterable { case none, hash, sequence, document, seal }

    let takesBlobs = false
    let keepsHistories = true
    let mistake: Mistake

    func state(of envelope: PendingEnvelope, _ history: History) async throws -> ServerState? { nil }

    func upload(_ hash: BlobHash, from store: any SyncStore) async throws {}

    func commit(
        _ history: History, of envelope: PendingEnvelope, from store: any SyncStore
    ) async throws -> SyncReceipt {
        let ours = history.envelope
        var receipt = SyncReceipt(
            serverID: envelope.id.rawValue, status: "completed", lastSequence: ours.lastSequence + 1,
            lastHash: "later", confirmedHash: ours.lastHash.rawValue,
            documents: ["1": BlobHash(of: Data("sealed".utf8)).rawValue])
        switch mistake {
        case .none: break
        case .hash: receipt.confirmedHash = history.events.first?.hash.rawValue
        case .sequence: receipt.lastSequence = ours.lastSequence - 1
        case .document: receipt.documents = ["2": "other"]
        case .seal: receipt.status = "sent"
        }
        return receipt
    }
}

@Suite("Confirmed uploads")
struct UploadedTests {
    @Test("A receipt counts only if it names everything that was sent", arguments: WrongReceipt.Mistake.allCases)
    fileprivate func receipt(mistake: WrongReceipt.Mistake) async throws {
        let scene = try OfflineScene()
        let id = try await scene.offline.compose(OfflineScene.draft())
        _ = try await scene.offline.sign(id, with: ScriptedPeople([.sign, .sign, .sign]))
        let engine = SyncEngine(
            store: scene.store, server: { WrongReceipt(mistake: mistake) }, events: scene.events,
            retries: SyncEngine.RetryPolicy(attempts: 1))
        let report = await engine.syncAll()
        #expect(report.synced == (mistake == .none ? [id] : []))
        #expect((report.failed[id] == nil) == (mistake == .none))
        #expect(try await scene.store.cached(id)?.state == (mistake == .none ? .synced : .readyToSync))
    }

    @Test("Acts on the device during an upload do not count as sent")
    func meanwhile() async throws {
        let scene = try OfflineScene()
        let id = try await scene.offline.compose(OfflineScene.draft(remote: true))
        _ = try await scene.offline.sign(id, with: ScriptedPeople([.sign, .sign, .sign]))
        let offline = scene.offline
        let server = BusyMoment {
            guard let host = try? await offline.host(for: "4", of: id) else { return }
            _ = await ScriptedPeople([.sign]).present(
                SigningPage(source: .host(host), policy: .inApp, loadTimeout: 5, closeQuestion: "?"))
        }
        let engine = SyncEngine(
            store: scene.store, server: { server }, events: scene.events, retries: SyncEngine.RetryPolicy(attempts: 1))
        #expect(await engine.syncAll().failed[id] != nil)
        _ = await engine.syncAll()
        let theirs = try #require(server.theirs.withLock { $0 }).events.count
        let ours = try await scene.store.history(id).events.count
        #expect(try await scene.store.confirmedSequence(of: id) <= theirs)
        #expect(try await scene.store.cached(id)?.state == .synced && ours == theirs)
    }

    @Test("A partial confirmation leaves the remaining events pending")
    func part() async throws {
        let scene = try OfflineScene()
        let id = try await scene.offline.compose(OfflineScene.draft())
        _ = try await scene.offline.sign(id, with: ScriptedPeople([.sign, .sign, .sign]))
        let last = try await scene.store.envelope(id).lastSequence
        let receipt = SyncReceipt(serverID: id.rawValue, status: "completed", lastSequence: last - 1, lastHash: "x")
        try await scene.store.note(.confirmed(receipt, through: last - 1), of: id)
        let cached = try #require(try await scene.store.cached(id))
        #expect(cached.state == .readyToSync && cached.holdsUnsyncedSignature)
        #expect(try await scene.store.pendingEnvelopes().first?.confirmedSequence == last - 1)
        await #expect(throws: CountersignError.store(.unsyncedSignatures([id]))) { try await scene.store.remove(id) }
    }

    @Test("A copy sent to a foreign server is removed only after its export, and a log-out keeps it")
    func withoutHistories() async throws {
        let folder = TemporaryFolder()
        let service = try ServiceStandIn(.otherServer)
        let ada = service.addUser(name: "Ada Host", email: "ada@example.org")
        let countersign = try CountersignClient(
            CountersignConfiguration(
                server: service.address, storageFolder: folder.url, credentials: MemoryCredentials(),
                transport: service))
        let session = try await countersign.logIn(accessToken: ada.accessToken, account: ada.account)
        let offline = try session.offlineEnvelopes(
            on:
                OfflinePlatform(renderer: BlankRenderer(), typesetter: try HarfBuzzTypesetter()))
        let id = try await offline.compose(OfflineScene.draft())
        _ = try await offline.sign(id, with: ScriptedPeople([.sign, .sign, .sign]))
        let events = RecordedEvents()
        let server = DialectServer(calls: session.api)
        let engine = SyncEngine(store: offline.store, server: { server }, events: events)
        #expect(await engine.syncAll().synced == [id])
        let cached = try #require(try await offline.store.cached(id))
        let serverID = try #require(cached.serverID)
        #expect(serverID != id)
        #expect(events.all.contains(.synced(id, serverID: serverID, template: nil)))
        #expect(cached.state == .uploaded && cached.holdsUnsyncedSignature && cached.status == .sent)
        #expect(await engine.syncAll() == SyncEngine.Report())
        await #expect(throws: CountersignError.store(.unsyncedSignatures([id]))) { try await offline.remove(id) }

        try await countersign.logOut()
        let store = try DeviceStore(folder: DeviceStore.folder(of: session.user))
        #expect(try await store.envelopeIDs() == [id])
        let export = try await store.export(id, to: folder.url.appending(path: "exports"))
        try await store.remove(id, after: export)
        #expect(try await store.envelopeIDs() == [])
    }

    @Test("A foreign server gets a request with scales, whole points and each recipient's entries")
    func request() async throws {
        let scene = try OfflineScene()
        let id = try await scene.offline.compose(
            EnvelopeDraft("Lease") {
                DraftDocument(id: "1", name: "Lease.pdf", data: try OfflinePDF.make())
                InPersonSigner(id: "1", name: "Bo Tenant", host: OfflineScene.host, routingOrder: 1) {
                    SignHere(document: "1", page: 1, x: 72.4, y: 500.6, scale: 1.5)
                    TextTab(document: "1", page: 1, x: 72, y: 400, label: "City", maxLength: 20)
                    DateSignedTab(document: "1", page: 1, x: 300, y: 500)
                }
                Signer(id: "2", name: "Di Owner", email: "di@example.org", routingOrder: 2) {
                    SignHere(document: "1", page: 1, x: 72, y: 620)
                    TextTab(document: "1", page: 1, x: 72, y: 700, label: "City", value: "Delft")
                    DateSignedTab(document: "1", page: 1, x: 300, y: 620)
                }
            })
        _ = try await scene.offline.sign(id, with: ScriptedPeople([.sign]))
        let calls = KeptCalls()
        _ = try? await DialectServer(calls: calls).commit(
            try await scene.store.history(id), of: PendingEnvelope(id: id), from: scene.store)
        let body = try #require(calls.bodies.withLock { $0.last })
        let sent = try Wire.decode(Wire.EnvelopeDefinition.self, from: body)
        #expect(sent.status == "sent" && sent.transactionId == id.rawValue)
        let newest = try #require(try await scene.store.history(id).envelope.latestVersion(of: "1"))
        #expect(sent.documents?.first?.documentBase64.flatMap { Data(base64Encoded: $0) }.map(BlobHash.init) == newest)
        let bo = try #require(sent.recipients?.inPersonSigners?.first)
        #expect(bo.offlineAttributes?.offlineSigningHash?.count == 64)
        let tab = try #require(bo.tabs?[.signHere].first)
        #expect(tab.xPosition == 72 && tab.yPosition == 501 && tab.scaleValue == 1.5)
        #expect(bo.tabs?[.text].first?.value == "Utrecht")
        #expect(bo.tabs?[.dateSigned].first?.value?.isEmpty == false)
        let di = try #require(sent.recipients?.signers?.first)
        #expect(di.offlineAttributes == nil && di.tabs?[.text].first?.value == "Delft")
        #expect(di.tabs?[.dateSigned].first?.value == nil)
        let text = String(decoding: body, as: UTF8.self)
        for member in ["tabId", "tabType", "originalValue", "recipientIdGuid", "deliveredDateTime"] {
            #expect(!text.contains(member), "\(member) is for answers")
        }
    }

    @Test("A refusal made offline is not sent to a foreign server")
    func declined() async throws {
        let scene = try OfflineScene()
        let id = try await scene.offline.compose(OfflineScene.draft())
        _ = try await scene.offline.sign(id, with: ScriptedPeople([.decline("Too dear")]))
        let history = try await scene.store.history(id)
        let calls = NoCalls()
        await #expect(throws: SyncFailure.self) {
            _ = try await DialectServer(calls: calls).commit(
                history, of: PendingEnvelope(id: id), from: scene.store)
        }
        #expect(calls.count.withLock { $0 } == 0)
    }

    @Test(
        "A document of any name can be exported",
        arguments: [
            "e" + String(repeating: "\u{0F71}", count: 90) + ".pdf", String(repeating: "契", count: 200), "..",
            "a/b\\c.pdf", ".pdf",
        ])
    func exportNames(name: String) async throws {
        let scene = try OfflineScene()
        let (history, document) = try SyncSamples.envelope(number: 1, named: name)
        _ = try await scene.store.store(document)
        try await scene.store.add(history, name: "Sample", origin: .composed)
        let export = try await scene.store.export(
            history.envelope.id, to: scene.folder.url.appending(path: "exports"))
        let files = try FileManager.default.contentsOfDirectory(atPath: export.folder.path)
        let pdf = try #require(files.first { $0.hasSuffix(".pdf") })
        #expect(files.count == 3 && pdf.utf8.count <= 255 && pdf.hasPrefix("1 "))
        #expect(try Data(contentsOf: export.folder.appending(path: pdf)) == document)
    }

    @Test("A failed export does not block the next one")
    func exportAgain() async throws {
        let scene = try OfflineScene()
        let (history, document) = try SyncSamples.envelope(number: 1)
        let hash = try await scene.store.store(document)
        try await scene.store.add(history, name: "Sample", origin: .composed)
        let target = scene.folder.url.appending(path: "exports")
        let file = scene.store.blobs.location(of: hash)
        let aside = scene.folder.url.appending(path: "aside")
        try FileManager.default.moveItem(at: file, to: aside)
        await #expect(throws: CountersignError.self) {
            _ = try await scene.store.export(history.envelope.id, to: target)
        }
        try FileManager.default.moveItem(at: aside, to: file)
        #expect(try await scene.store.export(history.envelope.id, to: target).lastHash == history.envelope.lastHash)
    }
}

/// Keeps what it is sent and answers nothing.
private final class KeptCalls: AuthorizedCalls {
    let bodies = Locked<[Data]>([])

    func exchange(_ request: APIRequest) async throws -> HTTPReply {
        bodies.withLock { $0.append(request.message.body) }
        throw CountersignError.unreachable(reason: "nobody is there")
    }
}

/// Counts calls and answers none.
private final class NoCalls: AuthorizedCalls {
    let count = Locked(0)

    func exchange(_ request: APIRequest) async throws -> HTTPReply {
        count.withLock { $0 += 1 }
        throw CountersignError.unreachable(reason: "nobody is there")
    }
}
