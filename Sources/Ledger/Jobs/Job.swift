import Envelopes
import Foundation

/// The work that a job asks for; each kind has one consumer.
public struct JobKind: RawRepresentable, Hashable, Sendable {
    /// The word under which a job is stored; it must not change while such jobs exist.
    public let rawValue: String

    /// Makes a kind from the word under which its jobs are stored.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Finds out who is to hear of a stored event, and adds a job for each.
    public static let published = JobKind(rawValue: "published")
    /// Does what an envelope's settings ask for at this time: reminders, warnings, expiry.
    public static let timer = JobKind(rawValue: "timer")
    /// Sends one message.
    public static let mail = JobKind(rawValue: "mail")
    /// Calls one webhook.
    public static let webhook = JobKind(rawValue: "webhook")
    /// Calls one hook.
    public static let hook = JobKind(rawValue: "hook")
    /// Makes the envelope of one row of a bulk send.
    public static let bulkSend = JobKind(rawValue: "bulkSend")
    /// Mails a code to somebody who signs in to an application.
    public static let identityMail = JobKind(rawValue: "identityMail")
    /// Sends a code to a telephone.
    public static let identityText = JobKind(rawValue: "identityText")
    /// Removes what nobody needs any more.
    public static let cleaning = JobKind(rawValue: "cleaning")
}

/// A job before it is stored.
public struct NewJob: Hashable, Sendable {
    /// Which consumer runs it.
    public var kind: JobKind
    /// The jobs of a lane run one after another, in the order in which they were stored.
    public var lane: String
    /// What the job calls, if that may be slow or fail as a whole, such as one webhook configuration.
    public var target: String?
    /// The account that it is done for, for its turn and quotas; `nil` for none.
    public var accountID: String?
    /// The envelope that it is about; `nil` for none.
    public var envelopeID: EnvelopeID?
    /// What the consumer needs to know, in canonical JSON.
    public var payload: Data
    /// The earliest time to run it; `nil` for at once.
    public var dueAt: Date?
    /// Whether the job replaces the waiting jobs of its lane.
    public var replacesLane: Bool
    /// Whether a person waits for it, as for a code: it runs before others.
    public var isAwaited: Bool
    /// The id of whoever the job is done for, if that is no account.
    public var client: String?
    /// Where the message that the job sends counts; `nil` for other jobs.
    public var count: MessageCount?

    /// Makes a job that is due at once and waits for nothing but its lane.
    public init(
        _ kind: JobKind, lane: String, target: String? = nil, accountID: String? = nil, envelopeID: EnvelopeID? = nil,
        payload: Data = Data(), dueAt: Date? = nil, replacesLane: Bool = false, isAwaited: Bool = false,
        client: String? = nil, count: MessageCount? = nil
    ) {
        self.kind = kind
        self.lane = lane
        self.target = target
        self.accountID = accountID
        self.envelopeID = envelopeID
        self.payload = payload
        self.dueAt = dueAt
        self.replacesLane = replacesLane
        self.isAwaited = isAwaited
        self.client = client
        self.count = count
    }

    /// Whose turn it is when the job runs: each kind of work of each account is a share of its own, and shares take
    /// turns.
    var share: String { "\(isAwaited ? "awaited/" : "")\(kind.rawValue)/\(accountID ?? client ?? "")" }
}

/// A stored job.
public struct Job: Hashable, Sendable {
    /// The place of a job in its lane.
    public enum State: String, Sendable, CaseIterable {
        /// First of its lane: runs when it is due.
        case ready
        /// Behind another job of its lane.
        case waiting
        /// Given up. The lane has gone on without it.
        case dead
    }

    /// Assigned by the queue, in ascending order.
    public let id: Int
    /// Which consumer runs it.
    public let kind: JobKind
    /// The jobs of a lane run one after another.
    public let lane: String
    /// What the job calls, if that may be slow or fail as a whole; `nil` for none.
    public let target: String?
    /// The account that it is done for; `nil` for none.
    public let accountID: String?
    /// The envelope that it is about; `nil` for none.
    public let envelopeID: EnvelopeID?
    /// What the consumer needs to know, in canonical JSON.
    public let payload: Data
    /// Its place in its lane when it was read.
    public let state: State
    /// When it runs next. While somebody runs it, the time at which their lease ends.
    public let dueAt: Date
    /// When it was stored.
    public let createdAt: Date
    /// The number of times that it was begun.
    public let attempts: Int
    /// Who runs it now, or ran it when their lease ended; `nil` if nobody does.
    public let holder: String?
    /// Whether an earlier holder did not finish in time. It may have acted, so the act may be repeated.
    public let mayBeRepeated: Bool
    /// The number of earlier holders in a row that neither finished nor came back later.
    public let lostHolders: Int
    /// Whether an earlier job of the lane was given up.
    public let followsDead: Bool
    /// The reason for the last failure.
    public let lastError: String?
    /// Whether a person waits for it.
    public let isAwaited: Bool
    /// Where its message was counted; `nil` if it was not, as it would have exceeded a quota.
    public let countedAs: MessageCount?

    /// Makes a job as a queue holds it.
    public init(
        id: Int, _ job: NewJob, state: State = .ready, dueAt: Date, createdAt: Date, attempts: Int = 0,
        holder: String? = nil, mayBeRepeated: Bool = false, lostHolders: Int = 0, followsDead: Bool = false,
        lastError: String? = nil
    ) {
        self.id = id
        kind = job.kind
        lane = job.lane
        target = job.target
        accountID = job.accountID
        envelopeID = job.envelopeID
        payload = job.payload
        isAwaited = job.isAwaited
        countedAs = job.count
        self.state = state
        self.dueAt = dueAt
        self.createdAt = createdAt
        self.attempts = attempts
        self.holder = holder
        self.mayBeRepeated = mayBeRepeated
        self.lostHolders = lostHolders
        self.followsDead = followsDead
        self.lastError = lastError
    }
}
