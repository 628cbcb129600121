import Envelopes
import Foundation

/// One attempt to upload one envelope.
struct EnvelopeSync: Sendable {
    let store: any SyncStore
    let server: any SyncServer
    /// The blobs that the server already has.
    var uploaded = UploadedBlobs()

    /// How many blobs of one envelope are uploaded in parallel.
    private static let width = 4

    /// Makes one attempt.
    ///
    /// - Returns: the server's confirmation, for the store to record
    /// - Throws: ``SyncFailure``, the store's errors, and `CancellationError`
    func attempt(_ envelope: PendingEnvelope) async throws -> (receipt: SyncReceipt, through: Int) {
        // Recorded first: nothing is added to the envelope after this, so that what is read is what is sent and
        // confirmed.
        try await store.note(.sending, of: envelope.id)
        let history = try await store.history(of: envelope.id)
        let last = history.envelope.lastSequence
        var known = envelope.confirmedSequence
        // Before anything is sent a second time, ask the server about the first time.
        if envelope.mayHaveArrived {
            switch try await server.state(of: envelope, history) {
            case .complete(let receipt):
                try check(receipt, against: history)
                return (receipt, last)
            case .beginning(let sequence): known = sequence
            case .other(let conflict): throw SyncFailure.conflict(conflict)
            case nil: try await store.note(.absent, of: envelope.id)
            }
        }
        try Task.checkCancellation()
        if server.takesBlobs {
            try await upload(Self.blobs(of: history, after: known).filter { !uploaded.contains($0) })
        }
        let receipt: SyncReceipt
        do {
            receipt = try await server.commit(history, of: envelope, from: store)
        } catch let failure as SyncFailure where failure.isBlobMissing {
            // The blob was there before, so others remembered as uploaded may be gone too.
            uploaded.forget()
            throw failure
        } catch SyncFailure.conflict(var conflict) where conflict.reason != .refused && conflict.serverHistory == nil {
            // The server's history is evidence too.
            if case .other(let found)? = try? await server.state(of: envelope, history) {
                conflict.serverHistory = found.serverHistory
            }
            throw SyncFailure.conflict(conflict)
        }
        try check(receipt, against: history)
        return (receipt, last)
    }

    private func upload(_ hashes: [BlobHash]) async throws {
        try await withThrowingTaskGroup(of: BlobHash.self) { group in
            var waiting = hashes.makeIterator()
            func send(_ hash: BlobHash) async throws -> BlobHash {
                try await server.upload(hash, from: store)
                return hash
            }
            for _ in 0..<Self.width {
                if let hash = waiting.next() { group.addTask { try await send(hash) } }
            }
            for try await hash in group {
                uploaded.insert(hash)
                if let next = waiting.next() { group.addTask { try await send(next) } }
            }
        }
    }

    /// Returns the blobs that events after a number refer to, each once, in the order of the events.
    static func blobs(of history: History, after sequence: Int) -> [BlobHash] {
        var seen: Set<BlobHash> = []
        return history.events.filter { $0.sequence > sequence }.flatMap(\.body.blobs).filter {
            seen.insert($0).inserted
        }
    }

    /// Checks that a receipt proves that the server has what was sent. A receipt for less is not a confirmation.
    private func check(_ receipt: SyncReceipt, against history: History) throws {
        guard server.keepsHistories else { return }
        let ours = history.envelope
        guard receipt.lastSequence >= ours.lastSequence, receipt.confirmedHash == ours.lastHash.rawValue else {
            throw SyncFailure.unreachable(reason: "the server confirmed another history than the one sent")
        }
        for document in ours.documents where receipt.documents[document.id.rawValue] == nil {
            throw SyncFailure.unreachable(reason: "the server did not confirm document \(document.id)")
        }
        guard !ours.isReadyToSeal || receipt.status == EnvelopeStatus.completed.rawValue else {
            throw SyncFailure.busy(message: "The server has the envelope and has not sealed it yet.", after: nil)
        }
    }
}
