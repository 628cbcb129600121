import Foundation
import Ledger

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A copy of a data directory at one moment, made while a service runs on it. It is a data directory itself.
///
/// The database is copied first, and then the documents: a document is on the disk before anything names it, so the copy
/// has every document that its database names.
public struct ServiceBackup: Sendable {
    private let directory: DataDirectory
    private let storage: ServiceStorage

    /// - Throws: ``StorageError``, also for a folder whose data is in a PostgreSQL database
    public init(existing folder: URL) throws {
        directory = try DataDirectory(existing: folder)
        storage = try ServiceStorage(directory)
        guard !storage.isShared else {
            throw StorageError.file(
                path: directory.url.path, reason: "its data is in PostgreSQL; use that database's own tools, as pg_dump"
            )
        }
    }

    /// Copies the data directory into a new folder, which gets its name when it is complete.
    ///
    /// - Parameters:
    ///   - linking: whether documents, which never change, are linked where both folders are on one disk
    ///   - progress: called with the number of files copied so far
    /// - Returns: the number of documents and other files
    /// - Throws: ``StorageError``, also if the folder exists
    @discardableResult
    public func write(to folder: URL, linking: Bool = true, progress: (Int) -> Void = { _ in }) throws -> Int {
        let target = folder.standardizedFileURL.absoluteURL
        guard !FileManager.default.fileExists(atPath: target.path) else {
            throw StorageError.file(path: target.path, reason: "it exists already; name a new folder")
        }
        let partial = target.deletingLastPathComponent().appendingPathComponent(
            ".\(target.lastPathComponent).partial", isDirectory: true)
        // What an earlier attempt has left.
        try? FileManager.default.removeItem(at: partial)
        let copy = try DataDirectory(partial)
        guard let database = storage.database as? SQLiteDatabase else { return 0 }
        try database.copy(to: copy.database)
        var count = 0
        for (from, to) in [(directory.authority, copy.authority), (directory.uploads, copy.uploads)] {
            try Self.copyFiles(in: from, to: to, linking: false, &count, progress)
        }
        if FileManager.default.fileExists(atPath: directory.secretKey.path) {
            try Self.copy(directory.secretKey, to: copy.secretKey)
            count += 1
        }
        try Self.copyFiles(in: directory.blobs, to: copy.blobs, linking: linking, &count, progress)
        try StoreFiles.syncFolder(partial)
        guard rename(partial.path, target.path) == 0 else { throw StorageError.system(target) }
        try StoreFiles.syncFolder(target.deletingLastPathComponent())
        return count
    }

    /// Copies every file below a folder. One that goes away meanwhile is left out: nothing names it.
    private static func copyFiles(
        in folder: URL, to target: URL, linking: Bool, _ count: inout Int, _ progress: (Int) -> Void
    ) throws {
        guard FileManager.default.fileExists(atPath: folder.path) else { return }
        try StoreFiles.makeFolder(target)
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        } catch {
            throw StorageError.file(path: folder.path, reason: "it could not be read")
        }
        for name in names where !name.hasSuffix(".tmp") {
            let (from, to) = (folder.appendingPathComponent(name), target.appendingPathComponent(name))
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: from.path, isDirectory: &isFolder) else { continue }
            if isFolder.boolValue {
                try copyFiles(in: from, to: to, linking: linking, &count, progress)
            } else {
                if !linking || link(from.path, to.path) != 0 { try copy(from, to: to) }
                count += 1
                progress(count)
            }
        }
        try StoreFiles.syncFolder(target)
    }

    /// Copies a file durably, with access for its owner only.
    private static func copy(_ from: URL, to: URL) throws {
        guard let data = try? Data(contentsOf: from, options: .alwaysMapped) else {
            guard FileManager.default.fileExists(atPath: from.path) else { return }
            throw StorageError.file(path: from.path, reason: "the file could not be read")
        }
        try StoreFiles.write(data, to: to)
    }

    /// Copies a backup to a new data directory.
    ///
    /// - Returns: the number of files
    /// - Throws: ``StorageError``, also if the data directory exists
    @discardableResult
    public static func restore(from backup: URL, to folder: URL, progress: (Int) -> Void = { _ in }) throws -> Int {
        // Copied, not linked: what harms one of them does not harm the other.
        try ServiceBackup(existing: backup).write(to: folder, linking: false, progress: progress)
    }
}
