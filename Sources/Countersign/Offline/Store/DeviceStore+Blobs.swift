import Envelopes
import Foundation
import Ledger

/// Files named by the SHA-256 of their bytes: `blobs/ab/abcdef…`, written once, never changed.
extension DeviceStore {
    /// Seconds for which a blob stays that no event names yet.
    private static let grace: TimeInterval = 3600

    /// Keeps bytes that an event is going to name, durably.
    public func store(_ data: Data) async throws(CountersignError) -> BlobHash {
        let hash = BlobHash(of: data)
        let url = location(of: hash)
        let touched = now()
        try await onBlobs { [files, database, life] in
            if Self.size(of: url) == data.count {
                // The bytes were synced under this name before; the name may be younger than the last sync.
                try DurableFile.syncFolder(url.deletingLastPathComponent())
            } else {
                try DurableFile.makeFolder(url.deletingLastPathComponent())
                try files.write(data, to: url)
                // A log-out looks for what is left after the session's end; it may have looked before this was there.
                if life?.isOver == true {
                    try? FileManager.default.removeItem(at: url)
                    throw CountersignError.sessionEnded
                }
            }
            try files.before(.blobRow)
            try database.writeWaiting { connection in
                // Another instance may have logged the user out and swept the file away before it had its row.
                if Self.size(of: url) != data.count { try files.write(data, to: url) }
                try connection.run(
                    """
                    INSERT INTO blob (hash, size, touchedAt) VALUES (?, ?, ?)
                    ON CONFLICT (hash) DO UPDATE SET touchedAt = excluded.touchedAt
                    """, [hash.rawValue, data.count, touched])
            }
        }
        return hash
    }

    /// - Throws: ``CountersignError/store(_:)`` with ``StoreProblem/missingBlob(_:)`` or
    ///   ``StoreProblem/damagedBlob(_:)``.
    public func blob(_ hash: BlobHash) async throws(CountersignError) -> Data {
        let url = location(of: hash)
        try life?.check()
        do {
            return try await Task.detached {
                guard let data = try? Data(contentsOf: url) else { throw StoreProblem.missingBlob(hash) }
                guard BlobHash(of: data) == hash else { throw StoreProblem.damagedBlob(hash) }
                return data
            }.value
        } catch {
            throw CountersignError(storing: error)
        }
    }

    /// The size of a stored blob in bytes; nil when there is none.
    public func blobSize(_ hash: BlobHash) async throws(CountersignError) -> Int? {
        try await read { try $0.value("SELECT size FROM blob WHERE hash = ?", [hash.rawValue], as: Int.self) }
    }

    /// Counts a blob as stored now; false for one that is not there.
    func renewBlob(_ hash: BlobHash) async throws(CountersignError) -> Bool {
        let moment = now()
        return try await write {
            try $0.run("UPDATE blob SET touchedAt = ? WHERE hash = ?", [moment, hash.rawValue]) > 0
        }
    }

    /// The blobs that nobody has stored at this moment or later.
    func blobs(storedBefore date: Date) async throws(CountersignError) -> [BlobHash] {
        try await read { try $0.values("SELECT hash FROM blob WHERE touchedAt < ?", [date], as: String.self) }
            .compactMap(BlobHash.init(rawValue:))
    }

    /// Removes a blob that nothing names and nobody has stored at this moment or later.
    func removeBlob(_ hash: BlobHash, storedBefore date: Date) async throws(CountersignError) {
        try await onBlobs { [database] in
            try database.writeWaiting { connection in
                let removed = try connection.run(
                    "DELETE FROM blob WHERE hash = ? AND touchedAt < ? AND \(Self.isUnnamed)", [hash.rawValue, date])
                if removed > 0 { try? FileManager.default.removeItem(at: location(of: hash)) }
            }
        }
    }

    /// The condition for a blob that no envelope and no template names.
    private static let isUnnamed = """
        NOT EXISTS (SELECT 1 FROM envelopeBlob WHERE envelopeBlob.hash = blob.hash)
        AND NOT EXISTS (SELECT 1 FROM templateDocument WHERE templateDocument.hash = blob.hash)
        """

    /// Every blob that an envelope's history names, with its size in bytes.
    public func blobs(of id: EnvelopeID) async throws(CountersignError) -> [BlobHash: Int] {
        try await read { connection in
            let rows = try connection.rows(
                "SELECT hash, size FROM blob JOIN envelopeBlob USING (hash) WHERE envelopeID = ?", [id.rawValue])
            var blobs: [BlobHash: Int] = [:]
            for row in rows { if let hash = BlobHash(rawValue: try row["hash"]) { blobs[hash] = try row["size"] } }
            return blobs
        }
    }

    /// Removes what no envelope and no template names any more, and what a killed process left behind.
    public func sweep() async throws(CountersignError) {
        try await sweep(before: now().addingTimeInterval(-Self.grace))
    }

    /// Removes it, as far as it was written before a moment: later bytes may be about to be named.
    func sweep(before limit: Date) async throws(CountersignError) {
        let root = folder.appendingPathComponent("blobs", isDirectory: true)
        try await onBlobs { [database] in
            // The files go in the same transaction: whoever gives a file its row waits, and then sees that it is gone.
            try database.writeWaiting { connection in
                let unnamed = try connection.values(
                    "DELETE FROM blob WHERE touchedAt < ? AND \(Self.isUnnamed) RETURNING hash", [limit],
                    as: String.self)
                for hash in unnamed.compactMap(BlobHash.init(rawValue:)) {
                    try? FileManager.default.removeItem(at: location(of: hash))
                }
                let kept = Set(try connection.values("SELECT hash FROM blob", as: String.self))
                try Self.removeFiles(in: root, before: limit, keeping: kept)
            }
        }
    }

    private static func removeFiles(in root: URL, before limit: Date, keeping kept: Set<String>) throws {
        for folder in try FileManager.default.contentsOfDirectory(at: root, includingPropertiesForKeys: nil) {
            for file in try FileManager.default.contentsOfDirectory(
                at: folder, includingPropertiesForKeys: [.contentModificationDateKey])
            where !kept.contains(file.lastPathComponent) {
                let changed = try? file.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
                if let changed, changed < limit { try? FileManager.default.removeItem(at: file) }
            }
        }
    }

    /// Where a blob is, whether or not it exists.
    func location(of hash: BlobHash) -> URL {
        folder.appendingPathComponent("blobs", isDirectory: true)
            .appendingPathComponent(String(hash.rawValue.prefix(2)), isDirectory: true)
            .appendingPathComponent(hash.rawValue)
    }

    private static func size(of url: URL) -> Int? {
        ((try? FileManager.default.attributesOfItem(atPath: url.path))?[.size] as? NSNumber)?.intValue
    }
}
