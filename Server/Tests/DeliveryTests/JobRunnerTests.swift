import Envelopes
import Foundation
import Ledger
import Logging
import Synchronization
import Testing

@testable import Delivery

/// A clock that a test sets.
final class TestTime: Sendable {
    private let value = Mutex(Date(timeIntervalSince1970: 1_800_000_000))

    var now: Date { value.withLock { $0 } }

    func pass(_ seconds: TimeInterval) { value.withLock { $0 += seconds } }
}

/// A consumer that does what a test says and remembers what it was asked.
final class Recorder: JobConsumer {
    private let runs = Mutex<[String]>([])
    private let answer: @Sendable (Job) async throws -> JobOutcome

    init(_ answer: @escaping @Sendable (Job) async throws -> JobOutcome = { _ in .done() }) {
        self.answer = answer
    }

    var texts: [String] { runs.withLock { $0 } }

    func run(_ job: Job, at date: Date) async throws -> JobOutcome {
        runs.withLock { $0.append(String(decoding: job.payload, as: UTF8.self)) }
        return try await answer(job)
    }
}

/// A consumer that remembers what it ran, and does what a test says when a job is given up.
final class GivingUp: JobConsumer {
    private let recorder = Recorder()
    private let act: @Sendable (Job, String) async throws -> Void

    init(_ act: @escaping @Sendable (Job, String) async throws -> Void) { self.act = act }

    var texts: [String] { recorder.texts }

    func run(_ job: Job, at date: Date) async throws -> JobOutcome { try await recorder.run(job, at: date) }

    func giveUp(_ job: Job, because reason: String, at date: Date) async throws { try await act(job, reason) }
}

final class Counter: Sendable {
    private let count = Mutex(0)

    var value: Int { count.withLock { $0 } }

    @discardableResult
    func add() -> Int {
        count.withLock {
            $0 += 1
            return $0
        }
    }
}

@Suite("The job runner")
struct JobRunnerTests {
    private let time = TestTime()
    private let queue: SQLJobQueue

    init() throws {
        queue = SQLJobQueue(try SQLiteDatabase(inMemory: SQLSchema([.ledger, .lists, .service])))
    }

    private struct Broken: Error, CustomStringConvertible { let description = "The server is on fire." }

    private func runner(_ consumer: any JobConsumer, _ settings: JobSettings = JobSettings()) -> JobRunner {
        JobRunner(
            queue, work: [.mail: .init(consumer, .mail)], settings: settings, now: { [time] in time.now },
            logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
    }

    private func add(_ lane: String, _ text: String, target: String? = nil) async throws {
        try await queue.add([NewJob(.mail, lane: lane, target: target, payload: Data(text.utf8))], at: time.now)
    }

    @Test("A job that fails waits longer each time, with its reason, and then succeeds")
    func retries() async throws {
        let consumer = Recorder { job in
            guard job.lane == "x", job.attempts < 4, job.payload == Data("x1".utf8) else { return .done() }
            throw Broken()
        }
        let runner = runner(consumer)
        try await add("x", "x1")
        try await add("x", "x2")
        var waits: [TimeInterval] = []
        for _ in 1...3 {
            #expect(await runner.runDue() == 1)
            let job = try #require(try await queue.jobs(in: .ready, after: 0, count: 1).first)
            #expect(job.lastError == "The server is on fire.")
            waits.append(job.dueAt.timeIntervalSince(time.now))
            #expect(await runner.runDue() == 0)
            time.pass(waits.last ?? 0)
        }
        for (wait, doubled) in zip(waits, [30.0, 60, 120]) { #expect(abs(wait / doubled - 1) <= 0.2001) }
        #expect(await runner.runDue() == 2)
        #expect(consumer.texts == ["x1", "x1", "x1", "x1", "x2"])
        #expect(try await queue.jobs(in: nil, after: 0, count: 9).isEmpty)
    }

    @Test("A job that three processes did not survive is given up unrun, and the jobs behind it run")
    func killer() async throws {
        let givenUp = Mutex<[String]>([])
        let consumer = GivingUp { [queue] job, reason in
            // It is a dead letter before anything else is done with it.
            let dead = try await queue.jobs(in: .dead, after: 0, count: 9).map(\.id)
            givenUp.withLock { $0.append(dead == [job.id] ? reason : "not buried") }
        }
        try await add("x", "killer")
        try await add("x", "next")
        for holder in ["first", "second", "third"] {
            let claimed = try await queue.claim(1, kinds: [.mail], except: [], by: holder, lease: 60, at: time.now)
            #expect(claimed.count == 1, "\(holder)")
            time.pass(61)
        }
        #expect(await runner(consumer).runDue() == 2)
        #expect(consumer.texts == ["next"])
        let dead = try await queue.jobs(in: .dead, after: 0, count: 9)
        #expect(dead.map { String(decoding: $0.payload, as: UTF8.self) } == ["killer"])
        let reason = try #require(dead.first?.lastError)
        #expect(reason.hasPrefix("3 processes in a row ended while they ran it"))
        #expect(givenUp.withLock { $0 } == [reason])
    }

    @Test("Of the jobs whose holder was lost, a process runs one at a time, and others beside it")
    func oneSuspect() async throws {
        let running = Mutex(Set<String>())
        let most = Counter()
        let consumer = Recorder { job in
            let isSuspect = job.lostHolders > 0
            if isSuspect, running.withLock({ $0.insert(job.lane).inserted && $0.count > 1 }) { most.add() }
            try await Task.sleep(for: .milliseconds(20))
            if isSuspect { running.withLock { _ = $0.remove(job.lane) } }
            return .done()
        }
        for number in 1...4 { try await add("lane \(number)", "s\(number)") }
        _ = try await queue.claim(9, kinds: [.mail], except: [], by: "gone", lease: 60, at: time.now)
        time.pass(61)
        try await add("other", "o")
        var settings = JobSettings()
        settings.pause = 0.01
        let runner = runner(consumer, settings)
        let service = Task { try await runner.run() }
        for _ in 1...1000 where try await !queue.jobs(in: nil, after: 0, count: 1).isEmpty {
            try await Task.sleep(for: .milliseconds(10))
        }
        service.cancel()
        #expect(Set(consumer.texts) == ["s1", "s2", "s3", "s4", "o"])
        #expect(most.value == 0)
    }

    @Test("A process that ends in an orderly way returns its jobs, and none of them becomes a suspect")
    func orderlyEnd() async throws {
        let began = Counter()
        let consumer = Recorder { _ in
            began.add()
            try await Task.sleep(for: .seconds(600))
            return .done()
        }
        try await add("x", "long")
        for ending in 1...4 {
            let runner = runner(consumer)
            let service = Task { try await runner.run() }
            for _ in 1...3000 where began.value < ending { try await Task.sleep(for: .milliseconds(10)) }
            service.cancel()
            try await service.value
        }
        #expect(began.value == 4)
        let left = try #require(try await queue.jobs(in: .ready, after: 0, count: 9).first)
        #expect(left.holder == nil && left.lostHolders == 0 && left.dueAt == time.now)
    }

    @Test("A job that cannot succeed is dropped at once, and a failing job after days of retries")
    func hopelessJobs() async throws {
        let consumer = Recorder { job in
            String(decoding: job.payload, as: UTF8.self) == "hopeless"
                ? .dead(because: "No such mailbox.") : .again(because: "The mailbox is full.")
        }
        let runner = runner(consumer)
        try await add("x", "hopeless")
        try await add("y", "full")
        await runner.runDue()
        #expect(try await queue.jobs(in: .dead, after: 0, count: 9).map(\.lastError) == ["No such mailbox."])
        time.pass(3 * 86_400 - 1)
        await runner.runDue()
        #expect(try await queue.jobs(in: .dead, after: 0, count: 9).count == 1)
        time.pass(5 * 3600)
        await runner.runDue()
        let dead = try await queue.jobs(in: .dead, after: 0, count: 9)
        #expect(dead.map(\.lastError).last == "The mailbox is full. It was tried 3 times.")
    }

    @Test("Follow-up jobs run as well")
    func followUpJobs() async throws {
        let consumer = Recorder { job in
            job.lane == "first" ? .done(adding: [NewJob(.mail, lane: "second", payload: Data("b".utf8))]) : .done()
        }
        try await add("first", "a")
        #expect(await runner(consumer).runDue() == 2)
        #expect(consumer.texts == ["a", "b"])
    }

    @Test("The running service takes jobs as they arrive and limits parallel jobs per target")
    func limitPerTarget() async throws {
        let running = Mutex((now: 0, most: 0))
        let consumer = Recorder { job in
            if job.target != nil {
                running.withLock {
                    $0.now += 1
                    $0.most = max($0.most, $0.now)
                }
            }
            try await Task.sleep(for: .milliseconds(20))
            if job.target != nil { running.withLock { $0.now -= 1 } }
            return .done()
        }
        var settings = JobSettings()
        settings.pause = 0.01
        settings.atOncePerTarget = 2
        settings.atOnce = 4
        let runner = runner(consumer, settings)
        let service = Task { try await runner.run() }
        for number in 1...5 { try await add("lane \(number)", "t\(number)", target: "slow") }
        try await add("other", "o")
        for _ in 1...1000 where try await !queue.jobs(in: nil, after: 0, count: 1).isEmpty {
            try await Task.sleep(for: .milliseconds(10))
        }
        service.cancel()
        #expect(Set(consumer.texts) == ["t1", "t2", "t3", "t4", "t5", "o"])
        #expect(consumer.texts.count == 6)
        #expect(running.withLock { $0.most } == 2)
    }

    @Test("A job that takes longer than its lease renews it each third of the lease")
    func leaseRenewal() async throws {
        let (begun, beginning) = AsyncStream<TimeInterval>.makeStream()
        let (passed, passing) = AsyncStream<Void>.makeStream()
        let dates = Mutex<[Date]>([])
        let consumer = Recorder { [queue, time] _ in
            var waits = begun.makeAsyncIterator()
            for _ in 1...3 {
                #expect(await waits.next() == 20)
                let due = try #require(try await queue.jobs(in: nil, after: 0, count: 1).first).dueAt
                dates.withLock { $0.append(due) }
                time.pass(20)
                passing.yield()
            }
            return .done()
        }
        try await add("x", "long")
        let start = time.now
        let runner = JobRunner(
            queue, work: [.mail: .init(consumer, .mail)], now: { [time] in time.now },
            wait: { seconds in
                beginning.yield(seconds)
                var end = passed.makeAsyncIterator()
                guard await end.next() != nil else { throw CancellationError() }
            }, logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
        #expect(await runner.runDue() == 1)
        #expect(dates.withLock { $0 } == [60, 80, 100].map { start + $0 })
    }

    @Test("Slow jobs of one kind leave room for other kinds")
    func limitPerKind() async throws {
        let (slow, quick) = (
            Recorder { _ in
                try await Task.sleep(for: .seconds(60)); return .done()
            }, Recorder()
        )
        var settings = JobSettings()
        settings.pause = 0.01
        settings.atOnce = 4
        settings.atOncePerKind = 3
        let runner = JobRunner(
            queue, work: [.webhook: .init(slow, .webhook), .mail: .init(quick, .mail)], settings: settings,
            now: { [time] in time.now }, logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
        let hooks = (1...9).map { NewJob(.webhook, lane: "hook \($0)", target: "receiver \($0)") }
        try await queue.add(hooks + [NewJob(.mail, lane: "mail", payload: Data("letter".utf8))], at: time.now)
        let service = Task { try await runner.run() }
        for _ in 1...1000 where quick.texts.isEmpty || slow.texts.count < 3 {
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(quick.texts == ["letter"])
        #expect(slow.texts.count == 3)
        service.cancel()
    }

    @Test(
        "The wait doubles up to its limit, within a fifth",
        arguments: [(1, 24.0, 36.0), (2, 48, 72), (20, 11_520, 17_280), (0, 24, 36), (9999, 11_520, 17_280)])
    func backoff(attempts: Int, least: Double, most: Double) {
        #expect(abs(JobBackoff.mail.delay(after: attempts, jitter: 0) - least) < 0.001)
        #expect(abs(JobBackoff.mail.delay(after: attempts, jitter: 1) - most) < 0.001)
    }

    @Test("Cleaning is done when a process starts and then daily, once for all processes")
    func dailyCleaning() async throws {
        let count = Counter()
        let runners = (0..<2).map { _ in
            JobRunner(
                queue,
                work: [
                    .cleaning: .init(Cleaning { count.add() }, .own)
                ], now: { [time] in time.now },
                logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
        }
        for _ in runners { try await queue.add([Cleaning.job()], at: time.now) }
        for day in 1...3 {
            for runner in runners { await runner.runDue() }
            #expect(count.value == day)
            time.pass(86_399)
            for runner in runners { await runner.runDue() }
            #expect(count.value == day)
            time.pass(1)
        }
        #expect(try await queue.jobs(in: nil, after: 0, count: 9).map(\.kind) == [.cleaning])
    }

    @Test("A cleaning that fails is done again")
    func failedCleaning() async throws {
        let tries = Counter()
        let runner = JobRunner(
            queue,
            work: [
                .cleaning: .init(Cleaning { if tries.add() == 1 { throw Broken() } }, .own)
            ], now: { [time] in time.now }, logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
        try await queue.add([Cleaning.job()], at: time.now)
        await runner.runDue()
        time.pass(2)
        await runner.runDue()
        #expect(tries.value == 2)
        let waiting = try #require(try await queue.jobs(in: .ready, after: 0, count: 9).first)
        #expect(waiting.dueAt == time.now + 86_400)
    }

    @Test("Codes go out while other work of their kind takes all its places")
    func placesForCodes() async throws {
        let (gate, opened) = AsyncStream<Void>.makeStream()
        let (codes, sent) = AsyncStream<Void>.makeStream()
        let consumer = Recorder { job in
            guard job.isAwaited else {
                for await _ in gate {}
                return .done()
            }
            sent.yield()
            return .done()
        }
        var settings = JobSettings()
        (settings.atOnce, settings.atOncePerKind, settings.keptForAwaited) = (4, 3, 1)
        let runner = runner(consumer, settings)
        for number in 1...20 { try await add("slow\(number)", "slow") }
        let running = Task { try await runner.run() }
        defer { running.cancel() }
        while consumer.texts.count < 3 { await Task.yield() }
        try await queue.add(
            [NewJob(.mail, lane: "code", payload: Data("code".utf8), isAwaited: true)], at: time.now)
        var arrived = codes.makeAsyncIterator()
        _ = await arrived.next()
        #expect(consumer.texts == ["slow", "slow", "slow", "code"])
        opened.finish()
    }

    @Test("The log says that a job is run again after its holder ended, and names it")
    func takeoverLog() async throws {
        let log = CollectingLog()
        try await add("x", "x1")
        let first = try await queue.claim(1, kinds: [.mail], except: [], by: "gone", lease: 60, at: time.now)
        let runner = JobRunner(
            queue, work: [.mail: .init(Recorder(), .mail)], now: { [time] in time.now },
            logger: Logger(label: "test", factory: { _ in log }))
        await runner.runDue()
        #expect(log.lines.isEmpty)
        time.pass(61)
        #expect(await runner.runDue() == 1)
        let line = try #require(log.lines.first)
        #expect(log.lines.count == 1)
        #expect(line.level == .warning)
        #expect(line.message == "A job is run again: its last holder did not finish in time")
        #expect(line.metadata["job"] == "\(try #require(first.first).id)" && line.metadata["kind"] == "mail")
    }
}

/// Keeps what is logged.
final class CollectingLog: LogHandler {
    struct Line: Sendable {
        let level: Logger.Level
        let message: String
        let metadata: Logger.Metadata
    }

    private let kept = Mutex<[Line]>([])

    var lines: [Line] { kept.withLock { $0 } }

    func log(event: LogEvent) {
        kept.withLock {
            $0.append(Line(level: event.level, message: "\(event.message)", metadata: event.metadata ?? [:]))
        }
    }

    // The handler of one test has no settings of its own.
    subscript(metadataKey _: String) -> Logger.Metadata.Value? {
        get { nil }
        set {}
    }

    var metadata: Logger.Metadata {
        get { [:] }
        set {}
    }

    var logLevel: Logger.Level {
        get { .trace }
        set {}
    }
}
