import Envelopes
import Essentials

/// The blobs that a server has confirmed during a pass. Envelopes can share blobs, such as a document or a consent
/// text; each is uploaded once.
final class UploadedBlobs: Sendable {
    private let hashes = Locked<Set<BlobHash>>([])

    func contains(_ hash: BlobHash) -> Bool { hashes.withLock { $0.contains(hash) } }

    func insert(_ hash: BlobHash) { hashes.withLock { _ = $0.insert(hash) } }

    func forget() { hashes.withLock { $0.removeAll() } }
}
