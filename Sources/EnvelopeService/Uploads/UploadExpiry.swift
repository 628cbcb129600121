import Envelopes
import Foundation

/// Drops what was handed over and came to nothing: unfinished uploads, and finished ones that nothing names.
struct UploadExpiry: Sendable {
    let ledger: EnvelopeLedger
    let uploads: any UploadStore
    let unused: UnusedBlobs

    /// - Parameter date: what came, or was stored in any other way, at this moment or later stays.
    func drop(before date: Date) async throws {
        for hash in try await uploads.removeUploads(before: date) {
            if try await unused.isUsed(hash) { continue }
            try await ledger.blobs.remove(hash, storedBefore: date)
        }
        try await unused.sweep()
    }
}
