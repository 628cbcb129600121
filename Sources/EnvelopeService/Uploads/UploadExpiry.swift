import Envelopes
import Foundation
import Ledger

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

    /// Removes every blob that nothing names, however it came to be stored: by a request, say, that ended between storing
    /// a signed version and noting it.
    func dropUnnamed(before date: Date) async throws {
        for hash in try await ledger.blobs.stored(before: date) where try await !unused.isUsed(hash) {
            try await ledger.blobs.remove(hash, storedBefore: date)
        }
    }
}
