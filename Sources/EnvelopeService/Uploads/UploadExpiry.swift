import Envelopes
import Foundation

/// Drops what was handed over and came to nothing: unfinished uploads, and finished ones that nothing names.
struct UploadExpiry: Sendable {
    let ledger: EnvelopeLedger
    let uploads: any UploadStore
    let templates: any TemplateStore

    /// - Parameter date: what came, or was stored in any other way, at this moment or later stays.
    func drop(before date: Date) async throws {
        for hash in try await uploads.removeUploads(before: date) {
            // Bytes have one name, whoever brought them; they stay as long as anybody has a use for them.
            if try await ledger.events.isNamed(hash) { continue }
            if try await templates.names(hash) { continue }
            if try await uploads.isFinished(hash) { continue }
            try await ledger.blobs.remove(hash, storedBefore: date)
        }
    }
}
