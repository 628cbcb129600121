import Envelopes
import Essentials
import Foundation
import Testing

@testable import Ledger
@testable import TestSupport

@Suite("Several nodes on one database")
struct ManyWritersTests {
    @Test("What eight ledgers store about one envelope is one history", arguments: Engine.allCases)
    func oneEnvelope(engine: Engine) async throws {
        let store = try LedgerFixture(engine)
        let envelope = try await store.envelope()
        let tab = try #require(envelope.tabs.first { $0.kind == .text })
        _ = try await store.ledger.perform(.view(recipientID: "1"), on: envelope.id, store.recipient(1))
        _ = try await store.ledger.perform(
            .consent(recipientID: "1", disclosure: try await store.blobs.store(Data("I agree".utf8))),
            on: envelope.id, store.recipient(1))
        // Each with its own memory of states and events, and its own turns, as another process has.
        let nodes = (1...8).map { _ in
            EnvelopeLedger(
                events: SQLEventStore(store.database, jobs: EnvelopeJobs(), endsVisits: true), blobs: store.blobs)
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, node) in nodes.enumerated() {
                group.addTask {
                    for round in 1...4 {
                        _ = try await node.perform(
                            .fill(recipientID: "1", tabID: tab.id, value: "Town \(number) \(round)"),
                            on: envelope.id, store.recipient(2))
                    }
                }
            }
            try await group.waitForAll()
        }
        let history = try History(try await store.events.events(of: envelope.id))
        let values = history.events.compactMap { event -> String? in
            guard case .fieldFilled(_, _, let value) = event.body else { return nil }
            return value
        }
        #expect(values.count == 32)
        #expect(Set(values).count == 32)
        for node in nodes { #expect(try await node.envelope(envelope.id) == history.envelope) }
    }

    @Test("Four queues run each job once, and the jobs of a lane in their order", arguments: Engine.allCases)
    func lanes(engine: Engine) async throws {
        let store = try LedgerFixture(engine)
        let queue = SQLJobQueue(store.database)
        let jobs = (0..<60).map { NewJob(.mail, lane: "lane \($0 % 12)", payload: Data("\($0)".utf8)) }
        try await queue.add(jobs, at: Moment.start)
        let run = Locked<[(lane: String, number: Int)]>([])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for node in 1...4 {
                group.addTask {
                    let queue = SQLJobQueue(store.database)
                    while try await queue.nextDue([.mail], onlyAwaited: false) != nil {
                        let claimed = try await queue.claim(
                            3, kinds: [.mail], onlyAwaited: false, except: [], suspects: true, by: "node \(node)",
                            lease: 60, at: Moment.start + 1)
                        for job in claimed {
                            let number = try #require(Int(String(decoding: job.payload, as: UTF8.self)))
                            run.withLock { $0.append((job.lane, number)) }
                            #expect(try await queue.finish(job, adding: [], at: Moment.start + 1))
                        }
                        if claimed.isEmpty { await Task.yield() }
                    }
                }
            }
            try await group.waitForAll()
        }
        let all = run.withLock { $0 }
        #expect(all.map(\.number).sorted() == Array(0..<60))
        for lane in Set(all.map(\.lane)) {
            let numbers = all.filter { $0.lane == lane }.map(\.number)
            #expect(numbers == numbers.sorted(), "\(lane)")
        }
    }
}
