import Envelopes
import Foundation

/// Keeps the histories of envelopes.
///
/// An append is one transaction: the events, the state they lead to, and the rows of the outbox are all there
/// afterwards, or none of them is.
public protocol EventStore: Sendable {
    /// Appends events that follow each other, and replaces the snapshot. An append that changes the status is noted with
    /// the store's own time, by which lists go: what a device recorded may be days old when it comes.
    /// - Parameters:
    ///   - events: at least one; the first one's number says after which event they were decided.
    ///   - state: the envelope after the last of them.
    ///   - request: the digest of the request that asks for the envelope, kept with its first events; nil otherwise.
    /// - Throws: ``StorageError/conflict(envelope:expected:)`` when the envelope has other events by now,
    ///   ``StorageError/duplicateTransaction(id:)`` when a new envelope repeats a transaction id of its account.
    func append(_ events: [Event], leadingTo state: Envelope, askedForBy request: BlobHash?) async throws

    /// All events of an envelope, oldest first; none for an envelope that does not exist.
    func events(of id: EnvelopeID) async throws -> [Event]

    /// The newest state of an envelope; nil for one that does not exist.
    func envelope(_ id: EnvelopeID) async throws -> Envelope?

    /// The envelope that an account made under a transaction id of its own.
    func envelope(transaction: String, account: String) async throws -> Envelope?

    /// The digest of the request by which an account made its envelope under a transaction id; nil where none was kept.
    func requestDigest(transaction: String, account: String) async throws -> BlobHash?

    /// The pages that a recipient has been shown so far, over all their visits.
    func shownPages(of id: EnvelopeID, to recipient: RecipientID) async throws -> ShownPages

    /// Notes that a recipient was shown a page. Noting it again changes nothing.
    func noteShown(_ page: DocumentPage, of id: EnvelopeID, to recipient: RecipientID) async throws

    /// Whether an event of one of the account's envelopes names a blob.
    func isNamed(_ hash: BlobHash, by account: String) async throws -> Bool

    /// Whether an event of any account's envelopes names a blob.
    func isNamed(_ hash: BlobHash) async throws -> Bool

    /// A part of an account's list: which envelopes; each is read by itself.
    func page(_ query: EnvelopeQuery) async throws -> EnvelopePage
}

extension EventStore {
    public func append(_ events: [Event], leadingTo state: Envelope) async throws {
        try await append(events, leadingTo: state, askedForBy: nil)
    }
}

/// Which of an account's envelopes to list.
public struct EnvelopeQuery: Sendable, Hashable {
    public var accountID: String
    /// Only envelopes whose status changed at this moment or later, as the store noted it.
    public var changedFrom: Date?
    /// Only envelopes whose status changed at this moment or earlier, as the store noted it.
    public var changedTo: Date?
    /// Only envelopes of these statuses; nil for any.
    public var statuses: Set<EnvelopeStatus>?
    /// Only these envelopes; nil for any.
    public var ids: [EnvelopeID]?
    /// How many to skip.
    public var start: Int
    /// How many to give at most.
    public var count: Int
    /// Oldest change of the status first, as the store noted it; newest first otherwise.
    public var ascending: Bool
    /// How many bytes the states of the envelopes may have together as they are stored, the first one whatever it has;
    /// nil for any number.
    public var bytes: Int?

    public init(
        accountID: String, changedFrom: Date? = nil, changedTo: Date? = nil, statuses: Set<EnvelopeStatus>? = nil,
        ids: [EnvelopeID]? = nil, start: Int = 0, count: Int = 100, ascending: Bool = false, bytes: Int? = nil
    ) {
        self.accountID = accountID
        self.changedFrom = changedFrom
        self.changedTo = changedTo
        self.statuses = statuses
        self.ids = ids
        self.start = start
        self.count = count
        self.ascending = ascending
        self.bytes = bytes
    }
}

/// Envelopes of a list, and how many there are in all.
public struct EnvelopePage: Sendable {
    public let ids: [EnvelopeID]
    public let total: Int

    public init(ids: [EnvelopeID], total: Int) {
        self.ids = ids
        self.total = total
    }
}
