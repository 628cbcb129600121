import Envelopes
import Foundation
import Ledger

/// The bytes of documents and adopted signatures, in files named by their hashes.
extension DeviceStore {
    /// Minimum retention of blobs that no event refers to yet, in seconds.
    private static let grace: TimeInterval = 3600

    /// Stores bytes durably, before an event refers to them.
    package func store(_ data: Data) async throws(CountersignError) -> BlobHash {
        let blob = Blob(data)
        try await store(blob)
        return blob.hash
    }

    /// Stores a blob durably, before an event refers to it.
    package func store(_ blob: Blob) async throws(CountersignError) {
        do {
            try life?.check()
            try await blobs.store(blob)
            if life?.hasEnded == true {
                // The log-out may have swept before this blob was written.
                try await outlivingSession.sweep(before: .distantFuture)
                throw CountersignError.sessionEnded
            }
        } catch {
            throw CountersignError(storing: error)
        }
    }

    /// - Throws: ``CountersignError/store(_:)`` with ``StoreProblem/missingBlob(_:)`` or
    ///   ``StoreProblem/damagedBlob(_:)``
    package func blob(_ hash: BlobHash) async throws(CountersignError) -> Data {
        do {
            try life?.check()
            return try await blobs.data(hash)
        } catch {
            throw CountersignError(storing: error)
        }
    }

    /// Returns the size of a stored blob in bytes; `nil` if there is none.
    package func blobSize(_ hash: BlobHash) async throws(CountersignError) -> Int? {
        do {
            try life?.check()
            return try await blobs.size(hash)
        } catch {
            throw CountersignError(storing: error)
        }
    }

    /// Returns every blob that an envelope's history refers to, with its size in bytes.
    package func blobs(of id: EnvelopeID) async throws(CountersignError) -> [BlobHash: Int] {
        try await read { connection in
            let rows = try connection.rows("SELECT hash, size FROM envelopeBlob WHERE envelopeID = ?", [id.rawValue])
            var blobs: [BlobHash: Int] = [:]
            for row in rows { if let hash = BlobHash(rawValue: try row["hash"]) { blobs[hash] = try row["size"] } }
            return blobs
        }
    }

    /// Removes blobs that no envelope and no template refers to, and files left by a killed process.
    package func sweep() async throws(CountersignError) {
        try await sweep(before: now().addingTimeInterval(-Self.grace))
    }

    /// Removes orphaned blobs stored before a time; newer ones may be about to be referenced.
    func sweep(before limit: Date) async throws(CountersignError) {
        // In a transaction: anybody who is about to reference a blob waits, and then sees that it is gone.
        try await write { [blobs] connection in
            let named = try connection.values(
                "SELECT hash FROM envelopeBlob UNION SELECT hash FROM templateDocument", as: String.self)
            try blobs.sweep(before: limit, keeping: Set(named.compactMap(BlobHash.init(rawValue:))))
        }
    }

    /// Returns the size of a blob that a transaction is about to reference.
    ///
    /// - Throws: ``StoreProblem/missingBlob(_:)``
    func sizeOfNamed(_ hash: BlobHash) throws(StoreProblem) -> Int {
        guard let size = blobs.size(of: hash) else { throw .missingBlob(hash) }
        return size
    }
}
