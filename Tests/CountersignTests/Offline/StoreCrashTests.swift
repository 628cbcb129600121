import Envelopes
import Foundation
import Ledger
import Synchronization
import Testing

@testable import Countersign

/// Lets a process die before a certain write step: from there on nothing more is written.
private final class Death: Sendable {
    struct Killed: Error {}

    private let state: Mutex<(left: Int, isDead: Bool, died: WriteStep?)>

    /// - Parameter step: dies before this step, counted over all of them from 0.
    init(before step: Int) { state = Mutex((step, false, nil)) }

    var died: WriteStep? { state.withLock { $0.died } }

    func pass(_ step: WriteStep) throws {
        try state.withLock { state in
            if state.isDead { throw Killed() }
            if state.left == 0 {
                state.isDead = true
                state.died = step
                throw Killed()
            }
            state.left -= 1
        }
    }
}

@Suite struct StoreCrashTests {
    /// Composes an envelope and has its first recipient agree, on a store that dies at a step; gives what was
    /// acknowledged.
    private func work(
        _ store: DeviceStore, _ history: History, _ document: Data, acknowledged: inout Int
    ) async throws {
        _ = try await store.store(document)
        try await store.add(history, name: "Sample", origin: .composed)
        acknowledged = history.events.count
        let recipient = try #require(history.envelope.recipients.first)
        let context = CommandContext(
            at: OfflineScene.start, actor: Actor(kind: .recipient, id: recipient.id.rawValue, name: recipient.name))
        var state = history.envelope
        for command in [
            Command.view(recipientID: recipient.id),
            .consent(recipientID: recipient.id, disclosure: BlobHash(of: Data("I agree.".utf8))),
        ] {
            if case .consent = command { _ = try await store.store(Data("I agree.".utf8)) }
            let events = try decide(command, state, context)
            for event in events { state = try apply(event, to: state) }
            try await store.append(events, leadingTo: state)
            acknowledged += events.count
        }
    }

    @Test func aProcessThatDiesAnywhereLosesNothingThatWasAcknowledged() async throws {
        var steps: Set<WriteStep> = []
        var survived = false
        var step = 0
        while !survived {
            let folder = TemporaryFolder()
            let death = Death(before: step)
            let store = try DeviceStore(folder: folder.url, files: DurableFile(before: death.pass))
            let sample = try SyncSamples.envelope(number: step)
            var acknowledged = 0
            do {
                try await work(store, sample.history, sample.document, acknowledged: &acknowledged)
                survived = true
            } catch {
                steps.insert(try #require(death.died))
            }
            try store.close()

            let again = try DeviceStore(folder: folder.url)
            let id = sample.history.envelope.id
            if try await again.cached(id) == nil {
                #expect(acknowledged == 0, "step \(step)")
            } else {
                let history = try await again.history(id)
                // Everything acknowledged is there, the chain holds, and the snapshot is what it adds up to.
                #expect(history.events.count >= acknowledged, "step \(step)")
                #expect(try await again.envelope(id) == history.envelope, "step \(step)")
                for hash in history.events.flatMap(\.body.blobs) { _ = try await again.blob(hash) }
                #expect(try await again.cached(id)?.status == history.envelope.status)
            }
            // The same work goes on where it stopped.
            var ignored = 0
            if try await again.cached(id) == nil {
                try await work(again, sample.history, sample.document, acknowledged: &ignored)
                #expect(try await again.history(id).events.count == ignored)
            }
            step += 1
        }
        #expect(steps == Set(WriteStep.allCases))
    }

    @Test func whatAKilledProcessLeftBehindIsSwept() async throws {
        let folder = TemporaryFolder()
        let clock = TestClock()
        for step in 0..<6 {
            let store = try DeviceStore(
                folder: folder.url, files: DurableFile(before: Death(before: step).pass), now: { clock.now })
            await #expect(throws: CountersignError.self) {
                _ = try await store.store(Data("unfinished \(step)".utf8))
            }
            try store.close()
        }
        let blobs = folder.url.appending(path: "blobs")
        #expect(try DeviceStoreTests.files(blobs).isEmpty == false)
        clock.advance(7200)
        let store = try DeviceStore(folder: folder.url, now: { clock.now })
        try await store.sweep()
        #expect(try DeviceStoreTests.files(blobs) == [])
    }
}
