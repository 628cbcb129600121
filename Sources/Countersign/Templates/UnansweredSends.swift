import DescribedErrors
import DocuSignDialect
import Envelopes
import Essentials
import Foundation

/// The transactions of sends that returned no envelope. Repeating such a send reuses its transaction, because the
/// server may have made the envelope.
final class UnansweredSends: Sendable {
    /// The maximum number of transactions; beyond it, the oldest are forgotten.
    static let most = 100

    private let sends = Locked<[(request: BlobHash, transaction: EnvelopeID)]>([])

    /// Removes and returns the transaction under which a request failed before. The caller owns it: a concurrent
    /// identical request asks for another envelope.
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
    /// A hash that identifies the request regardless of its transaction.
    func contentHash() throws(CountersignError) -> BlobHash {
        do { return try contentDigest() } catch {
            throw .storage(reason: "the request cannot be written: \(error)", underlying: UnderlyingError(error))
        }
    }
}
