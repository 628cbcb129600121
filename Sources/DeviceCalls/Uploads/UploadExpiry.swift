import EnvelopeWork
import Envelopes
import Foundation
import Ledger

/// Removes expired uploads: unfinished ones, and finished ones that nothing names.
struct UploadExpiry: Sendable {
    let ledger: EnvelopeLedger
    let uploads: SQLUploadStore
    let unused: UnusedBlobs

    /// - Parameter date: uploads and blobs stored at this time or later are kept
    func drop(before date: Date) async throws {
        for hash in try await uploads.removeUploads(before: date) {
            if try await unused.isUsed(hash) { continue }
            try await ledger.blobs.remove(hash, storedBefore: date)
        }
        try await unused.sweep()
    }

    /// Removes every orphaned blob, however it was stored: for example, by a request that ended between storing a
    /// signed version and recording it.
    func dropUnnamed(before date: Date) async throws {
        for hash in try await ledger.blobs.stored(before: date) where try await !unused.isUsed(hash) {
            try await ledger.blobs.remove(hash, storedBefore: date)
        }
    }
}
