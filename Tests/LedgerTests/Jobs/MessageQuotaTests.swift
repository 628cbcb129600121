import Envelopes
import Foundation
import Testing

@testable import Ledger
@testable import TestSupport

@Suite("Quotas of messages")
struct MessageQuotaTests {
    /// The beginning of an hour.
    private let start = Date(timeIntervalSince1970: 3600 * 490_000)

    private func queue(_ engine: Engine, _ change: (inout MessageQuotas) -> Void) throws -> (
        LedgerFixture, SQLJobQueue
    ) {
        var quotas = MessageQuotas()
        change(&quotas)
        let store = try LedgerFixture(engine)
        return (store, SQLJobQueue(store.database, quotas: quotas))
    }

    private func message(
        _ lane: String, _ kind: MessageKind = .invitation, to address: String? = "bo@example.org", of account: String
    ) -> NewJob {
        NewJob(
            .mail, lane: lane, accountID: account, isAwaited: kind == .oneTimeCode,
            count: MessageCount(kind, to: address))
    }

    private func counted(_ queue: SQLJobQueue) async throws -> [String] {
        try await queue.jobs(in: nil, after: 0, count: 1000).filter { $0.countedAs != nil }.map(\.lane)
    }

    @Test(
        "A mailbox gets so many messages, whoever sends them and to which of its sub-addresses",
        arguments: Engine.allCases)
    func perAddress(engine: Engine) async throws {
        let (_, queue) = try queue(engine) { $0.perAddress = 3 }
        try await queue.add(
            [
                message("1", of: "a"), message("2", .reminder, to: "Bo+x@Example.org", of: "b"),
                message("3", to: "bo+y@example.org", of: "a"), message("4", of: "c"),
                message("5", to: "bob@example.org", of: "a"), message("6", to: nil, of: "a"),
            ], at: start)
        #expect(try await counted(queue) == ["1", "2", "3", "5", "6"])
    }

    @Test("Nobody else uses up the codes and the completed documents of a mailbox", arguments: Engine.allCases)
    func others(engine: Engine) async throws {
        let (_, queue) = try queue(engine) { ($0.perAddress, $0.perAccount) = (2, 5) }
        for number in 1...9 { try await queue.add([message("\(number)", of: "a")], at: start) }
        for number in 10...11 { try await queue.add([message("\(number)", .completed, of: "a")], at: start) }
        try await queue.add([message("20", .completed, of: "b"), message("21", .oneTimeCode, of: "b")], at: start)
        // Its own use of the account does not keep a code back either.
        try await queue.add([message("22", .oneTimeCode, of: "a")], at: start)
        #expect(try await counted(queue) == ["1", "2", "10", "11", "20", "21", "22"])
        try await queue.add([message("23", .oneTimeCode, of: "a")], at: start)
        await #expect(throws: MessageQuotaFull(again: start + 3600)) {
            try await queue.add([message("24", .oneTimeCode, of: "a")], at: start + 10)
        }
        #expect(try await !queue.jobs(in: nil, after: 0, count: 1000).contains { $0.lane == "24" })
    }

    @Test("An account and the service have quotas of their own", arguments: Engine.allCases)
    func perAccount(engine: Engine) async throws {
        let (_, queue) = try queue(engine) { ($0.perAccount, $0.inAll) = (3, 5) }
        for account in ["a", "b"] {
            try await queue.add(
                (1...4).map { message("\(account)\($0)", to: "\($0)@example.org", of: account) }, at: start)
        }
        #expect(try await counted(queue) == ["a1", "a2", "a3", "b1", "b2"])
    }

    @Test(
        "What is beyond a quota leaves in a later hour, and of parallel messages no more than it",
        arguments: Engine.allCases)
    func later(engine: Engine) async throws {
        let (_, queue) = try queue(engine) { $0.perAddress = 5 }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...20 { group.addTask { try await queue.add([message("\(number)", of: "a")], at: start) } }
            try await group.waitForAll()
        }
        #expect(try await counted(queue).count == 5)
        let claimed = try await queue.claim(20, kinds: [.mail], except: [], by: "x", lease: 60, at: start)
        let waiting = claimed.filter { $0.countedAs == nil }
        let count = MessageCount(.invitation, to: "bo@example.org")
        #expect(try await queue.admit(try #require(waiting.first), as: count, at: start + 9) == start + 3600)
        var left: [Date?] = []
        for job in waiting { left.append(try await queue.admit(job, as: count, at: start + 3601)) }
        #expect(left.filter { $0 == nil }.count == 5 && left.filter { $0 == start + 7200 }.count == 10)
        #expect(try await counted(queue).count == 10)
    }

    @Test("An account asks for no further messages once it has used up a quota, and others still may")
    func refusal() async throws {
        let (_, queue) = try queue(.memory) { $0.perAddress = 2 }
        try await queue.add((1...5).map { message("\($0)", of: "a") }, at: start)
        let (bo, cy) = (MailOrder.count(.invitation, to: "BO@example.org"), MailOrder.count(.invitation, to: "c@x.org"))
        #expect(try await queue.wait(before: [cy, bo], of: "a", at: start + 1) == start + 3600)
        #expect(try await queue.wait(before: [cy], of: "a", at: start + 1) == nil)
        #expect(try await queue.wait(before: [bo], of: "b", at: start + 1) == nil)
        #expect(try await queue.wait(before: [bo], of: "a", at: start + 3600) == nil)
    }
}
