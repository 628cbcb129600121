import Foundation

/// Work to do later, stored with what asks for it.
///
/// Each job runs at least once. The jobs of a lane run one at a time and in order. A holder that neither
/// finishes nor renews its lease in time loses the job. Several processes may share a queue.
public protocol JobQueue: Sendable {
    /// Stores jobs in their order.
    func add(_ jobs: [NewJob], at date: Date) async throws

    /// Claims jobs that are due: first those that somebody waits for, then the shares in turns (``NewJob/share``).
    ///
    /// - Parameters:
    ///   - count: the maximum number of jobs
    ///   - kinds: only jobs of these kinds
    ///   - onlyAwaited: only jobs that somebody waits for (``NewJob/isAwaited``)
    ///   - except: targets whose jobs stay where they are
    ///   - suspects: whether to claim jobs, too, whose earlier holder was lost; they may end the process
    ///   - holder: an id of the worker, unique among all processes
    ///   - lease: seconds until others may claim the job
    func claim(
        _ count: Int, kinds: Set<JobKind>, onlyAwaited: Bool, except targets: Set<String>, suspects: Bool,
        by holder: String, lease: TimeInterval, at date: Date
    ) async throws -> [Job]

    /// Counts the message of a job that its holder has claimed.
    ///
    /// - Returns: when to try again if the message would exceed a quota; `nil` if it may leave
    func admit(_ job: Job, as count: MessageCount, at date: Date) async throws -> Date?

    /// Returns until when an account's next message would have to wait, because the account has used up a quota, or
    /// the service's is used up; `nil` if none is. Counts nothing.
    func wait(before counts: [MessageCount], of account: String, at date: Date) async throws -> Date?

    /// Moves the end of a job's lease, for a holder that is still at work.
    ///
    /// - Returns: `false` if the job is no longer its holder's
    @discardableResult
    func renew(_ job: Job, until end: Date) async throws -> Bool

    /// Removes a finished job and stores the jobs that follow from it, in one transaction.
    ///
    /// - Returns: `false` if the job is no longer its holder's; then nothing is removed and stored
    @discardableResult
    func finish(_ job: Job, adding jobs: [NewJob], at date: Date) async throws -> Bool

    /// Returns a job to the queue until `due`, and stores the reason.
    ///
    /// - Parameter counts: whether the attempt counts; `false` if the target was not even tried
    func postpone(_ job: Job, until due: Date, because reason: String, counts: Bool) async throws

    /// Returns a job to the queue because its holder ends in an orderly way. It is due at once, and nothing is counted.
    func release(_ job: Job, at date: Date) async throws

    /// Gives a job up: it joins the dead letters, and its lane goes on.
    func bury(_ job: Job, because reason: String) async throws

    /// Returns jobs by id, oldest first.
    ///
    /// - Parameters:
    ///   - state: only jobs in this state; `nil` for any
    ///   - after: only jobs with a larger id
    func jobs(in state: Job.State?, after id: Int, count: Int) async throws -> [Job]

    /// Runs a job again at once: a dead letter, or one that waits for its next attempt.
    ///
    /// - Returns: `false` if there is no such job, or somebody is running it
    func retry(_ id: Int, at date: Date) async throws -> Bool

    /// Makes the jobs of a target due at once that wait for their next attempt.
    func wake(_ target: String, at date: Date) async throws

    /// Removes a job that nobody is running; its lane goes on.
    ///
    /// - Returns: `false` if there is no such job, or somebody is running it
    func drop(_ id: Int, at date: Date) async throws -> Bool

    /// Returns a time by which a job of these kinds is due, and before which none is; `nil` if there is none.
    ///
    /// - Parameter onlyAwaited: only jobs that somebody waits for
    func nextDue(_ kinds: Set<JobKind>, onlyAwaited: Bool) async throws -> Date?
}

extension JobQueue {
    /// Claims jobs that are due, suspects as well.
    public func claim(
        _ count: Int, kinds: Set<JobKind>, onlyAwaited: Bool = false, except targets: Set<String>, by holder: String,
        lease: TimeInterval, at date: Date
    ) async throws -> [Job] {
        try await claim(
            count, kinds: kinds, onlyAwaited: onlyAwaited, except: targets, suspects: true, by: holder, lease: lease,
            at: date)
    }

    /// Returns a time by which a job of these kinds is due, whether or not anybody waits for it.
    public func nextDue(_ kinds: Set<JobKind>) async throws -> Date? { try await nextDue(kinds, onlyAwaited: false) }

    /// Removes a finished job from which no other follows.
    ///
    /// - Returns: `false` if the job is no longer its holder's
    @discardableResult
    public func finish(_ job: Job, at date: Date) async throws -> Bool { try await finish(job, adding: [], at: date) }

    /// Returns a job to the queue until `due`, and counts the attempt.
    public func postpone(_ job: Job, until due: Date, because reason: String) async throws {
        try await postpone(job, until: due, because: reason, counts: true)
    }
}
