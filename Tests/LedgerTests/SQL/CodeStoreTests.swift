import Envelopes
import Foundation
import Ledger
import Testing

@testable import TestSupport

@Suite("One-time codes in SQL")
struct CodeStoreTests {
    private let act = LimitedAct("mailCode", limit: 3, period: 3600)

    private func scene(_ engine: Engine) async throws -> (store: LedgerFixture, codes: SQLCodeStore, target: LinkTarget)
    {
        let store = try LedgerFixture(engine)
        let envelope = try await store.envelope()
        return (store, SQLCodeStore(store.database), LinkTarget(envelopeID: envelope.id, recipientID: "1"))
    }

    private func code(_ codes: SQLCodeStore, _ target: LinkTarget, at date: Date = Moment.start) async throws -> String
    {
        let order = try await codes.issue(for: target, within: act, life: 600, tries: 5, at: date)
        guard case .issued(let code) = order else { throw CancellationError() }
        return code
    }

    @Test("A code works once, for its own recipient, and a newer one replaces it", arguments: Engine.allCases)
    func once(engine: Engine) async throws {
        let (store, codes, target) = try await scene(engine)
        let old = try await code(codes, target)
        var new = try await code(codes, target)
        if new == old { new = try await code(codes, target) }
        let other = LinkTarget(envelopeID: target.envelopeID, recipientID: "2")
        #expect(try await codes.redeem(new, for: other, at: Moment.start) == .unknown)
        #expect(try await codes.redeem(old, for: target, at: Moment.start) == .wrong(left: 4))
        #expect(try await codes.hasCode(target, at: Moment.start + 599))
        #expect(try await codes.redeem(new, for: target, at: Moment.start + 599) == .right)
        #expect(try await codes.redeem(new, for: target, at: Moment.start + 599) == .usedUp)
        #expect(try await !codes.hasCode(target, at: Moment.start + 599))
        withExtendedLifetime(store) {}
    }

    @Test("Parallel requests cannot exceed a limit", arguments: Engine.allCases)
    func parallel(engine: Engine) async throws {
        let (store, codes, target) = try await scene(engine)
        let right = try await code(codes, target)
        let allowed = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<30 {
                group.addTask {
                    if number.isMultiple(of: 2) {
                        _ = try await codes.redeem("wrong", for: target, at: Moment.start)
                        return false
                    }
                    return try await codes.count(act, of: target, at: Moment.start) == nil
                }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(allowed == 2)
        #expect(try await codes.redeem(right, for: target, at: Moment.start) == .usedUp)
        withExtendedLifetime(store) {}
    }

    @Test("A limited act is allowed again once the oldest is a full period ago", arguments: Engine.allCases)
    func again(engine: Engine) async throws {
        let (store, codes, target) = try await scene(engine)
        for minute in 0..<3 {
            #expect(try await codes.count(act, of: target, at: Moment.start + Double(minute * 60)) == nil)
        }
        #expect(try await codes.count(act, of: target, at: Moment.start + 3599) == Moment.start + 3600)
        #expect(try await codes.count(LimitedAct("renewal", limit: 1, period: 60), of: target, at: Moment.start) == nil)
        #expect(try await codes.count(act, of: target, at: Moment.start + 3600) == nil)
        withExtendedLifetime(store) {}
    }
}
