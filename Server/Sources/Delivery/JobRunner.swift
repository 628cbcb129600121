import Foundation
import Ledger
import Logging
import ServiceLifecycle
import Synchronization

/// Runs the jobs of a queue, beside any number of other processes that do the same.
///
///     let runner = JobRunner(queue, work: [.timer: .init(timers, .own)], now: { Date() }, logger: logger)
///     try await runner.run()
public struct JobRunner: Service {
    /// The consumer of a kind of job.
    package struct Work: Sendable {
        let consumer: any JobConsumer
        let backoff: JobBackoff

        package init(_ consumer: any JobConsumer, _ backoff: JobBackoff) {
            self.consumer = consumer
            self.backoff = backoff
        }
    }

    private let queue: any JobQueue
    private let work: [JobKind: Work]
    private let settings: JobSettings
    private let now: @Sendable () -> Date
    private let wait: @Sendable (TimeInterval) async throws -> Void
    private let logger: Logger
    private let holder = "\(ProcessInfo.processInfo.processIdentifier)-\(UUID().uuidString.prefix(8).lowercased())"
    private let running = Running()
    private let bell: JobBell

    /// - Parameter wait: returns after the given number of seconds; throws when its task is cancelled
    package init(
        _ queue: any JobQueue, work: [JobKind: Work], settings: JobSettings = JobSettings(), bell: JobBell = JobBell(),
        now: @escaping @Sendable () -> Date,
        wait: @escaping @Sendable (TimeInterval) async throws -> Void = { try await Task.sleep(for: .seconds($0)) },
        logger: Logger
    ) {
        self.queue = queue
        self.work = work
        self.settings = settings
        self.bell = bell
        self.now = now
        self.wait = wait
        self.logger = logger
    }

    /// Runs jobs until the service ends. Jobs in progress have ``JobSettings/grace`` to finish.
    public func run() async throws {
        await withDiscardingTaskGroup { group in
            group.addTask {
                // Other processes store jobs as well, and jobs become due.
                await cancelWhenGracefulShutdown {
                    while !Task.isCancelled {
                        bell.ring()
                        try? await wait(settings.pause)
                    }
                }
                bell.end()
            }
            for await _ in bell.rings {
                for job in await claimed(settings.atOnce - running.count) {
                    group.addTask {
                        await endingSoon { await perform(job) }
                        bell.ring()
                    }
                }
            }
        }
    }

    /// Does a piece of work, and cancels it some seconds after the service is told to end.
    private func endingSoon(_ work: @escaping @Sendable () async -> Void) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await work() }
            group.addTask {
                try? await gracefulShutdown()
                try? await wait(settings.grace)
            }
            await group.next()
            group.cancelAll()
        }
    }

    /// Runs all jobs that are due, one after another, with those that follow from them.
    ///
    /// - Returns: the number of jobs run
    @discardableResult
    public func runDue() async -> Int {
        var count = 0
        while let job = await claimed(1).first {
            await perform(job)
            count += 1
        }
        return count
    }

    /// Claims due jobs one by one, so that a target never has more than its share.
    private func claimed(_ count: Int) async -> [Job] {
        var jobs: [Job] = []
        do {
            while jobs.count < count, let job = try await next() {
                running.add(job)
                jobs.append(job)
            }
        } catch is CancellationError {
            // The service ends.
        } catch {
            // A service that ends, or could not start, cancels its runner.
            if !Task.isCancelled { logger.error("The job queue cannot be read", metadata: ["error": "\(error)"]) }
        }
        return jobs
    }

    /// Claims the next job: first one that somebody waits for, for which places are kept free of all others.
    private func next() async throws -> Job? {
        for isAwaited in [true, false] {
            guard isAwaited || running.others < settings.placesForOthers else { return nil }
            let kinds = Set(work.keys).subtracting(running.fullKinds(isAwaited: isAwaited, settings))
            guard let due = try await queue.nextDue(kinds, onlyAwaited: isAwaited), due <= now() else { continue }
            let claimed = try await queue.claim(
                1, kinds: kinds, onlyAwaited: isAwaited, except: running.targets(with: settings.atOncePerTarget),
                suspects: !running.hasSuspect, by: holder, lease: settings.lease, at: now())
            if let job = claimed.first { return job }
        }
        return nil
    }

    private func perform(_ job: Job) async {
        defer { running.remove(job) }
        guard let work = work[job.kind] else { return }
        var facts: Logger.Metadata = ["job": "\(job.id)", "kind": "\(job.kind.rawValue)"]
        if let id = job.envelopeID { facts["envelope"] = "\(id.rawValue)" }
        if job.mayBeRepeated {
            logger.warning("A job is run again: its last holder did not finish in time", metadata: facts)
        }
        guard job.lostHolders < settings.mostLostHolders else { return await buryUnrun(job, work, facts) }
        do {
            let outcome: JobOutcome
            do {
                outcome = try await holding(job) { try await work.consumer.run(job, at: now()) }
            } catch is CancellationError {
                return try await Task { try await queue.release(job, at: now()) }.value
            } catch {
                outcome = .again(because: "\(error)")
            }
            // What is done is stored, also while the service ends.
            try await Task { [facts] in try await settle(job, outcome, work, facts) }.value
        } catch {
            // The lease ends, and the job is run again.
            logger.error("A job's outcome could not be stored", metadata: facts.with("error", "\(error)"))
        }
    }

    /// Renews the lease of a job as long as the work takes.
    private func holding(_ job: Job, _ work: @escaping @Sendable () async throws -> JobOutcome) async throws
        -> JobOutcome
    {
        let renewal = Task {
            while true {
                try await wait(settings.lease / 3)
                guard try await queue.renew(job, until: now() + settings.lease) else { return }
            }
        }
        defer { renewal.cancel() }
        return try await work()
    }

    private func settle(
        _ job: Job, _ outcome: JobOutcome, _ work: Work, _ facts: Logger.Metadata
    ) async throws {
        let date = now()
        switch outcome {
        case .done(let jobs):
            guard try await !queue.finish(job, adding: jobs, at: date) else { return bell.ring() }
            logger.warning("A job took longer than its lease; another holder runs it", metadata: facts)
        case .replaced: break
        case .untried(let due, let reason):
            try await queue.postpone(job, until: due, because: reason, counts: false)
        case .again(let wait, let reason):
            guard !work.backoff.givesUp(storedAt: job.createdAt, at: date) else {
                let words = "\(reason) It was tried \(job.attempts) times."
                try await work.consumer.giveUp(job, because: words, at: date)
                return try await bury(job, words, facts)
            }
            let wait = wait ?? work.backoff.delay(after: job.attempts, jitter: .random(in: 0...1))
            logger.info("A job is tried again later", metadata: facts.with("wait", "\(Int(wait)) s"))
            try await queue.postpone(job, until: date + wait, because: reason)
        case .dead(let reason): try await bury(job, reason, facts)
        }
    }

    /// Gives up a job that ended the processes that ran it. It is buried first: whatever else is done with it may end
    /// this process as well.
    private func buryUnrun(_ job: Job, _ work: Work, _ facts: Logger.Metadata) async {
        let reason =
            "\(job.lostHolders) processes in a row ended while they ran it, so it is not run again by itself; "
            + "countersign jobs retry runs it."
        do {
            try await bury(job, reason, facts)
            try await work.consumer.giveUp(job, because: reason, at: now())
        } catch {
            logger.error("A job could not be given up", metadata: facts.with("error", "\(error)"))
        }
    }

    private func bury(_ job: Job, _ reason: String, _ facts: Logger.Metadata) async throws {
        logger.warning("A job is given up; countersign jobs list shows why", metadata: facts)
        try await queue.bury(job, because: reason)
    }
}

/// The settings of a ``JobRunner``.
public struct JobSettings: Sendable, Hashable {
    /// The maximum number of jobs at once. Default: 16.
    public var atOnce = 16
    /// The maximum number of jobs at once for one target. Default: 4.
    public var atOncePerTarget = 4
    /// The maximum number of jobs at once of one kind, so that slow receivers do not hold the mail. Default: 6.
    public var atOncePerKind = 6
    /// The number of places that only jobs may use for which somebody waits, such as codes; at most a quarter of all.
    /// Default: 3.
    public var keptForAwaited = 3
    /// The maximum number of rows of bulk sends that become documents at once, each at the cost of a processor.
    /// Default: half the processors.
    public var bulkRowsAtOnce = max(1, ProcessInfo.processInfo.activeProcessorCount / 2)
    /// Seconds after which a job of a process that has ended is run by another; a process at work renews its leases.
    /// Default: 60.
    public var lease: TimeInterval = 60
    /// The number of processes in a row that may end while they run a job; then it is given up. Default: 3.
    public var mostLostHolders = 3
    /// Seconds after which a message or a webhook that failed is tried again for the first time. Default: 30.
    public var retryWait: TimeInterval = 30
    /// Seconds that jobs in progress have to finish when the service is told to end. Default: 5.
    public var grace: TimeInterval = 5
    /// Seconds between two looks at the queue. Default: 1.
    public var pause: TimeInterval = 1

    /// Starts with the defaults.
    public init() {}

    /// The maximum number of jobs at once for which nobody waits.
    var placesForOthers: Int { atOnce - min(keptForAwaited, atOnce / 4) }

    func most(of kind: JobKind) -> Int { kind == .bulkSend ? min(bulkRowsAtOnce, atOncePerKind) : atOncePerKind }
}

/// The jobs that a runner is running.
private final class Running: Sendable {
    private let jobs = Mutex<[Int: Job]>([:])

    var count: Int { jobs.withLock { $0.count } }

    func add(_ job: Job) { jobs.withLock { $0[job.id] = job } }

    func remove(_ job: Job) { jobs.withLock { _ = $0.removeValue(forKey: job.id) } }

    /// Whether one of the jobs may end this process, as it ended an earlier holder. One at a time: then the others do
    /// not become suspects with it again.
    var hasSuspect: Bool { jobs.withLock { $0.values.contains { $0.lostHolders > 0 } } }

    /// The targets of at least this many jobs.
    func targets(with count: Int) -> Set<String> {
        Self.frequent(jobs.withLock { $0.values.compactMap(\.target) }, count)
    }

    /// The number of jobs for which nobody waits.
    var others: Int { jobs.withLock { $0.values.count { !$0.isAwaited } } }

    /// The kinds that have no free place. Jobs that somebody waits for have places of their own.
    func fullKinds(isAwaited: Bool, _ settings: JobSettings) -> Set<JobKind> {
        let kinds = jobs.withLock { $0.values.filter { $0.isAwaited == isAwaited }.map(\.kind) }
        return Set(Dictionary(grouping: kinds, by: \.self).filter { $0.value.count >= settings.most(of: $0.key) }.keys)
    }

    private static func frequent<Value: Hashable>(_ values: [Value], _ count: Int) -> Set<Value> {
        Set(Dictionary(grouping: values, by: \.self).filter { $0.value.count >= count }.keys)
    }
}

extension Logger.Metadata {
    fileprivate func with(_ key: String, _ value: String) -> Logger.Metadata {
        merging([key: .string(value)]) { _, new in new }
    }
}
