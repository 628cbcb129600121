import EnvelopeService
import Foundation
import Ledger

/// A job as listed for operators.
public struct StoredJob: Sendable, Hashable, Encodable {
    /// Names the job for a retry; ascending.
    public let id: Int
    /// The kind's word, such as `mail` (``JobKind``).
    public let kind: String
    /// `ready`, `waiting` or `dead`.
    public let state: String
    /// The jobs of a lane run one after another.
    public let lane: String
    /// The account that it is done for; `nil` for none.
    public let accountId: String?
    /// The envelope that it is about; `nil` for none.
    public let envelopeId: String?
    /// When it was stored.
    public let createdAt: Date
    /// When it runs next; while it runs, when its lease ends.
    public let dueAt: Date
    /// The number of times that it was begun.
    public let attempts: Int
    /// Whether somebody holds it, and their lease has not ended.
    public let isRunning: Bool
    /// Whether an earlier job of its lane was given up.
    public let followsDead: Bool
    /// The reason for the last failure; `nil` before any.
    public let error: String?
}

/// The reason why a job was not retried or dropped.
public enum StoredJobError: Error, Sendable, Equatable, CustomStringConvertible {
    /// There is no such job, or somebody is running it.
    case notIdle(id: Int)

    /// One sentence for the operator.
    public var description: String {
        switch self {
        case .notIdle(let id):
            "There is no job \(id), or it is running now; countersign jobs list shows which there are."
        }
    }
}

/// The job queue of a data directory, for operators; works while a service is running on it.
public struct StoredJobs: Sendable {
    private let queue: SQLJobQueue

    /// - Throws: ``StorageError`` if the folder holds no data
    public init(existing folder: URL) throws {
        queue = SQLJobQueue(try ServiceStorage(existing: folder).database)
    }

    /// Returns jobs, oldest first.
    ///
    /// - Parameters:
    ///   - onlyDead: whether only jobs that were given up
    ///   - after: only jobs with a larger id
    public func list(onlyDead: Bool, after id: Int = 0, count: Int, at date: Date) async throws -> [StoredJob] {
        try await queue.jobs(in: onlyDead ? .dead : nil, after: id, count: count).map { job in
            StoredJob(
                id: job.id, kind: job.kind.rawValue, state: job.state.rawValue, lane: job.lane,
                accountId: job.accountID, envelopeId: job.envelopeID?.rawValue, createdAt: job.createdAt,
                dueAt: job.dueAt, attempts: job.attempts, isRunning: job.holder != nil && job.dueAt > date,
                followsDead: job.followsDead, error: job.lastError)
        }
    }

    /// Runs a job again at once.
    ///
    /// - Throws: ``StoredJobError/notIdle(id:)``
    public func retry(_ id: Int, at date: Date) async throws {
        guard try await queue.retry(id, at: date) else { throw StoredJobError.notIdle(id: id) }
    }

    /// Removes a job; its lane goes on.
    ///
    /// - Throws: ``StoredJobError/notIdle(id:)``
    public func drop(_ id: Int, at date: Date) async throws {
        guard try await queue.drop(id, at: date) else { throw StoredJobError.notIdle(id: id) }
    }
}
