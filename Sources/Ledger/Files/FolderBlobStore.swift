import Dispatch
import Envelopes
import Essentials
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Blobs as files: `blobs/ab/abcdef…`, named by the SHA-256 of their bytes, written once, never changed. A file's
/// modification time is the time when its bytes were last stored.
///
/// Several processes may share one folder. Each locks the folder `ab` while it stores or removes blobs, so that bytes
/// being stored again are not removed at the same time.
public struct FolderBlobStore: BlobStore {
    private let folder: URL
    private let files: DurableFile
    private let now: @Sendable () -> Date
    /// Runs disk work, so that a slow disk does not block the threads that answer requests.
    private let queue = DispatchQueue(label: "countersign.blobs", attributes: .concurrent)

    /// Opens the folder and creates it if it does not exist.
    public init(
        folder: URL, files: DurableFile = DurableFile(), now: @escaping @Sendable () -> Date = { Date() }
    ) throws(StorageError) {
        try StoreFiles.makeFolder(folder)
        self.folder = folder
        self.files = files
        self.now = now
    }

    /// Writes the bytes once; for bytes that are stored already, only the time changes.
    public func store(_ blob: Blob) async throws {
        try await onQueue { try keep(blob) }
    }

    private func keep(_ blob: Blob) throws {
        let url = location(of: blob.hash)
        let folder = url.deletingLastPathComponent()
        try StoreFiles.makeFolder(folder)
        let lock = try StoreFiles.lock(folder, .shared, isFolder: true)
        defer { lock.release() }
        if size(of: blob.hash) == blob.bytes.count {
            try touch(url)
            // The bytes were synced under this name before, but the name itself may not have been.
            try StoreFiles.syncFolder(folder)
        } else {
            try files.write(blob.bytes, to: url)
            try touch(url)
        }
    }

    /// Maps the file into memory, and checks its bytes against the hash each time.
    public func data(_ hash: BlobHash) async throws -> Data {
        let url = location(of: hash)
        return try await onQueue {
            guard let size = size(of: hash) else { throw StorageError.missingBlob(hash) }
            let data: Data
            do {
                // Memory-mapped, so that a large blob takes no memory of its own; the file never changes.
                data = try Data(contentsOf: url, options: size > 0 ? .alwaysMapped : [])
            } catch {
                throw StorageError.file(path: url.path, reason: "the file could not be read")
            }
            guard BlobHash(of: data) == hash else { throw StorageError.damagedBlob(hash) }
            return data
        }
    }

    /// Sets the file's modification time.
    public func renew(_ hash: BlobHash) async throws -> Bool {
        let url = location(of: hash)
        return try await onQueue {
            guard let lock = Self.lock(url, .shared) else { return false }
            defer { lock.release() }
            guard size(of: hash) != nil else { return false }
            try touch(url)
            return true
        }
    }

    /// Waits for others who store or remove blobs in the same subfolder.
    public func remove(_ hash: BlobHash, storedBefore date: Date) async throws {
        let url = location(of: hash)
        try await onQueue {
            guard let lock = Self.lock(url, .exclusive) else { return }
            defer { lock.release() }
            if let stored = Self.stored(url), stored < date { unlink(url.path) }
        }
    }

    /// Looks at every file; files whose names are no hashes are left out.
    public func stored(before date: Date) async throws -> [BlobHash] {
        try await onQueue {
            try files(before: date).compactMap { BlobHash(rawValue: $0.lastPathComponent) }
        }
    }

    /// Removes every blob outside `kept`, and temporary files left by killed processes.
    ///
    /// The caller runs this in a transaction, which knows the named blobs and keeps others from naming more meanwhile.
    ///
    /// - Parameter date: files written at this time or later stay
    package func sweep(before date: Date, keeping kept: Set<BlobHash>) throws {
        for url in try files(before: date) {
            if let hash = BlobHash(rawValue: url.lastPathComponent), kept.contains(hash) { continue }
            guard let lock = Self.lock(url, .exclusive) else { continue }
            defer { lock.release() }
            if let stored = Self.stored(url), stored < date { unlink(url.path) }
        }
    }

    /// Locks the folder of a blob; `nil` if there is none.
    private static func lock(_ url: URL, _ kind: AdvisoryLock.Kind) -> AdvisoryLock? {
        try? StoreFiles.lock(url.deletingLastPathComponent(), kind, isFolder: true)
    }

    /// Reads the size of the file, not its bytes.
    public func size(_ hash: BlobHash) async throws -> Int? {
        size(of: hash)
    }

    /// Returns the size of a blob in bytes, on the calling thread; `nil` if it is not stored.
    package func size(of hash: BlobHash) -> Int? {
        var status = stat()
        return stat(location(of: hash).path, &status) == 0 ? Int(status.st_size) : nil
    }

    /// Returns the location of a blob, whether or not it exists.
    public func location(of hash: BlobHash) -> URL {
        folder.appendingPathComponent(String(hash.rawValue.prefix(2)), isDirectory: true)
            .appendingPathComponent(hash.rawValue, isDirectory: false)
    }

    /// Returns every file written before a time, whatever its name.
    private func files(before date: Date) throws -> [URL] {
        let walker = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [.isRegularFileKey])
        var found: [URL] = []
        while let url = walker?.nextObject() as? URL {
            guard (try? url.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true,
                let stored = Self.stored(url), stored < date
            else { continue }
            found.append(url)
        }
        return found
    }

    private static func stored(_ url: URL) -> Date? {
        (try? FileManager.default.attributesOfItem(atPath: url.path))?[.modificationDate] as? Date
    }

    private func touch(_ url: URL) throws {
        let moment = now().timeIntervalSince1970
        let time = timespec(tv_sec: Int(moment.rounded(.down)), tv_nsec: Int((moment - moment.rounded(.down)) * 1e9))
        guard utimensat(AT_FDCWD, url.path, [time, time], 0) == 0 else { throw StorageError.system(url) }
    }

    private func onQueue<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async {
                do {
                    continuation.resume(returning: try work())
                } catch let problem as FileProblem {
                    continuation.resume(throwing: StorageError(problem))
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        }
    }
}
