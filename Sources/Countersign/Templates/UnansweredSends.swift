import DocuSignDialect
import Envelopes
import Foundation
import Locks

/// The transactions of sends that brought no envelope to this device, so that the same send again is the same
/// transaction: the envelope of the first may well have been made.
final class UnansweredSends: Sendable {
    /// The most that are remembered; then the oldest are forgotten.
    static let most = 100

    private let sends = Locked<[(request: BlobHash, transaction: EnvelopeID)]>([])

    /// The transaction under which a request failed before. It is the caller's from now on: the same request beside it
    /// means another envelope.
    func take(_ request: BlobHash) -> EnvelopeID? {
        sends.withLock { sends in
            sends.firstIndex { $0.request == request }.map { sends.remove(at: $0).transaction }
        }
    }

    /// Remembers the transaction under which a request failed.
    func keep(_ transaction: EnvelopeID, for request: BlobHash) {
        sends.withLock { sends in
            sends.append((request, transaction))
            if sends.count > Self.most { sends.removeFirst() }
        }
    }
}

extension Wire.EnvelopeDefinition {
    /// What tells one request from another, whatever their transactions.
    func contentHash() throws(CountersignError) -> BlobHash {
        do { return try contentDigest() } catch {
            throw .storage(reason: "the request cannot be written: \(error)")
        }
    }
}
