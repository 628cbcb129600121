import Essentials
import Foundation

/// The folders and files of a store: those of ``DurableFile``, with the errors of stores.
public enum StoreFiles {
    /// Creates a folder, and its parents. An existing folder is left unchanged.
    public static func makeFolder(_ folder: URL, mode: mode_t = 0o700) throws(StorageError) {
        try storing { () throws(FileProblem) in try DurableFile.makeFolder(folder, mode: mode) }
    }

    /// Writes a file as ``DurableFile`` does.
    public static func write(_ data: Data, to file: URL) throws(StorageError) {
        do {
            try DurableFile().write(data, to: file)
        } catch let problem as FileProblem {
            throw StorageError(problem)
        } catch {
            throw .file(path: file.path, reason: "\(error)")
        }
    }

    /// Waits until the names in a folder are on the disk.
    public static func syncFolder(_ folder: URL) throws(StorageError) {
        try storing { () throws(FileProblem) in try DurableFile.syncFolder(folder) }
    }

    /// Returns a lock that is held until it is released.
    public static func lock(
        _ url: URL, _ kind: AdvisoryLock.Kind, isFolder: Bool = false
    ) throws(StorageError) -> AdvisoryLock {
        try storing { () throws(FileProblem) in
            let lock = try AdvisoryLock(url, isFolder: isFolder)
            try lock.take(kind)
            return lock
        }
    }

    private static func storing<Value>(_ work: () throws(FileProblem) -> Value) throws(StorageError) -> Value {
        do {
            return try work()
        } catch {
            throw StorageError(error)
        }
    }
}
