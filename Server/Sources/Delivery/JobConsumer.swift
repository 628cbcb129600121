import Foundation
import Ledger

/// Does the work of one kind of job.
package protocol JobConsumer: Sendable {
    /// Runs a job. It may have been run before, in part or as a whole.
    ///
    /// An error counts as ``JobOutcome/again(after:because:)``.
    func run(_ job: Job, at date: Date) async throws -> JobOutcome

    /// Notes that a job has failed for so long that it is given up.
    func giveUp(_ job: Job, because reason: String, at date: Date) async throws
}

extension JobConsumer {
    package func giveUp(_ job: Job, because reason: String, at date: Date) async throws {}
}

/// The result of running a job.
package enum JobOutcome: Sendable, Equatable {
    /// The work is done; the jobs follow from it.
    case done(adding: [NewJob] = [])
    /// The work is done, and what it stored has replaced the job.
    case replaced
    /// To be tried again, after this many seconds or as the backoff says.
    case again(after: TimeInterval? = nil, because: String)
    /// To be tried again later, without counting this time.
    case untried(until: Date, because: String)
    /// No further attempt can succeed.
    case dead(because: String)
}
