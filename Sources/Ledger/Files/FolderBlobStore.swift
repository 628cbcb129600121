import Dispatch
import Envelopes
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Blobs as files: `blobs/ab/abcdef…`, named by hash, written once, never changed; one
/// that nobody came to use may be removed.
public struct FolderBlobStore: BlobStore {
    private let folder: URL
    private let files: DurableFile
    /// Disk work waits here, so that a slow disk does not hold the threads that answer requests.
    private let queue = DispatchQueue(label: "countersign.blobs", attributes: .concurrent)

    /// Opens the folder, making it when it is not there.
    public init(folder: URL, files: DurableFile = DurableFile()) throws(StorageError) {
        try DurableFile.makeFolder(folder)
        self.folder = folder
        self.files = files
    }

    public func store(_ data: Data) async throws -> BlobHash {
        let hash = BlobHash(of: data)
        let url = location(of: hash)
        try await onQueue { [files] in
            if let size = Self.size(of: url), size == data.count {
                // Stored now, as far as ``remove(_:storedBefore:)`` is concerned.
                utimensat(AT_FDCWD, url.path, nil, 0)
                // The bytes were synced under this name before; the name itself may be younger than the last sync.
                try DurableFile.syncFolder(url.deletingLastPathComponent())
                return
            }
            try DurableFile.makeFolder(url.deletingLastPathComponent())
            try files.write(data, to: url)
        }
        return hash
    }

    public func data(_ hash: BlobHash) async throws -> Data {
        let url = location(of: hash)
        return try await onQueue {
            guard let size = Self.size(of: url) else { throw StorageError.missingBlob(hash) }
            let data: Data
            do {
                // Mapped, so that a large blob takes no memory of its own: such a file is never changed.
                data = try Data(contentsOf: url, options: size > 0 ? .alwaysMapped : [])
            } catch {
                throw StorageError.file(path: url.path, reason: "the file could not be read")
            }
            guard BlobHash(of: data) == hash else { throw StorageError.damagedBlob(hash) }
            return data
        }
    }

    public func renew(_ hash: BlobHash) async throws -> Bool {
        let url = location(of: hash)
        return try await onQueue { utimensat(AT_FDCWD, url.path, nil, 0) == 0 }
    }

    /// Nothing else happens to blobs meanwhile: bytes that somebody stores again are either seen here, or written anew.
    public func remove(_ hash: BlobHash, storedBefore date: Date) async throws {
        let url = location(of: hash)
        try await onQueue(.barrier) {
            let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
            guard let stored = attributes?[.modificationDate] as? Date, stored < date else { return }
            unlink(url.path)
        }
    }

    public func stored(before date: Date) async throws -> [BlobHash] {
        try await onQueue { [folder] in
            let keys: Set<URLResourceKey> = [.contentModificationDateKey, .isRegularFileKey]
            let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: Array(keys))
            var found: [BlobHash] = []
            while let url = files?.nextObject() as? URL {
                guard let values = try? url.resourceValues(forKeys: keys), values.isRegularFile == true,
                    let stored = values.contentModificationDate, stored < date,
                    let hash = BlobHash(rawValue: url.lastPathComponent)
                else { continue }
                found.append(hash)
            }
            return found
        }
    }

    public func size(_ hash: BlobHash) async throws -> Int? {
        let url = location(of: hash)
        return try await onQueue { Self.size(of: url) }
    }

    /// Where a blob is, whether or not it exists.
    public func location(of hash: BlobHash) -> URL {
        folder.appendingPathComponent(String(hash.rawValue.prefix(2)), isDirectory: true)
            .appendingPathComponent(hash.rawValue)
    }

    private static func size(of url: URL) -> Int? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
        return (attributes?[.size] as? NSNumber)?.intValue
    }

    private func onQueue<Value: Sendable>(
        _ flags: DispatchWorkItemFlags = [], _ work: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async(flags: flags) { continuation.resume(with: Result { try work() }) }
        }
    }
}
