import ClientSupport
import CountersignTesting
import EnvelopeService
import Envelopes
import Essentials
import Foundation
import TestSupport
import Testing
import Typesetting

// The service has requests of its own.
import struct Countersign.APIRequest

@testable import Countersign

/// Whatever stands between a device and its server: answers some calls itself, or the server's otherwise.
private final class Between: HTTPTransport {
    typealias Answer = @Sendable (HTTPCall) throws -> HTTPReply?

    private let server: ServiceStandIn
    private let answer = Locked<Answer?>(nil)
    private let change = Locked<(@Sendable (HTTPCall, HTTPReply) -> HTTPReply)?>(nil)

    init(_ server: ServiceStandIn) { self.server = server }

    func answers(_ answer: Answer?) { self.answer.withLock { $0 = answer } }
    func changes(_ change: (@Sendable (HTTPCall, HTTPReply) -> HTTPReply)?) { self.change.withLock { $0 = change } }

    func send(_ call: HTTPCall, timeout: TimeInterval) async throws -> HTTPReply {
        if let reply = try answer.withLock({ $0 })?(call) { return reply }
        let reply = try await server.send(call, timeout: timeout)
        return change.withLock { $0 }?(call, reply) ?? reply
    }
}

/// A device whose calls pass something on their way to the service.
private struct Scene {
    let device: SyncScene
    let between: Between

    var service: ServiceStandIn { device.service }
    var session: CountersignSession { device.session }
    var offline: OfflineEnvelopes { device.offline }

    init(_ kind: ServiceStandIn.Kind = .countersign) async throws {
        let service = try ServiceStandIn(kind)
        between = Between(service)
        device = try await SyncScene(service, through: between)
    }

    func signed() async throws -> EnvelopeID { try await device.signed() }

    func engine(kind: SyncEngine.ServerKind? = nil) throws -> SyncEngine {
        try session.syncEngine(for: offline, retries: SyncEngine.RetryPolicy(attempts: 1), kind: kind)
    }

    func state(_ id: EnvelopeID) async throws -> CachedEnvelope.State? { try await offline.store.cached(id)?.state }
}

private func isCommit(_ call: HTTPCall) -> Bool { call.method == .put && call.path.hasSuffix("/history") }
private func isGreeting(_ call: HTTPCall) -> Bool { call.path == "/countersign/v1" }
private func isListOrCreation(_ call: HTTPCall) -> Bool { call.path.hasSuffix("/envelopes") }

/// Answers the first matching call only.
private func once(_ reply: HTTPReply, _ matches: @escaping @Sendable (HTTPCall) -> Bool) -> Between.Answer {
    let isLeft = Locked(true)
    return { call in
        guard matches(call),
            isLeft.withLock({ isLeft in
                defer { isLeft = false }
                return isLeft
            })
        else { return nil }
        return reply
    }
}

@Suite("Syncing with a service behind proxies")
struct SyncWithServiceTests {
    @Test(
        "An unexpected first answer does not make our service count as a foreign one",
        arguments: [
            HTTPReply(status: 404), HTTPReply(status: 302), HTTPReply(status: 403),
            HTTPReply(status: 200, body: Data("<html>Log in to the network</html>".utf8)),
            .json(#"{"errorCode":"UNSPECIFIED_ERROR","message":"Later."}"#, status: 404),
        ])
    func greeting(reply: HTTPReply) async throws {
        let scene = try await Scene()
        let id = try await scene.signed()
        scene.between.answers(once(reply, isGreeting))
        let engine = try scene.engine()
        let first = await engine.syncAll()
        #expect(first.problem != nil && first.synced.isEmpty)
        #expect(try await scene.state(id) == .readyToSync)
        #expect(await engine.syncAll().synced == [id])
        #expect(try await scene.service.envelope(id).status == .completed)
        #expect(!scene.service.calls.contains { $0.method == "POST" && $0.path.hasSuffix("/envelopes") })
    }

    @Test("A server once known as ours stays ours in the next session")
    func remembered() async throws {
        let scene = try await Scene()
        _ = try await scene.signed()
        #expect(try await scene.engine().syncAll().synced.count == 1)
        scene.between.answers { call in
            isGreeting(call) ? .json(#"{"errorCode":"RESOURCE_NOT_FOUND","message":"No."}"#, status: 404) : nil
        }
        let session = try await scene.device.countersign.logIn(
            accessToken: scene.device.ada.accessToken, account: scene.device.ada.account)
        let offline = try session.offlineEnvelopes(on: scene.offline.platform)
        let id = try await offline.compose(OfflineScene.draft())
        _ = try await offline.sign(id, with: ScriptedPeople([.sign, .sign, .sign]))
        #expect(await (try session.syncEngine(for: offline)).syncAll().synced == [id])
        #expect(try await scene.service.envelope(id).status == .completed)
    }

    @Test("An envelope from our service is not recreated when the server is set to foreign")
    func downloaded() async throws {
        let scene = try await Scene()
        let id = try await scene.session.send(OfflineScene.draft())
        try await scene.offline.download(id)
        _ = try await scene.offline.sign(id, with: ScriptedPeople([.sign, .sign, .sign]))
        let report = await (try scene.engine(kind: .dialectOnly)).syncAll()
        #expect(report.failed[id] != nil && report.synced.isEmpty)
        #expect(try await scene.state(id) == .readyToSync)
        #expect(
            try await scene.session.api.envelopes(EnvelopeSummary.Filter(changedFrom: .distantPast)).envelopes.count
                == 1)
    }

    @Test(
        "A list that ignores the transaction filter confirms nothing",
        arguments: [#","transactionId":"other""#, ""])
    func foreignList(member: String) async throws {
        let scene = try await Scene(.otherServer)
        let stranger = try await scene.session.send(OfflineScene.draft())
        let id = try await scene.signed()
        let body = #"{"envelopes":[{"envelopeId":"\#(stranger)","status":"sent"\#(member)}]}"#
        scene.between.answers { call in
            guard isListOrCreation(call) else { return nil }
            guard call.method == .get else { throw CountersignError.unreachable(reason: "cut") }
            return .json(body)
        }
        let engine = try scene.engine()
        #expect(await engine.syncAll().synced.isEmpty)
        #expect(await engine.syncAll().synced.isEmpty)
        #expect(try await scene.state(id) == .readyToSync)
        scene.between.answers(nil)
        #expect(await engine.syncAll().synced == [id])
        #expect(try await scene.offline.store.cached(id)?.serverID != stranger)
    }

    @Test("If the list is unavailable, nothing is sent a second time")
    func missingList() async throws {
        let scene = try await Scene(.otherServer)
        let id = try await scene.signed()
        scene.service.turnOn(.answerLost, times: 1) { method, path in method == "POST" && path.hasSuffix("/envelopes") }
        let engine = try scene.engine()
        #expect(await engine.syncAll().failed[id] != nil)
        scene.between.answers { isListOrCreation($0) && $0.method == .get ? HTTPReply(status: 404) : nil }
        #expect(await engine.syncAll().failed[id] != nil)
        #expect(scene.service.calls.count { $0.method == "POST" } == 1)
        scene.between.answers(nil)
        #expect(await engine.syncAll().synced == [id])
        #expect(scene.service.calls.count { $0.method == "POST" } == 1)
    }

    @Test("An inconclusive answer confirms nothing, and the copy stays", arguments: [0, 99])
    func emptyReceipt(sequence: Int) async throws {
        let scene = try await Scene()
        let id = try await scene.signed()
        let body = #"""
            {"envelopeId":"\#(id)","status":"completed","lastSequence":\#(sequence),"lastHash":"nonsense",
            "documents":{"1":"nonsense"},"following":["nonsense"]}
            """#
        scene.between.answers { isCommit($0) ? .json(body) : nil }
        let report = await (try scene.engine()).syncAll()
        #expect(report.synced.isEmpty && report.failed[id] != nil)
        #expect(try await scene.state(id) == .readyToSync)
        scene.between.answers(nil)
        #expect(await (try scene.engine()).syncAll().synced == [id])
    }

    @Test("The answer to a commit has its receipt, so an envelope needs one call beside its blobs")
    func oneCall() async throws {
        let scene = try await Scene()
        let id = try await scene.signed()
        let before = scene.service.calls.count
        #expect(await (try scene.engine()).syncAll().synced == [id])
        let calls = scene.service.calls.dropFirst(before).filter { $0.path.hasSuffix("/history") }
        #expect(calls.map(\.method) == ["PUT"])
        let receipt = try #require(try await scene.offline.store.receipt(id))
        let theirs = try await scene.service.history(id)
        #expect(receipt.lastHash == theirs.envelope.lastHash.rawValue)
        #expect(receipt.confirmedHash == (try await scene.offline.store.envelope(id)).lastHash.rawValue)
        #expect(receipt.documents["1"] == theirs.envelope.latestVersion(of: "1")?.rawValue)
        #expect(try await scene.offline.store.cached(id)?.status == .completed)
    }

    @Test("Without a receipt in the answer, the engine asks for the history")
    func olderService() async throws {
        let scene = try await Scene()
        let id = try await scene.signed()
        scene.between.changes { call, reply in
            guard isCommit(call), var members = try? JSONSerialization.jsonObject(with: reply.body) as? [String: Any]
            else { return reply }
            members["following"] = nil
            return HTTPReply(
                status: reply.status, headers: reply.headers,
                body: (try? JSONSerialization.data(withJSONObject: members)) ?? Data())
        }
        #expect(await (try scene.engine()).syncAll().synced == [id])
    }

    @Test("After all have signed, the copy waits for the seal")
    func unsealed() async throws {
        let scene = try await Scene()
        let id = try await scene.signed()
        scene.between.changes { call, reply in
            guard isCommit(call), var members = try? JSONSerialization.jsonObject(with: reply.body) as? [String: Any],
                let following = members["following"] as? [String]
            else { return reply }
            members["following"] = Array(following.prefix(1))
            return HTTPReply(
                status: reply.status, headers: reply.headers,
                body: (try? JSONSerialization.data(withJSONObject: members)) ?? Data())
        }
        let report = await (try scene.engine()).syncAll()
        #expect(report.synced.isEmpty && report.failed[id] != nil)
        #expect(try await scene.state(id) == .readyToSync)
        #expect(await (try scene.engine()).syncAll().synced == [id])
    }

    @Test("A refusal unrelated to the envelope leaves it pending", arguments: [400, 403, 404, 413, 422])
    func passingRefusal(status: Int) async throws {
        let scene = try await Scene()
        let first = try await scene.signed()
        let second = try await scene.signed()
        let meant = first.rawValue
        scene.between.answers { call in
            isCommit(call) && call.path.contains(meant) ? HTTPReply(status: status) : nil
        }
        let report = await (try scene.engine()).syncAll()
        // The pass goes on with the others.
        #expect(report.synced == [second] && report.failed[first] != nil)
        #expect(report.conflicts.isEmpty && !report.wasStopped)
        scene.between.answers(nil)
        #expect(await (try scene.engine()).syncAll().synced == [first])
    }

    @Test("An envelope in conflict can be tried again")
    func again() async throws {
        let scene = try await Scene()
        let id = try await scene.signed()
        scene.between.answers(
            once(.json(#"{"errorCode":"ENVELOPE_HISTORY_INVALID","message":"No."}"#, status: 422), isCommit))
        let engine = try scene.engine()
        #expect(await engine.syncAll().conflicts[id]?.reason == .refused)
        #expect(await engine.sync(id).failed == [id: .notPending(.inConflict(id))])
        try await scene.offline.store.tryAgain(id)
        #expect(try await scene.offline.store.conflict(of: id) == nil)
        #expect(await engine.sync(id).synced == [id])
        await #expect(throws: CountersignError.store(.wrongState(id, .synced))) {
            try await scene.offline.store.tryAgain(id)
        }
    }

    @Test("A sync of one envelope that cannot be sent reports the reason")
    func notPending() async throws {
        let scene = try await Scene()
        let engine = try scene.engine()
        let unknown = EnvelopeID(UUID())
        #expect(await engine.sync(unknown).failed == [unknown: .notPending(.notCached(unknown))])
        let open = try await scene.offline.compose(OfflineScene.draft())
        #expect(await engine.sync(open).failed == [open: .notPending(.notReadyToSync(open))])
        let done = try await scene.signed()
        #expect(await engine.sync(done).synced == [done])
        #expect(await engine.sync(done).failed.isEmpty)
    }
}
