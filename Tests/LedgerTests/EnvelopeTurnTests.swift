import Envelopes
import Essentials
import Foundation
import Testing

@testable import Ledger

@Suite("Writes of one envelope")
struct EnvelopeTurnTests {
    private final class Log: Sendable {
        private let kept = Locked<[Int]>([])
        var numbers: [Int] { kept.withLock { $0 } }
        func add(_ number: Int) { kept.withLock { $0.append(number) } }
    }

    private struct Failure: Error {}

    @Test("Writes of one envelope do not overlap, and each runs once", .timeLimit(.minutes(10)))
    func turns() async throws {
        let turns = EnvelopeTurns()
        let id = EnvelopeID(UUID.random())
        let log = Log()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask {
                    try await turns.take(id) {
                        log.add(number)
                        for _ in 0..<5 { await Task.yield() }
                        log.add(number)
                    }
                }
            }
            try await group.waitForAll()
        }
        let pairs = stride(from: 0, to: 40, by: 2).map { (log.numbers[$0], log.numbers[$0 + 1]) }
        #expect(pairs.allSatisfy { $0 == $1 })
        #expect(Set(pairs.map(\.0)) == Set(0..<20))
    }

    @Test("Another envelope does not wait, and the next write runs after an error", .timeLimit(.minutes(10)))
    func others() async throws {
        let turns = EnvelopeTurns()
        let (one, other) = (EnvelopeID(UUID.random()), EnvelopeID(UUID.random()))
        let inner = try await turns.take(one) { try await turns.take(other) { 7 } }
        #expect(inner == 7)
        await #expect(throws: Failure.self) { try await turns.take(one) { throw Failure() } }
        #expect(try await turns.take(one) { 8 } == 8)
        let cancelled = Task { try await turns.take(one) { 9 } }
        cancelled.cancel()
        _ = try? await cancelled.value
        #expect(try await turns.take(one) { 10 } == 10)
    }
}
