import Envelopes
import Foundation
import Testing

@testable import Ledger
@testable import TestSupport

@Suite("The job queue")
struct JobQueueTests {
    private let kinds: Set<JobKind> = [.mail, .webhook]

    private func queue(_ engine: Engine) throws -> (LedgerFixture, SQLJobQueue) {
        let store = try LedgerFixture(engine)
        return (store, SQLJobQueue(store.database))
    }

    private func job(_ lane: String, _ text: String = "", due: Double? = nil, target: String? = nil) -> NewJob {
        NewJob(
            .mail, lane: lane, target: target, payload: Data(text.utf8), dueAt: due.map { Moment.start + $0 })
    }

    private func claim(
        _ queue: SQLJobQueue, at seconds: Double, by holder: String = "a", count: Int = 100, except: Set<String> = []
    ) async throws -> [Job] {
        try await queue.claim(
            count, kinds: kinds, except: except, by: holder, lease: 60, at: Moment.start + seconds)
    }

    private func texts(_ jobs: [Job]) -> [String] { jobs.map { String(decoding: $0.payload, as: UTF8.self) } }

    @Test(
        "The jobs of a lane run one at a time and in order, and lanes do not wait for each other",
        arguments: Engine.allCases)
    func lanes(engine: Engine) async throws {
        let (_, queue) = try queue(engine)
        try await queue.add([job("x", "x1"), job("x", "x2"), job("y", "y1"), job("x", "x3")], at: Moment.start)
        let first = try await claim(queue, at: 0)
        #expect(texts(first) == ["x1", "y1"])
        #expect(try await claim(queue, at: 1, by: "b").isEmpty)
        #expect(try await queue.finish(first[0], at: Moment.start + 1))
        let second = try await claim(queue, at: 1, by: "b")
        #expect(texts(second) == ["x2"])
        #expect(try await queue.finish(second[0], at: Moment.start + 2))
        #expect(texts(try await claim(queue, at: 2)) == ["x3"])
    }

    @Test("A job runs when it is due and not before, and the oldest due time comes first", arguments: Engine.allCases)
    func dueTimes(engine: Engine) async throws {
        let (_, queue) = try queue(engine)
        try await queue.add(
            [job("x", "later", due: 20), job("y", "sooner", due: 10), job("z", "much later", due: 500)],
            at: Moment.start)
        #expect(try await queue.nextDue(kinds) == Moment.start + 10)
        #expect(try await claim(queue, at: 9.999).isEmpty)
        #expect(texts(try await claim(queue, at: 30, count: 1)) == ["sooner"])
        #expect(texts(try await claim(queue, at: 30)) == ["later"])
        #expect(try await queue.nextDue([.webhook]) == nil)
    }

    @Test("A job of one account waits for one of each other, not for all that another has", arguments: Engine.allCases)
    func fairShares(engine: Engine) async throws {
        let (store, queue) = try queue(engine)
        func job(_ account: String, _ number: Int, _ kind: JobKind = .mail) -> NewJob {
            NewJob(
                kind, lane: "\(kind.rawValue)/\(account)/\(number)", accountID: account,
                payload: Data("\(account)\(number)".utf8))
        }
        try await queue.add((1...50).map { job("a", $0) } + (1...50).map { job("a", $0, .webhook) }, at: Moment.start)
        #expect(texts(try await claim(queue, at: 1, count: 40)).count == 40)
        try await queue.add((1...3).map { job("b", $0) } + [job("c", 1)], at: Moment.start + 2)
        // Another process, with a queue of its own on the same database.
        let other = SQLJobQueue(store.database)
        let next = texts(try await claim(other, at: 2, by: "b", count: 12))
        #expect(next.filter { $0.hasPrefix("b") } == ["b1", "b2", "b3"])
        #expect(next.filter { $0.hasPrefix("c") } == ["c1"])
        #expect(next.filter { $0.hasPrefix("a") }.count == 8)
        // Who had nothing to do meanwhile has saved up no turns: both go on one by one.
        try await queue.add((4...20).map { job("b", $0) }, at: Moment.start + 3)
        let later = texts(try await claim(queue, at: 3, count: 15))
        #expect(later.filter { $0.hasPrefix("b") }.count == 5)
    }

    @Test("A job that fell due takes its turn behind those of other accounts, too", arguments: Engine.allCases)
    func turnsOfLaterJobs(engine: Engine) async throws {
        let (_, queue) = try queue(engine)
        let reminders = (1...30).map {
            NewJob(.mail, lane: "a\($0)", accountID: "a", payload: Data("a".utf8), dueAt: Moment.start + 10)
        }
        try await queue.add(reminders, at: Moment.start)
        #expect(try await claim(queue, at: 11, count: 5).count == 5)
        try await queue.add([NewJob(.mail, lane: "b", accountID: "b", payload: Data("b".utf8))], at: Moment.start + 11)
        #expect(texts(try await claim(queue, at: 11, count: 2)).contains("b"))
        // The leases end, and the jobs get turns again.
        #expect(try await claim(queue, at: 100).count == 31)
    }

    @Test("What a person waits for comes before all other jobs", arguments: Engine.allCases)
    func awaitedJobs(engine: Engine) async throws {
        let (_, queue) = try queue(engine)
        try await queue.add((1...20).map { job("x\($0)", "other") }, at: Moment.start)
        #expect(try await queue.nextDue(kinds, onlyAwaited: true) == nil)
        try await queue.add(
            [NewJob(.mail, lane: "code", payload: Data("code".utf8), isAwaited: true)], at: Moment.start + 1)
        #expect(try await queue.nextDue(kinds, onlyAwaited: true) == Moment.start + 1)
        #expect(texts(try await claim(queue, at: 1, count: 1)) == ["code"])
        let none = try await queue.claim(
            9, kinds: kinds, onlyAwaited: true, except: [], by: "a", lease: 60, at: Moment.start + 1)
        #expect(none.isEmpty)
    }

    @Test("A claim looks at an index and never at all that waits")
    func claimsByIndex() async throws {
        let store = try LedgerFixture(.file)
        let statements = [
            "SELECT id FROM job WHERE kind = 'a' AND isAwaited = 0 AND turn IS NOT NULL ORDER BY turn, id LIMIT 1",
            """
            SELECT id, share FROM job WHERE kind = 'a' AND isAwaited = 0 AND state = 'ready' AND turn IS NULL
            AND dueAt <= 9 ORDER BY dueAt, id LIMIT 1
            """,
            "SELECT turn FROM job WHERE share = 'a' AND turn IS NOT NULL ORDER BY turn DESC LIMIT 1",
        ]
        for statement in statements {
            let plan = try await store.database.read { connection in
                try connection.rows("EXPLAIN QUERY PLAN " + statement).map { row -> String in try row["detail"] }
            }
            #expect(plan.count == 1 && plan[0].hasPrefix("SEARCH job USING"), "\(plan)")
        }
    }

    @Test("A holder that does not finish in time loses the job, and the next one knows", arguments: Engine.allCases)
    func lateHolder(engine: Engine) async throws {
        let (_, queue) = try queue(engine)
        try await queue.add([job("x", "x1"), job("x", "x2")], at: Moment.start)
        let lost = try #require(try await claim(queue, at: 0, by: "a").first)
        #expect(!lost.mayBeRepeated)
        #expect(try await claim(queue, at: 59, by: "b").isEmpty)
        let taken = try #require(try await claim(queue, at: 60, by: "b").first)
        #expect(taken.id == lost.id)
        #expect(taken.mayBeRepeated)
        #expect(taken.attempts == 2)
        // The first holder comes back, too late: what it would add is not added.
        #expect(try await !queue.finish(lost, adding: [job("new", "stray")], at: Moment.start + 61))
        try await queue.postpone(lost, until: Moment.start + 9000, because: "late")
        try await queue.bury(lost, because: "late")
        #expect(try await queue.finish(taken, adding: [job("new", "follows")], at: Moment.start + 62))
        #expect(texts(try await claim(queue, at: 62)) == ["x2", "follows"])
    }

    @Test("Holders in a row that never came back are counted", arguments: Engine.allCases)
    func lostHolders(engine: Engine) async throws {
        let (_, queue) = try queue(engine)
        try await queue.add([job("x", "x1"), job("y", "y1")], at: Moment.start)
        #expect(try await claim(queue, at: 0, by: "a").map(\.lostHolders) == [0, 0])
        let second = try #require(try await claim(queue, at: 60, by: "b", count: 1).first)
        #expect(second.lostHolders == 1)
        // A suspect is left alone where the process already runs one; so is a job that would become one.
        let innocent = try await queue.claim(
            9, kinds: kinds, onlyAwaited: false, except: [], suspects: false, by: "b", lease: 60, at: Moment.start + 60)
        #expect(innocent.isEmpty)
        let third = try #require(try await claim(queue, at: 120, by: "c").first { $0.id == second.id })
        #expect(third.lostHolders == 2)
        // Its own later claim of a job is no loss.
        let again = try #require(try await claim(queue, at: 180, by: "c").first { $0.id == second.id })
        #expect(again.lostHolders == 2)
        try await queue.postpone(again, until: Moment.start + 181, because: "the receiver is down")
        #expect(try await claim(queue, at: 181, by: "d", count: 1).map(\.lostHolders) == [0])
    }

    @Test("A holder that comes back late or ends in an orderly way is not counted as lost", arguments: Engine.allCases)
    func returningHolders(engine: Engine) async throws {
        let (_, queue) = try queue(engine)
        try await queue.add([job("x", "x1")], at: Moment.start)
        let ended = try #require(try await claim(queue, at: 0, by: "a").first)
        try await queue.release(ended, at: Moment.start + 1)
        let slow = try #require(try await claim(queue, at: 1, by: "b").first)
        #expect(slow.lostHolders == 0 && slow.mayBeRepeated && slow.attempts == 1)
        let dead = try #require(try await claim(queue, at: 61, by: "c").first)
        #expect(dead.lostHolders == 1)
        #expect(try await !queue.finish(slow, at: Moment.start + 62))
        #expect(try await claim(queue, at: 121, by: "d").map(\.lostHolders) == [1])
    }

    @Test("A retried dead letter begins anew: earlier holders count no more", arguments: Engine.allCases)
    func retriedKiller(engine: Engine) async throws {
        let (_, queue) = try queue(engine)
        try await queue.add([job("x", "x1")], at: Moment.start)
        _ = try await claim(queue, at: 0, by: "a")
        let killer = try #require(try await claim(queue, at: 60, by: "b").first)
        try await queue.bury(killer, because: "it ends every process")
        #expect(try await queue.retry(killer.id, at: Moment.start + 61))
        #expect(try await claim(queue, at: 61, by: "c").map(\.lostHolders) == [0])
    }

    @Test("A holder at work renews its lease, and one that has lost the job does not", arguments: Engine.allCases)
    func renewal(engine: Engine) async throws {
        let (_, queue) = try queue(engine)
        try await queue.add([job("x", "x1")], at: Moment.start)
        let held = try #require(try await claim(queue, at: 0, by: "a").first)
        #expect(try await queue.renew(held, until: Moment.start + 100))
        #expect(try await claim(queue, at: 99, by: "b").isEmpty)
        let taken = try #require(try await claim(queue, at: 100, by: "b").first)
        #expect(try await !queue.renew(held, until: Moment.start + 900))
        #expect(try await queue.finish(taken, at: Moment.start + 101))
    }

    @Test("A postponed job keeps its place in the lane, and says why", arguments: Engine.allCases)
    func postponing(engine: Engine) async throws {
        let (_, queue) = try queue(engine)
        try await queue.add([job("x", "x1"), job("x", "x2")], at: Moment.start)
        let first = try #require(try await claim(queue, at: 0).first)
        try await queue.postpone(first, until: Moment.start + 300, because: "the server is full")
        #expect(try await claim(queue, at: 299).isEmpty)
        let again = try #require(try await claim(queue, at: 300).first)
        #expect(again.id == first.id)
        #expect(again.attempts == 2)
        #expect(again.lastError == "the server is full")
        #expect(!again.mayBeRepeated)
        try await queue.postpone(again, until: Moment.start + 301, because: "not tried", counts: false)
        #expect(try await claim(queue, at: 301).first?.attempts == 2)
    }

    @Test("A dead letter lets its lane go on, marked, and can be retried or dropped", arguments: Engine.allCases)
    func deadLetters(engine: Engine) async throws {
        let (_, queue) = try queue(engine)
        try await queue.add([job("x", "x1"), job("x", "x2"), job("x", "x3"), job("y", "y1")], at: Moment.start)
        let claimed = try await claim(queue, at: 0)
        try await queue.bury(claimed[0], because: "no such mailbox")
        let dead = try await queue.jobs(in: .dead, after: 0, count: 10)
        #expect(texts(dead) == ["x1"])
        #expect(dead.first?.lastError == "no such mailbox")
        let next = try #require(try await claim(queue, at: 1).first)
        #expect(texts([next]) == ["x2"])
        #expect(next.followsDead)
        #expect(try await queue.jobs(in: .waiting, after: 0, count: 10).allSatisfy(\.followsDead))
        #expect(!claimed[1].followsDead)
        // While another job of the lane runs, a retried one waits for it.
        #expect(try await queue.retry(dead[0].id, at: Moment.start + 2))
        #expect(try await claim(queue, at: 2).isEmpty)
        #expect(try await queue.finish(next, at: Moment.start + 3))
        let retried = try #require(try await claim(queue, at: 3).first)
        #expect(texts([retried]) == ["x1"])
        #expect(try await !queue.drop(retried.id, at: Moment.start + 4))
        try await queue.bury(retried, because: "again")
        #expect(try await queue.drop(retried.id, at: Moment.start + 5))
        #expect(try await queue.jobs(in: .dead, after: 0, count: 10).isEmpty)
        #expect(texts(try await claim(queue, at: 5)) == ["x3"])
        #expect(try await !queue.retry(9999, at: Moment.start))
    }

    @Test("Dropping the first job of a lane lets the next one run", arguments: Engine.allCases)
    func droppingFirst(engine: Engine) async throws {
        let (_, queue) = try queue(engine)
        try await queue.add([job("x", "x1", due: 1000), job("x", "x2")], at: Moment.start)
        let first = try #require(try await queue.jobs(in: .ready, after: 0, count: 1).first)
        #expect(try await queue.drop(first.id, at: Moment.start))
        #expect(texts(try await claim(queue, at: 1)) == ["x2"])
    }

    @Test("Jobs of a busy target stay, and jobs without one run", arguments: Engine.allCases)
    func busyTargets(engine: Engine) async throws {
        let (_, queue) = try queue(engine)
        try await queue.add(
            [job("x", "x1", target: "t1"), job("y", "y1", target: "t2"), job("z", "z1")], at: Moment.start)
        #expect(texts(try await claim(queue, at: 0, except: ["t1"])) == ["y1", "z1"])
        #expect(texts(try await claim(queue, at: 0)) == ["x1"])
    }

    @Test("A job that replaces its lane removes the waiting ones", arguments: Engine.allCases)
    func replacedLane(engine: Engine) async throws {
        let (_, queue) = try queue(engine)
        try await queue.add([job("x", "old", due: 100), job("x", "older", due: 50)], at: Moment.start)
        var new = job("x", "new", due: 70)
        new.replacesLane = true
        try await queue.add([new], at: Moment.start)
        #expect(texts(try await claim(queue, at: 1000)) == ["new"])
    }

    @Test("Of many workers, each job has one holder", arguments: Engine.allCases)
    func manyWorkers(engine: Engine) async throws {
        let (_, queue) = try queue(engine)
        try await queue.add((0..<60).map { job("lane \($0)", "\($0)") }, at: Moment.start)
        let ids = try await withThrowingTaskGroup(of: [Int].self) { group in
            for worker in 1...20 {
                group.addTask { try await claim(queue, at: 1, by: "w\(worker)", count: 7).map(\.id) }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(ids.count == 60)
        #expect(Set(ids).count == 60)
    }

    @Test("When chosen jobs are removed, the next one of their lane is ready", arguments: Engine.allCases)
    func removed(engine: Engine) async throws {
        let (store, queue) = try queue(engine)
        try await queue.add([job("x", "x1"), job("x", "x2"), job("y", "y1")], at: Moment.start)
        try await store.database.write { connection in
            try SQLJobQueue.remove([.mail], in: connection) { lane, payload in
                lane == "x" && payload == Data("x1".utf8)
            }
        }
        #expect(texts(try await claim(queue, at: 0)).sorted() == ["x2", "y1"])
    }

    @Test("An envelope has one timer job, which each later event moves")
    func envelopeTimer() async throws {
        let store = try LedgerFixture()
        let envelope = try await store.envelope()
        let queue = SQLJobQueue(store.database)
        func timers() async throws -> [Date] {
            try await queue.jobs(in: nil, after: 0, count: 100).filter { $0.kind == .timer }.map(\.dueAt)
        }
        let end = try #require(envelope.sentAt) + 120 * 86_400
        #expect(try await timers() == [end])
        _ = try await store.ledger.perform(.view(recipientID: "1"), on: envelope.id, store.recipient(1))
        #expect(try await timers() == [end])
    }
}
