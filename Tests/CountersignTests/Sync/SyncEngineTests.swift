import Envelopes
import Foundation
import Testing

@testable import Countersign

@Suite("Syncing")
struct SyncEngineTests {
    private let events = RecordedEvents()
    private let quick = SyncEngine.RetryPolicy(attempts: 50, firstDelay: 0)

    private func engine(
        _ store: MemorySyncStore, _ server: ScriptedServer, retries: SyncEngine.RetryPolicy? = nil, width: Int = 8
    ) -> SyncEngine {
        SyncEngine(store: store, server: { server }, events: events, retries: retries ?? quick, width: width)
    }

    private func filled(_ count: Int) async throws -> (MemorySyncStore, [History]) {
        let store = MemorySyncStore()
        var histories: [History] = []
        for number in 0..<count {
            let (history, document) = try SyncSamples.envelope(number: number)
            await store.add(history, blobs: [document])
            histories.append(history)
        }
        return (store, histories)
    }

    @Test("Every pending envelope is uploaded and announced once")
    func all() async throws {
        let (store, histories) = try await filled(30)
        let server = ScriptedServer()
        let report = await engine(store, server).syncAll()
        #expect(Set(report.synced) == Set(histories.map(\.envelope.id)))
        #expect(report.failed.isEmpty && report.conflicts.isEmpty && !report.wasStopped)
        #expect(await server.histories == Dictionary(uniqueKeysWithValues: histories.map { ($0.envelope.id, $0) }))
        #expect(await server.commits.values.allSatisfy { $0 == 1 })
        #expect(await store.pendingEnvelopes().isEmpty)
        #expect(events.all.first == .syncStarted(histories.map(\.envelope.id)))
        #expect(events.all.last == .syncEnded)
        #expect(events.all.filter { if case .synced = $0 { true } else { false } }.count == 30)
    }

    @Test("A blob shared by many envelopes is uploaded once, and again if the server lost it")
    func sharedBlobs() async throws {
        let store = MemorySyncStore()
        var ids: Set<EnvelopeID> = []
        let (_, document) = try SyncSamples.envelope(number: 1)
        for _ in 0..<10 {
            let (history, _) = try SyncSamples.envelope(number: 1)
            await store.add(history, blobs: [document])
            ids.insert(history.envelope.id)
        }
        // Calls 1 and 2 are the first envelope's upload and commit; then one commit each.
        let server = ScriptedServer { $0 == 6 ? .forgetting : .none }
        let report = await engine(store, server, width: 1).syncAll()
        #expect(Set(report.synced) == ids && report.failed.isEmpty && report.conflicts.isEmpty)
        #expect(await server.uploads == [BlobHash(of: document): 2])
        #expect(await server.commits.values.allSatisfy { $0 == 1 })
    }

    @Test("A sync of one envelope sends only that one")
    func one() async throws {
        let (store, histories) = try await filled(3)
        let server = ScriptedServer()
        let report = await engine(store, server).sync(histories[1].envelope.id)
        #expect(report.synced == [histories[1].envelope.id])
        #expect(await server.histories.count == 1)
        #expect(await store.pendingEnvelopes().count == 2)
    }

    @Test("Each envelope is committed once, whatever answers are lost", arguments: 0..<8)
    func faults(seed: Int) async throws {
        let (store, histories) = try await filled(20)
        let server = ScriptedServer { call in
            switch (call &* 2_654_435_761 &+ seed &* 40_503) >> 8 & 7 {
            case 0: .lostBefore
            case 1: .lostAfter
            case 2: .busy
            default: .none
            }
        }
        let report = await engine(store, server).syncAll()
        #expect(report.synced.count == histories.count)
        #expect(await server.commits.values.allSatisfy { $0 == 1 })
        #expect(await server.histories.count == histories.count)
    }

    @Test("After a lost answer the engine asks the server before sending again")
    func asks() async throws {
        let (store, histories) = try await filled(1)
        // The first call is the document, the second the commit, whose answer is lost.
        let server = ScriptedServer { $0 == 2 ? .lostAfter : .none }
        let report = await engine(store, server).syncAll()
        #expect(report.synced == histories.map(\.envelope.id))
        #expect(await server.asked == histories.map(\.envelope.id))
        #expect(await server.commits.values.allSatisfy { $0 == 1 })
    }

    @Test("An envelope voided at the server is a conflict, takes the server's history, and is never sent again")
    func voided() async throws {
        let (history, document) = try SyncSamples.envelope(number: 1)
        let store = MemorySyncStore()
        var ours = history
        let guest = CommandContext(
            at: SyncSamples.now.addingTimeInterval(30), actor: EventActor(kind: .recipient, id: "1", name: "Grace"))
        try ours.append(try decide(.view(recipientID: "1"), history.envelope, guest))
        await store.add(ours, blobs: [document], confirmedSequence: 2)
        try await store.note(.sending, of: ours.envelope.id)
        let server = ScriptedServer()
        await server.has(try SyncSamples.voided(history))
        let engine = engine(store, server)
        let report = await engine.syncAll()
        #expect(report.conflicts[ours.envelope.id]?.reason == .ended)
        #expect(report.conflicts[ours.envelope.id]?.serverHistory != nil)
        #expect(await server.commits.isEmpty)
        let again = await engine.syncAll()
        #expect(again.conflicts.isEmpty && again.synced.isEmpty)
        // Nothing is dropped: the history is still here.
        #expect(try await store.history(of: ours.envelope.id) == ours)
    }

    @Test("Without a valid login the sync ends, and everything stays pending")
    func login() async throws {
        let (store, _) = try await filled(5)
        let server = ScriptedServer { _ in .login }
        let report = await engine(store, server, width: 1).syncAll()
        #expect(report.wasStopped)
        #expect(report.failed.count == 1)
        #expect(await store.pendingEnvelopes().count == 5)
    }

    @Test("A sync that cannot begin reports each waiting envelope, also to listeners")
    func cannotBegin() async throws {
        let (store, histories) = try await filled(2)
        let engine = SyncEngine(
            store: store, server: { throw SyncFailure.loginNeeded(message: "Who are you?") }, events: events)
        let report = await engine.syncAll()
        #expect(report.problem == .loginNeeded(message: "Who are you?") && report.wasStopped)
        #expect(
            events.all == [.syncStarted(histories.map(\.envelope.id))]
                + histories.map { .syncFailed($0.envelope.id, error: .loginNeeded(message: "Who are you?")) } + [
                    .syncEnded
                ])
        #expect(await store.pendingEnvelopes().count == 2)
    }

    @Test("A busy server leaves the envelope pending with the reason")
    func busy() async throws {
        let (store, histories) = try await filled(1)
        let server = ScriptedServer { _ in .busy }
        let report = await engine(store, server, retries: SyncEngine.RetryPolicy(attempts: 3, firstDelay: 0)).syncAll()
        #expect(report.failed == [histories[0].envelope.id: .busy(message: "Later.", after: nil)])
        #expect(await store.pendingEnvelopes().map(\.mayHaveArrived) == [true])
        #expect(events.all.contains(.syncFailed(histories[0].envelope.id, error: .busy(message: "Later.", after: nil))))
    }

    @Test("A cancelled sync ends, and unconfirmed envelopes stay pending")
    func cancelled() async throws {
        let (store, _) = try await filled(10)
        let server = ScriptedServer { _ in .busy }
        let engine = engine(
            store, server, retries: SyncEngine.RetryPolicy(attempts: 1_000, firstDelay: 60, longestDelay: 60))
        let pass = Task { await engine.syncAll() }
        while await engine.inProgress.isEmpty { await Task.yield() }
        await engine.cancel()
        let report = await pass.value
        #expect(report.wasStopped)
        #expect(await store.pendingEnvelopes().count == 10)
        #expect(await engine.inProgress.isEmpty)
        #expect(events.all.last == .syncEnded)
    }

    @Test("Two syncs at once send nothing twice")
    func two() async throws {
        let (store, _) = try await filled(20)
        let server = ScriptedServer()
        let engine = engine(store, server)
        async let first = engine.syncAll()
        async let second = engine.syncAll()
        let synced = await first.synced.count + second.synced.count
        #expect(synced == 20)
        #expect(await server.commits.values.allSatisfy { $0 == 1 })
    }

    @Test("A sync waits between two attempts at an envelope")
    func waits() async throws {
        let (store, _) = try await filled(1)
        let server = ScriptedServer { _ in .busy }
        let policy = SyncEngine.RetryPolicy(attempts: 3, firstDelay: 0.1)
        let clock = ContinuousClock()
        let duration = await clock.measure { _ = await engine(store, server, retries: policy).syncAll() }
        #expect(duration >= .seconds(0.3))
    }

    @Test("Waits double up to their limit, and a server may ask for longer ones")
    func delays() {
        let policy = SyncEngine.RetryPolicy(attempts: 10, firstDelay: 1, longestDelay: 60)
        #expect((1...8).map { policy.delay(after: $0, asked: nil) } == [1, 2, 4, 8, 16, 32, 60, 60])
        #expect(policy.delay(after: 1, asked: 20) == 20)
        #expect(policy.delay(after: 1, asked: 3_600) == 60)
    }
}
