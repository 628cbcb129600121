import Envelopes
import Foundation
import Ledger

/// The bytes of documents and adopted signatures, in files that are named by their hashes.
extension DeviceStore {
    /// Seconds for which a blob stays that no event names yet.
    private static let grace: TimeInterval = 3600

    /// Keeps bytes that an event is going to name, durably.
    package func store(_ data: Data) async throws(CountersignError) -> BlobHash {
        do {
            try life?.check()
            let hash = try await blobs.store(data)
            if life?.isOver == true {
                // The log-out may have looked for what is left before this was there.
                try await outlivingSession.sweep(before: .distantFuture)
                throw CountersignError.sessionEnded
            }
            return hash
        } catch {
            throw CountersignError(storing: error)
        }
    }

    /// - Throws: ``CountersignError/store(_:)`` with ``StoreProblem/missingBlob(_:)`` or
    ///   ``StoreProblem/damagedBlob(_:)``.
    package func blob(_ hash: BlobHash) async throws(CountersignError) -> Data {
        do {
            try life?.check()
            return try await blobs.data(hash)
        } catch {
            throw CountersignError(storing: error)
        }
    }

    /// The size of a stored blob in bytes; nil when there is none.
    package func blobSize(_ hash: BlobHash) async throws(CountersignError) -> Int? {
        do {
            try life?.check()
            return try await blobs.size(hash)
        } catch {
            throw CountersignError(storing: error)
        }
    }

    /// Every blob that an envelope's history names, with its size in bytes.
    package func blobs(of id: EnvelopeID) async throws(CountersignError) -> [BlobHash: Int] {
        try await read { connection in
            let rows = try connection.rows("SELECT hash, size FROM envelopeBlob WHERE envelopeID = ?", [id.rawValue])
            var blobs: [BlobHash: Int] = [:]
            for row in rows { if let hash = BlobHash(rawValue: try row["hash"]) { blobs[hash] = try row["size"] } }
            return blobs
        }
    }

    /// Removes what no envelope and no template names any more, and what a killed process left behind.
    package func sweep() async throws(CountersignError) {
        try await sweep(before: now().addingTimeInterval(-Self.grace))
    }

    /// Removes it, as far as it was stored before a moment: later bytes may be about to be named.
    func sweep(before limit: Date) async throws(CountersignError) {
        // In a transaction: whoever names a blob waits, and then sees that it is gone.
        try await write { [blobs] connection in
            let named = try connection.values(
                "SELECT hash FROM envelopeBlob UNION SELECT hash FROM templateDocument", as: String.self)
            try blobs.sweep(before: limit, keeping: Set(named.compactMap(BlobHash.init(rawValue:))))
        }
    }

    /// The size of a blob that is about to be named in a transaction.
    ///
    /// - Throws: ``StoreProblem/missingBlob(_:)``.
    func sizeOfNamed(_ hash: BlobHash) throws(StoreProblem) -> Int {
        guard let size = blobs.size(of: hash) else { throw .missingBlob(hash) }
        return size
    }
}
