import CountersignTesting
import Envelopes
import Essentials
import Foundation
import Testing

@testable import Countersign
@testable import TestSupport

/// A server that forgets its transaction ids on demand.
private final class Forgetful: HTTPTransport {
    let server: ServiceStandIn
    let hasForgotten = Locked(false)

    init(_ server: ServiceStandIn) { self.server = server }

    func send(_ call: HTTPCall, timeout: TimeInterval) async throws -> HTTPReply {
        let asksForTransaction = call.method == .get && call.url?.query()?.contains("transaction_ids") == true
        guard asksForTransaction, hasForgotten.withLock({ $0 }) else {
            return try await server.send(call, timeout: timeout)
        }
        return HTTPReply(status: 200, body: Data(#"{"resultSetSize":"0","totalSetSize":"0"}"#.utf8))
    }
}

private func isCommit(_ method: String, _ path: String) -> Bool { method == "PUT" && path.hasSuffix("/history") }
private func isCreation(_ method: String, _ path: String) -> Bool { method == "POST" && path.hasSuffix("/envelopes") }

@Suite("Interrupted syncs")
struct InterruptedSyncTests {
    @Test("A cancelled sync leaves the envelope pending, and its export allows removal")
    func cancelled() async throws {
        let scene = try await SyncScene(try ServiceStandIn())
        let id = try await scene.signed()
        scene.service.turnOn(.slow(.seconds(3600)), for: isCommit)
        let engine = try scene.session.syncEngine(for: scene.offline)
        let pass = Task { await engine.syncAll() }
        while try await scene.offline.store.cached(id)?.state != .syncing { await Task.yield() }
        await engine.cancel()
        let report = await pass.value
        #expect(report.wasStopped && report.synced.isEmpty)
        let cached = try #require(try await scene.offline.store.cached(id))
        #expect(cached.state == .readyToSync && cached.lastFailure != nil)
        let export = try await scene.offline.store.export(id, to: scene.folder.url.appending(path: "exports"))
        try await scene.offline.remove(id, after: export)
        #expect(try await scene.offline.store.cached(id) == nil)
    }

    @Test("An upload that the app's end interrupted stays pending, and its export allows removal")
    func killed() async throws {
        let scene = try await SyncScene(try ServiceStandIn())
        let ids = [try await scene.signed(), try await scene.signed()]
        for id in ids { try await scene.offline.store.note(.sending, of: id) }
        // The app is started anew.
        let session = try await CountersignClient(scene.countersign.configuration).resumeSavedSession()
        let offline = try session.offlineEnvelopes(on: SharedDevice.platform())
        #expect(try await offline.store.cached(ids[0])?.state == .readyToSync)
        #expect(try await offline.store.pendingEnvelopes().map(\.mayHaveArrived) == [true, true])
        let export = try await offline.store.export(ids[0], to: scene.folder.url.appending(path: "exports"))
        try await offline.remove(ids[0], after: export)
        #expect(try await offline.store.envelopeIDs() == [ids[1]])
    }

    @Test("A foreign server that may have created and forgotten an envelope does not get it again")
    func forgotten() async throws {
        let clock = MovableTime(Date())
        let service = try ServiceStandIn(.otherServer)
        let between = Forgetful(service)
        let scene = try await SyncScene(service, through: between, now: { clock.now })
        let id = try await scene.signed()
        service.turnOn(.answerLost, times: 1, for: isCreation)
        let engine = try scene.session.syncEngine(for: scene.offline, retries: SyncEngine.RetryPolicy(attempts: 1))
        #expect(await engine.syncAll().failed[id] != nil)
        between.hasForgotten.withLock { $0 = true }
        clock.advance(7 * 24 * 3600)
        let report = await engine.syncAll()
        #expect(report.conflicts[id]?.reason == .outcomeUnknown && report.synced.isEmpty)
        #expect(try await scene.offline.store.cached(id)?.state == .inConflict)
        #expect(service.calls.filter { isCreation($0.method, $0.path) }.count == 1)
        // Somebody has looked: there is none.
        try await scene.offline.store.tryAgain(id)
        #expect(await engine.syncAll().synced == [id])
        #expect(service.calls.filter { isCreation($0.method, $0.path) }.count == 2)
    }

    @Test("A server that confirmed in time that it has nothing gets the envelope again, even days later")
    func asked() async throws {
        let clock = MovableTime(Date())
        let service = try ServiceStandIn(.otherServer)
        let scene = try await SyncScene(service, now: { clock.now })
        let id = try await scene.signed()
        service.turnOn(.serverError(503), times: 3, for: isCreation)
        let engine = try scene.session.syncEngine(for: scene.offline, retries: SyncEngine.RetryPolicy(attempts: 1))
        for _ in 0..<3 {
            #expect(await engine.syncAll().failed[id] != nil)
            clock.advance(4 * 24 * 3600)
        }
        #expect(await engine.syncAll().synced == [id])
    }

    @Test(
        "Without a network nothing counts as sent to a foreign server",
        arguments: [nil, SyncEngine.ServerKind.dialectOnly])
    func offline(kind: SyncEngine.ServerKind?) async throws {
        let service = try ServiceStandIn(.otherServer)
        let scene = try await SyncScene(service)
        let first = try await scene.signed()
        let engine = try scene.session.syncEngine(
            for: scene.offline, retries: SyncEngine.RetryPolicy(attempts: 1), kind: kind)
        #expect(await engine.syncAll().synced == [first])
        let id = try await scene.signed()
        service.turnOn(.offline)
        let report = await engine.syncAll()
        #expect(report.problem != nil && report.failed.isEmpty)
        #expect(try await scene.offline.store.pendingEnvelopes().map(\.mayHaveArrived) == [false])
        service.turnOff(.offline)
        #expect(await engine.syncAll().synced == [id])
    }

    @Test("Another user's session cannot upload, download or compose a user's envelopes")
    func others() async throws {
        let device = try await SharedDevice()
        let id = try await device.offline.compose(OfflineScene.draft())
        let session = try await device.countersign.logIn(accessToken: device.bo.accessToken, account: device.bo.account)
        let elsewhere = try device.elsewhere()
        let mismatch = CountersignError.accountMismatch(what: "the envelopes on this device belong to another user")
        #expect(throws: mismatch) { try session.syncEngine(for: elsewhere) }
        await #expect(throws: mismatch) {
            try await session.templates().composeEnvelope(from: TemplateID(UUID()), in: elsewhere)
        }
        #expect(try await elsewhere.store.cached(id) != nil)
        // Neither a colleague in the same account nor the same user in another one.
        let ada = device.ada.account
        try elsewhere.requireUser(ada)
        for (user, account) in [("u-other", ada.accountID), (ada.userID, "a-other")] {
            let other = AccountDetails(accountID: account, userID: user, userName: ada.userName, email: ada.email)
            #expect(throws: mismatch) { try elsewhere.requireUser(other) }
        }
    }
}
