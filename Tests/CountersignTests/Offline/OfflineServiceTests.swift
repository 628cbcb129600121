import ClientSupport
import CountersignTesting
import Envelopes
import Foundation
import SignedPDF
import TestSupport
import Testing
import Typesetting

@testable import Countersign

extension SyncScene {
    fileprivate func sync() async -> SyncEngine.Report {
        let server: any SyncServer = CountersignServer(calls: session.api, partSize: 1000)
        return await SyncEngine(
            store: offline.store, server: { server }, events: session.events,
            retries: SyncEngine.RetryPolicy(attempts: 1)
        ).syncAll()
    }
}

@Suite("Offline signing and the service")
struct OfflineServiceTests {
    @Test("An envelope signed without a network is uploaded unchanged, and the service seals it")
    func uploaded() async throws {
        let scene = try await SyncScene()
        let id = try await scene.offline.compose(OfflineScene.draft())
        _ = try await scene.offline.sign(id, with: ScriptedPeople([.sign, .sign, .sign]))
        let signed = try await scene.offline.document("1", of: id)
        let report = await scene.sync()
        #expect(report.failed == [:])
        #expect(report.conflicts.isEmpty)
        #expect(report.synced == [id])
        #expect(try await scene.offline.store.cached(id)?.state == .synced)
        // The same id, the same history, the same documents; the service has sealed them.
        let history = try await scene.service.history(id)
        let ours = try await scene.offline.store.history(id)
        #expect(Array(history.events.prefix(ours.events.count)) == ours.events)
        #expect(history.envelope.status == .completed)
        let sealed = try await scene.service.blob(try #require(history.envelope.latestVersion(of: "1")))
        #expect(sealed.starts(with: signed))
        // Now the copy here may go.
        try await scene.offline.remove(id)
    }

    @Test("A downloaded envelope is signed on the device and synced")
    func download() async throws {
        let scene = try await SyncScene()
        let id = try await scene.session.send(OfflineScene.draft())
        let download = OfflineDownload(envelopes: scene.offline, api: scene.session.api)
        #expect(try await download.obstacles(id) == [])
        try await download.download(id)
        let cached = try #require(try await scene.offline.store.cached(id))
        #expect(cached.origin == .downloaded)
        #expect(cached.state == .inProgress)
        let outcome = try await scene.offline.sign(id, with: ScriptedPeople([.sign, .sign, .sign]))
        #expect(outcome == .completed(.byDevice))
        // A copy with signatures that the server does not have is not replaced.
        await #expect(throws: CountersignError.store(.unsyncedSignatures([id]))) { try await download.download(id) }
        #expect(await scene.sync().synced == [id])
        #expect(try await scene.service.envelope(id).status == .completed)
    }

    /// The commands of a service that sends messages about an envelope.
    static let messages: [Command] = [
        .noteMailing(
            Mailing(
                message: .invitation, recipientID: "1", address: "bo@example.org", messageID: "1@example.com",
                server: "mx.example.org")),
        .noteUndelivered(
            Undelivered(message: .viewed, recipientID: nil, address: "ada@example.org", reason: "No mailbox.")),
    ]

    @Test("A sync uploads offline signatures even if the service has sent messages since", arguments: [false, true])
    func messagesMeanwhile(late: Bool) async throws {
        let scene = try await SyncScene()
        let id = try await scene.session.send(OfflineScene.draft())
        try await scene.offline.download(id)
        _ = try await scene.offline.sign(id, with: ScriptedPeople([.sign, .sign, .sign]))
        let signed = try await scene.offline.document("1", of: id)
        let ours = try await scene.offline.store.history(id)
        // A reminder may be sent long after the device has signed.
        let at = scene.service.now + (late ? 40 * 86_400 : 0)
        for command in Self.messages {
            _ = try await scene.service.service.ledger.perform(
                command, on: id, CommandContext(at: at, actor: .service))
        }
        let before = try await scene.service.history(id)
        let report = try await scene.session.syncEngine(for: scene.offline).syncAll()
        #expect(report.synced == [id], "\(report)")
        let history = try await scene.service.history(id)
        #expect(history.envelope.status == .completed)
        #expect(Array(history.events.prefix(before.events.count)) == before.events)
        // Everything that the device recorded is there once, with its time, and signed by the device.
        let recorded = ours.events.filter { $0.device != nil }
        let kept = history.events.filter { $0.device != nil }
        #expect(kept.map(\.body) == recorded.map(\.body))
        #expect(kept.map(\.at) == recorded.map(\.at))
        try history.verifyDeviceSignatures()
        #expect(try await scene.offline.store.cached(id)?.state == .synced)
        let here = try await scene.offline.store.history(id)
        #expect(Array(history.events.prefix(here.events.count)) == here.events)
        let sealed = try await scene.service.blob(try #require(history.envelope.latestVersion(of: "1")))
        #expect(sealed.starts(with: signed))
    }

    @Test("An envelope that was voided meanwhile is in conflict and keeps its evidence")
    func voidedMeanwhile() async throws {
        let scene = try await SyncScene()
        let id = try await scene.session.send(OfflineScene.draft())
        try await scene.offline.download(id)
        _ = try await scene.offline.sign(id, with: ScriptedPeople([.sign, .sign, .sign]))
        try await scene.service.void(id, reason: "Wrong rent", by: scene.ada)
        let report = await scene.sync()
        #expect(report.synced == [])
        #expect(report.conflicts[id]?.reason == .ended)
        #expect(try await scene.offline.store.cached(id)?.state == .inConflict)
        #expect(try await scene.offline.store.conflict(of: id)?.serverHistory != nil)
        try await scene.offline.store.history(id).verifyDeviceSignatures()
    }

    @Test("A sync finds out what the server is, and later events carry the server's time")
    func serverTime() async throws {
        let scene = try await SyncScene()
        let id = try await scene.offline.compose(OfflineScene.draft())
        _ = try await scene.offline.sign(id, with: ScriptedPeople([.sign, .sign, .sign]))
        #expect(try await scene.offline.store.history(id).events.allSatisfy { $0.device?.serverTime == nil })
        let report = try await scene.session.syncEngine(for: scene.offline).syncAll()
        #expect(report.synced == [id])
        #expect(try await scene.offline.store.receipt(id)?.status == "completed")
        let next = try await scene.offline.compose(OfflineScene.draft())
        let reported = try await scene.offline.store.history(next).events.first?.device?.serverTime?.at
        #expect(abs(try #require(reported).timeIntervalSince(scene.service.now)) < 60)
    }

    @Test("Another server gets the signed document once, under a transaction id, even if its answer is lost")
    func otherServer() async throws {
        let scene = try await SyncScene(.otherServer)
        let id = try await scene.offline.compose(OfflineScene.draft())
        _ = try await scene.offline.sign(id, with: ScriptedPeople([.sign, .sign, .sign]))
        let signed = try await scene.offline.document("1", of: id)
        // The server makes the envelope, and its answer is lost: the second attempt asks.
        scene.service.turnOn(.answerLost, times: 1) { method, path in
            method == "POST" && path.hasSuffix("/envelopes")
        }
        let engine = try scene.session.syncEngine(
            for: scene.offline, retries: SyncEngine.RetryPolicy(attempts: 3, firstDelay: 0))
        let report = await engine.syncAll()
        #expect(report.synced == [id], "\(report)")
        let made = try await scene.session.api.envelopes(EnvelopeSummary.Filter(changedFrom: .distantPast)).envelopes
        #expect(made.count == 1)
        let server = try #require(made.first?.id)
        #expect(server != id)
        #expect(try await scene.offline.store.receipt(id)?.serverID == server.rawValue)
        // What a client claims of a signature is kept, and so is all that shows how it was made.
        let events = try await scene.offline.store.history(id).events
        let bySigning = events.filter { $0.body.kind == .signed }.map(\.hash.rawValue)
        let kept = try await scene.service.envelope(server).recipients.compactMap(\.offlineAttributes?.signingHash)
        #expect(Set(kept) == Set(bySigning) && kept.count == 3)
        let answer = try await scene.session.api.send(
            APIRequest(.get, ["envelopes", server.rawValue, "recipients"]))
        #expect(String(decoding: answer.body, as: UTF8.self).contains(try #require(bySigning.first)))
        #expect(try await scene.service.envelope(server).definition.transactionID == id.rawValue)
        #expect(try await scene.session.api.download(.document(id: "1"), of: server) == signed)
        let body = try #require(scene.service.calls.last { $0.method == "POST" && $0.path.hasSuffix("/envelopes") })
        #expect(body.path.contains("/v2.1/"))
        #expect(await engine.syncAll().synced.isEmpty)
    }

    @Test("An envelope cannot be downloaded from a server without histories")
    func serverWithoutHistories() async throws {
        let scene = try await SyncScene(.otherServer)
        let id = try await scene.session.send(OfflineScene.draft())
        let download = OfflineDownload(envelopes: scene.offline, api: scene.session.api)
        #expect(try await download.obstacles(id) == [.serverWithoutHistories])
        await #expect(throws: CountersignError.notPossibleOffline([.serverWithoutHistories])) {
            try await download.download(id)
        }
    }

    @Test("A repeated request creates one envelope")
    func repeatedRequest() async throws {
        let scene = try await SyncScene()
        let draft = try OfflineScene.draft()
        let first = try await scene.session.send(draft)
        #expect(try await scene.session.send(draft) == first)
        let other = try await scene.session.saveDraft(EnvelopeDraft("Not yet"))
        #expect(try await scene.service.envelope(other).status == .created)
        await #expect(throws: CountersignError.self) {
            _ = try await scene.session.send(EnvelopeDraft("Not yet"))
        }
    }

    @Test("Logging out keeps signatures that are not synced until they are exported")
    func logOut() async throws {
        let scene = try await SyncScene()
        let signed = try await scene.offline.compose(OfflineScene.draft())
        _ = try await scene.offline.sign(signed, with: ScriptedPeople([.sign, .later]))
        _ = try await scene.offline.compose(OfflineScene.draft())
        try await scene.offline.store.save(EnvelopeDraft("Being composed"))
        let user = scene.session.user
        try await scene.countersign.logOut()
        let store = try DeviceStore(folder: DeviceStore.folder(of: user))
        #expect(try await store.envelopeIDs() == [signed])

        let again = try await scene.countersign.logIn(accessToken: scene.ada.accessToken, account: scene.ada.account)
        let empty = EnvelopeExport.Receipt(userKey: user.key, envelopes: [:])
        await #expect(throws: CountersignError.exportIncomplete(missing: [signed])) {
            try await scene.countersign.logOut(deletingUnsynced: empty)
        }
        let export = try await again.offlineEnvelopes(on: scene.offline.platform).exportUnsynced(
            to: scene.folder.url.appending(path: "exports"))
        #expect(export.exports.map(\.id) == [signed])
        try await scene.countersign.logOut(deletingUnsynced: export)
        #expect(try await store.envelopeIDs() == [])
    }

    @Test("A user of the device does not see another user's envelopes")
    func otherUser() async throws {
        let scene = try await SyncScene()
        let id = try await scene.offline.compose(OfflineScene.draft())
        let bo = scene.service.addUser(name: "Bo Other", email: "bo@example.org")
        let session = try await scene.countersign.logIn(accessToken: bo.accessToken, account: bo.account)
        let other = try session.offlineEnvelopes(on: scene.offline.platform)
        #expect(try await other.store.envelopes() == [])
        #expect(try await other.reasonsNotToSign(id) == [.notCached(id)])
        #expect(other.store.folder != scene.offline.store.folder)
    }
}
