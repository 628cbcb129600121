import Dispatch
import Envelopes
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Blobs as files: `blobs/ab/abcdef…`, named by the SHA-256 of their bytes, written once, never changed. The time of a file
/// is when its bytes were last stored.
///
/// Several processes may use one folder: whoever stores or removes blobs holds a lock on the folder `ab` meanwhile, so
/// that bytes that are stored again are not removed at the same moment.
public struct FolderBlobStore: BlobStore {
    private let folder: URL
    private let files: DurableFile
    private let now: @Sendable () -> Date
    /// Disk work waits here, so that a slow disk does not hold the threads that answer requests.
    private let queue = DispatchQueue(label: "countersign.blobs", attributes: .concurrent)

    /// Opens the folder, making it when it is not there.
    public init(
        folder: URL, files: DurableFile = DurableFile(), now: @escaping @Sendable () -> Date = { Date() }
    ) throws(StorageError) {
        try DurableFile.makeFolder(folder)
        self.folder = folder
        self.files = files
        self.now = now
    }

    public func store(_ data: Data) async throws -> BlobHash {
        let hash = BlobHash(of: data)
        try await onQueue { try keep(data, named: hash) }
        return hash
    }

    private func keep(_ data: Data, named hash: BlobHash) throws {
        let url = location(of: hash)
        let folder = url.deletingLastPathComponent()
        try DurableFile.makeFolder(folder)
        let lock = try FolderLock(folder, .shared)
        defer { lock.release() }
        if size(of: hash) == data.count {
            try touch(url)
            // The bytes were synced under this name before; the name itself may be younger than the last sync.
            try DurableFile.syncFolder(folder)
        } else {
            try files.write(data, to: url)
            try touch(url)
        }
    }

    public func data(_ hash: BlobHash) async throws -> Data {
        let url = location(of: hash)
        return try await onQueue {
            guard let size = size(of: hash) else { throw StorageError.missingBlob(hash) }
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
        return try await onQueue {
            guard let lock = try? FolderLock(url.deletingLastPathComponent(), .shared) else { return false }
            defer { lock.release() }
            guard size(of: hash) != nil else { return false }
            try touch(url)
            return true
        }
    }

    public func remove(_ hash: BlobHash, storedBefore date: Date) async throws {
        let url = location(of: hash)
        try await onQueue {
            guard let lock = try? FolderLock(url.deletingLastPathComponent(), .exclusive) else { return }
            defer { lock.release() }
            if let stored = Self.stored(url), stored < date { unlink(url.path) }
        }
    }

    public func stored(before date: Date) async throws -> [BlobHash] {
        try await onQueue {
            try files(before: date).compactMap { BlobHash(rawValue: $0.lastPathComponent) }
        }
    }

    /// Removes every blob that is not to be kept, and what a killed process left half written.
    ///
    /// For a transaction that knows which blobs are named, and keeps others from naming more meanwhile.
    ///
    /// - Parameter date: what was written at this moment or later stays.
    package func sweep(before date: Date, keeping kept: Set<BlobHash>) throws {
        for url in try files(before: date) {
            if let hash = BlobHash(rawValue: url.lastPathComponent), kept.contains(hash) { continue }
            guard let lock = try? FolderLock(url.deletingLastPathComponent(), .exclusive) else { continue }
            defer { lock.release() }
            if let stored = Self.stored(url), stored < date { unlink(url.path) }
        }
    }

    public func size(_ hash: BlobHash) async throws -> Int? {
        try await onQueue { size(of: hash) }
    }

    /// The size of a blob in bytes, on the calling thread; nil for one that is not there.
    package func size(of hash: BlobHash) -> Int? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: location(of: hash).path)
        return (attributes?[.size] as? NSNumber)?.intValue
    }

    /// Where a blob is, whether or not it exists.
    public func location(of hash: BlobHash) -> URL {
        folder.appendingPathComponent(String(hash.rawValue.prefix(2)), isDirectory: true)
            .appendingPathComponent(hash.rawValue)
    }

    /// Every file that was written before a moment, under whatever name.
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
            queue.async { continuation.resume(with: Result { try work() }) }
        }
    }
}

/// A lock on a folder, which other processes respect as well: `flock(2)`.
private struct FolderLock {
    enum Kind { case shared, exclusive }

    private let descriptor: Int32

    /// Waits until the lock can be had.
    init(_ folder: URL, _ kind: Kind) throws(StorageError) {
        descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system(folder) }
        while flock(descriptor, kind == .shared ? LOCK_SH : LOCK_EX) != 0 {
            guard errno == EINTR else {
                let problem = StorageError.system(folder)
                close(descriptor)
                throw problem
            }
        }
    }

    func release() { close(descriptor) }
}
