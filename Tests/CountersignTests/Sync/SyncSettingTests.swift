import CountersignTesting
import Envelopes
import Foundation
import Testing

@testable import Countersign

/// A server behind something that keeps the first question from it.
private struct WithoutGreeting: HTTPTransport {
    let server: ServiceStandIn

    func send(_ call: HTTPCall, timeout: TimeInterval) async throws -> HTTPReply {
        call.path == "/countersign/v1" ? HTTPReply(status: 404) : try await server.send(call, timeout: timeout)
    }
}

@Suite("Settings of a sync")
struct SyncSettingTests {
    @Test("The kind of server can be set after a first sync could not find it out")
    func kind() async throws {
        let service = try ServiceStandIn(.otherServer)
        let scene = try await SyncScene(service, through: WithoutGreeting(server: service))
        let id = try await scene.signed()
        let first = await
            (try scene.session.syncEngine(for: scene.offline, retries: SyncEngine.RetryPolicy(attempts: 1)))
            .syncAll()
        #expect(first.synced.isEmpty && first.problem?.description.contains("can pass the kind") == true)
        let engine = try scene.session.syncEngine(for: scene.offline, kind: .dialectOnly)
        #expect(await engine.syncAll().synced == [id])
        #expect(try await scene.offline.store.cached(id)?.state == .uploaded)
        // What was named stays named.
        let next = try await scene.signed()
        #expect(await (try scene.session.syncEngine(for: scene.offline)).syncAll().synced == [next])
    }

    @Test("A session syncs everything, or one envelope, with the same engine and settings")
    func session() async throws {
        let scene = try await SyncScene(try ServiceStandIn())
        let (first, second) = (try await scene.signed(), try await scene.signed())
        let one = try await scene.session.sync(second)
        #expect(one.synced == [second] && one.failed.isEmpty)
        #expect(try await scene.offline.store.cached(first)?.state == .readyToSync)
        // What was set on the engine counts.
        _ = try scene.session.syncEngine(for: scene.offline, retries: SyncEngine.RetryPolicy(attempts: 1))
        scene.service.turnOn(.serverError(503), times: 1) { method, path in
            method == "PUT" && path.hasSuffix("/history")
        }
        #expect(try await scene.session.sync().failed[first] != nil)
        #expect(try await scene.session.sync().synced == [first])
        #expect(try await scene.service.envelope(first).status == .completed)
        #expect(try await scene.session.sync() == SyncEngine.Report())
    }

    @Test("Attempts and part size can be changed later, and stay")
    func later() async throws {
        let scene = try await SyncScene(try ServiceStandIn())
        let id = try await scene.signed()
        let engine = try scene.session.syncEngine(for: scene.offline)
        #expect(
            try scene.session.syncEngine(for: scene.offline, retries: SyncEngine.RetryPolicy(attempts: 1)) === engine)
        #expect(try scene.session.syncEngine(for: scene.offline, partSize: 1_000) === engine)
        scene.service.turnOn(.serverError(503), times: 1) { method, path in
            method == "PUT" && path.hasSuffix("/history")
        }
        #expect(await engine.syncAll().failed[id] != nil)
        let signed = try await scene.offline.document("1", of: id)
        let parts = scene.service.calls.count { $0.method == "PUT" && $0.path.hasSuffix("\(BlobHash(of: signed))") }
        #expect(parts == (signed.count + 999) / 1_000)
        #expect(await engine.syncAll().synced == [id])
    }

    @Test("A file over the server's limit is a conflict with the reason, and can be exported")
    func tooLarge() async throws {
        let limit = 10_000
        let scene = try await SyncScene(try ServiceStandIn { $0.uploads.totalSize = limit })
        let id = try await scene.signed()
        let small = try await scene.offline.compose(SharedDevice.remoteDraft())
        let draft = try OfflineScene.draft().documents[0].bytes()
        let signed = try await scene.offline.document("1", of: id)
        #expect(draft.count <= limit && signed.count > limit)
        let report = await (try scene.session.syncEngine(for: scene.offline)).syncAll()
        #expect(report.synced == [small])
        let conflict = try #require(report.conflicts[id])
        #expect(conflict.reason == .refused && conflict.message.contains("at most \(limit)"))
        let cached = try #require(try await scene.offline.store.cached(id))
        #expect(cached.state == .inConflict && cached.conflict?.message == conflict.message)
        #expect(cached.holdsUnsyncedSignature)
        let exports = try await scene.offline.exportUnsynced(
            to: scene.folder.url.appending(path: "exports")
        ).exports
        #expect(exports.map(\.id) == [id])
    }
}
