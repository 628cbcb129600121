import Envelopes
import Foundation
import Ledger

/// Removes bytes that came to nothing: those of a deleted template, and those of a request that was refused or broken
/// off after it had stored them.
///
/// Which blobs to look at is noted durably before anything can go wrong. What is in use, by whomever, stays.
struct UnusedBlobs: Sendable {
    let ledger: EnvelopeLedger
    let uploads: any UploadStore
    let templates: any TemplateStore
    /// Seconds for which bytes stay in any case: who has stored them may be about to name them.
    let life: TimeInterval
    let now: @Sendable () -> Date

    /// How many of the noted blobs one request looks at.
    private static let most = 100

    /// Stores documents for an envelope or a template that is going to name them.
    func keep(_ documents: [Data]) async throws {
        guard !documents.isEmpty else { return }
        try await sweep()
        try await note(documents.map { BlobHash(of: $0) })
        for document in documents { _ = try await ledger.keep(document) }
    }

    /// Notes blobs that may soon be in use no longer.
    func note(_ hashes: [BlobHash]) async throws {
        try await uploads.noteUnused(hashes, at: now())
    }

    /// Looks at what was noted some time ago, the oldest notes first, and at these blobs, which were noted just now.
    func sweep(_ hashes: [BlobHash] = []) async throws {
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

    /// Whether somebody has a use for a blob, whoever brought it: bytes have one name.
    func isUsed(_ hash: BlobHash) async throws -> Bool {
        if try await ledger.events.isNamed(hash) { return true }
        if try await templates.names(hash) { return true }
        return try await uploads.isFinished(hash)
    }

    /// Removes a blob that is not in use; false for one that somebody has stored at the moment `date` or later.
    private func isSettled(_ hash: BlobHash, before date: Date) async throws -> Bool {
        if try await isUsed(hash) { return true }
        try await ledger.blobs.remove(hash, storedBefore: date)
        return try await !ledger.blobs.contains(hash)
    }
}
