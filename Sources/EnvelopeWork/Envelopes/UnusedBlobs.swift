import Envelopes
import Foundation
import Ledger

/// Removes orphaned blobs: those of a deleted template, and those of a request that failed after it had stored them.
///
/// Candidates are recorded durably before anything can fail. Blobs in use by anybody are kept.
package struct UnusedBlobs: Sendable {
    package let ledger: EnvelopeLedger
    let uploads: SQLUploadStore
    let templates: SQLTemplateStore
    let composing: SQLComposingStore
    /// The minimum retention in seconds: the request that stored a blob may be about to name it.
    let life: TimeInterval
    package let now: @Sendable () -> Date

    /// The maximum number of recorded blobs to check in one request.
    private static let most = 100

    /// Stores documents for an envelope or a template that is going to name them.
    package func keep(_ documents: [Blob]) async throws {
        guard !documents.isEmpty else { return }
        try await sweep()
        try await note(documents.map(\.hash))
        for document in documents { try await ledger.keep(document) }
    }

    /// Records blobs that may soon be orphaned.
    package func note(_ hashes: [BlobHash]) async throws {
        try await uploads.noteUnused(hashes, at: now())
    }

    /// Checks the expired records, oldest first, and the given blobs, which were recorded just now.
    package func sweep(_ hashes: [BlobHash] = []) async throws {
        let start = now()
        let date = start.addingTimeInterval(-life)
        let noted = try await uploads.unused(notedBefore: date, count: Self.most)
        var waiting: [BlobHash] = []
        var settled: [BlobHash] = []
        for hash in Set(noted + hashes) {
            if try await isSettled(hash, before: date) { settled.append(hash) } else { waiting.append(hash) }
        }
        try await uploads.forgetUnused(settled, notedUntil: start)
        try await uploads.noteUnused(waiting, at: start)
    }

    /// Whether anybody uses a blob, whoever uploaded it: equal bytes are one blob.
    package func isUsed(_ hash: BlobHash) async throws -> Bool {
        if try await ledger.events.isNamed(hash) { return true }
        if try await templates.names(hash) { return true }
        if try await composing.names(hash) { return true }
        return try await uploads.isFinished(hash)
    }

    /// Removes a blob that is not in use. Returns `false` if it was stored at `date` or later, and so has to wait.
    private func isSettled(_ hash: BlobHash, before date: Date) async throws -> Bool {
        if try await isUsed(hash) { return true }
        try await ledger.blobs.remove(hash, storedBefore: date)
        return try await !ledger.blobs.contains(hash)
    }
}
