import Envelopes
import Foundation

/// Stores the histories of envelopes.
///
/// An append is one transaction: either all of the events, the new state and the jobs that they lead to are stored, or none.
public protocol EventStore: Sendable {
    /// Appends events in sequence, and stores the new state. If the status changes, the store's own time is recorded
    /// with it, and lists use that time: events from a device may be days old when they arrive.
    ///
    /// - Parameters:
    ///   - events: at least one; the number of the first implies the event after which they were decided
    ///   - state: the envelope after the last of them
    ///   - request: the digest of the request that creates the envelope, stored with its first events; otherwise `nil`
    /// - Throws: ``StorageError/conflict(envelope:expected:)`` if other events have been stored since;
    ///   ``StorageError/duplicateTransaction(id:)`` if a new envelope repeats a transaction id of its account
    func append(_ events: [Event], leadingTo state: Envelope, requestDigest request: BlobHash?) async throws

    /// Returns all events of an envelope, oldest first; none if the envelope does not exist.
    func events(of id: EnvelopeID) async throws -> [Event]

    /// Returns the newest state of an envelope; `nil` if it does not exist.
    func envelope(_ id: EnvelopeID) async throws -> Envelope?

    /// Returns the envelope that an account created under a transaction id; `nil` if there is none.
    func envelope(transaction: String, account: String) async throws -> Envelope?

    /// Returns the digest of the request that created the envelope with a transaction id; `nil` if none was stored.
    func requestDigest(transaction: String, account: String) async throws -> BlobHash?

    /// Returns the pages that a recipient has been shown so far, over all their visits.
    func shownPages(of id: EnvelopeID, to recipient: RecipientID) async throws -> ShownPages

    /// Records that a page was served to a recipient. Recording it again changes nothing.
    func noteServed(_ page: DocumentPage, of id: EnvelopeID, to recipient: RecipientID) async throws

    /// Records that a recipient was shown pages, as far as they were served to them. Recording it again changes
    /// nothing.
    ///
    /// - Returns: the pages that were not served to them, and so do not count as shown
    func noteShown(
        _ pages: [DocumentPage], of id: EnvelopeID, to recipient: RecipientID
    ) async throws -> [DocumentPage]

    /// Whether an event of one of the account's envelopes names a blob.
    func isNamed(_ hash: BlobHash, by account: String) async throws -> Bool

    /// Whether an event of any account's envelopes names a blob.
    func isNamed(_ hash: BlobHash) async throws -> Bool

    /// Returns one page of an account's list of envelopes.
    func page(_ query: EnvelopeQuery) async throws -> EnvelopePage

    /// Whether an envelope's sender has deleted it, and has not restored it.
    func isDeleted(_ id: EnvelopeID) async throws -> Bool
}

extension EventStore {
    /// Nobody deletes in a store that has no recycle bins.
    public func isDeleted(_ id: EnvelopeID) async throws -> Bool { false }

    /// Appends events of an envelope that no recorded request creates.
    public func append(_ events: [Event], leadingTo state: Envelope) async throws {
        try await append(events, leadingTo: state, requestDigest: nil)
    }
}
