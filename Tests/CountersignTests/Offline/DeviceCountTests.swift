import ClientSupport
import Envelopes
import Essentials
import Foundation
import TestSupport
import Testing

@testable import Countersign

/// A device that is started anew when a test says so, and whose time passes as the test says.
private final class TestDeviceClock: Sendable {
    private let state = Locked((sinceBoot: 86_400_123, boot: "b-1"))

    var clock: DeviceClock {
        DeviceClock(
            sinceBoot: { [self] in state.withLock { $0.sinceBoot } }, boot: { [self] in state.withLock { $0.boot } })
    }

    func pass(seconds: Int) { state.withLock { $0.sinceBoot += seconds * 1000 } }

    func start(_ boot: String) { state.withLock { $0 = (4_000, boot) } }
}

@Suite("A device's own measure of time")
struct DeviceCountTests {
    private let folder = TemporaryFolder()
    private let device = TestDeviceClock()
    private let reported = HTTPReply(status: 200, headers: [.date: "Sat, 21 Nov 2026 09:15:00 GMT"])

    private func times() throws -> ServerTimes {
        ServerTimes(store: try DeviceStore(folder: folder.url), clock: device.clock)
    }

    private func evidence(_ times: ServerTimes) async throws -> DeviceEvidence {
        try await DeviceWitness(clock: device.clock).evidence(at: OfflineScene.start, times)
    }

    @Test("The device reports the time between two acts, even across a restart of the app")
    func elapsed() async throws {
        var times = try times()
        let first = try await evidence(times)
        device.pass(seconds: 90)
        try times.store.close()
        times = try self.times()
        let second = try await evidence(times)
        #expect(second.count == first.count)
        #expect(second.elapsed - first.elapsed == 90_000)
    }

    @Test("The device reports the time since the server's last time, and nothing after a reboot")
    func sinceServer() async throws {
        let times = try times()
        try await times.note(reported)
        device.pass(seconds: 400)
        let evidence = try await evidence(times)
        #expect(evidence.estimatedTime == Date(timeIntervalSince1970: 1_795_252_500 + 400))
        device.start("b-2")
        let later = try await self.evidence(times)
        #expect(later.estimatedTime == nil)
        #expect(later.serverTime?.at == Date(timeIntervalSince1970: 1_795_252_500))
        #expect(later.count != evidence.count)
        #expect(later.elapsed == 0)
    }

    @Test("Uploads contain neither the time since boot nor the boot's name")
    func nothingOfTheStart() async throws {
        let scene = try OfflineScene()
        let id = try await scene.offline.compose(OfflineScene.draft())
        try await scene.offline.times.note(reported)
        _ = try await scene.offline.sign(id, with: ScriptedPeople([.sign, .sign, .sign]))
        let sent = String(decoding: try await scene.store.history(id).file, as: UTF8.self)
        #expect(sent.contains("\"elapsed\""))
        for kept in [":86400123", "\"b-1\"", "sinceBoot", "\"boot\""] {
            #expect(!sent.contains(kept), "\(kept) is in what is sent")
        }
    }

    @Test("Two devices, and two users of one device, have different counter names")
    func names() async throws {
        let other = TemporaryFolder()
        let store = try DeviceStore(folder: other.url)
        let first = try await times().count()
        let second = try await ServerTimes(store: store, clock: device.clock).count()
        #expect(first.name != second.name)
    }

    @Test("A system that cannot identify its boot reports no elapsed time")
    func unknownStart() async throws {
        let times = ServerTimes(
            store: try DeviceStore(folder: folder.url), clock: DeviceClock(sinceBoot: { 5 }, boot: { nil }))
        let count = try await times.count()
        #expect(count.elapsed == 0)
        #expect(count.name == nil)
    }
}
