import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The steps before which a process may die while it stores something, in order.
public enum WriteStep: String, CaseIterable, Sendable {
    case create, write, sync, rename, syncFolder, eventRows, commit, committed
}

/// Writes files atomically and durably: a file is on the disk in full, or not at all.
///
/// The bytes go to a temporary file in the same folder, are synced, and get their final name by `rename(2)`. Then the
/// folder is synced, so that the name survives a power cut as well as the bytes do.
public struct DurableFile: Sendable {
    /// Called before each step. Tests throw from it, which leaves the files as a killed process would.
    public var before: @Sendable (WriteStep) throws -> Void

    /// Only tests pass `before`.
    public init(before: @escaping @Sendable (WriteStep) throws -> Void = { _ in }) {
        self.before = before
    }

    /// Writes `data` to `url`, replacing an existing file.
    ///
    /// - Parameter mode: the permission bits of the new file, less those of the umask
    /// - Throws: ``FileProblem`` and the errors of ``before``
    public func write(_ data: Data, to url: URL, mode: mode_t = 0o600) throws {
        let folder = url.deletingLastPathComponent()
        let temporary = folder.appendingPathComponent(
            ".\(UUID.random().uuidString.lowercased()).tmp", isDirectory: false)
        try before(.create)
        let descriptor = open(temporary.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw FileProblem.system(temporary) }
        defer { close(descriptor) }
        do {
            try before(.write)
            try Self.write(data, to: descriptor, at: temporary)
            try before(.sync)
            guard DiskSync.isDone(descriptor) else { throw FileProblem.system(temporary) }
            try before(.rename)
            guard rename(temporary.path, url.path) == 0 else { throw FileProblem.system(url) }
        } catch let problem as FileProblem {
            unlink(temporary.path)
            throw problem
        }
        try before(.syncFolder)
        try Self.syncFolder(folder)
    }

    private static func write(_ data: Data, to descriptor: Int32, at url: URL) throws(FileProblem) {
        var failure: FileProblem?
        data.withUnsafeBytes { bytes in
            var written = 0
            while written < bytes.count, let base = bytes.baseAddress {
                let count = systemWrite(descriptor, base + written, bytes.count - written)
                if count < 0 {
                    if errno == EINTR { continue }
                    failure = .system(url)
                    return
                }
                written += count
            }
        }
        if let failure { throw failure }
    }

    /// Waits until the names in a folder are on the disk.
    public static func syncFolder(_ folder: URL) throws(FileProblem) {
        let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system(folder) }
        defer { close(descriptor) }
        guard DiskSync.isDone(descriptor) else { throw .system(folder) }
    }

    /// Creates a folder with the given permission bits, and its parents. An existing folder is left unchanged.
    public static func makeFolder(_ folder: URL, mode: mode_t = 0o700) throws(FileProblem) {
        if mkdir(folder.path, mode) == 0 { return try syncFolder(folder.deletingLastPathComponent()) }
        switch errno {
        case EEXIST:
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder), isFolder.boolValue
            else { throw .failed(path: folder.path, reason: "this is a file, not a folder") }
        case ENOENT where folder.pathComponents.count > 1:
            try makeFolder(folder.deletingLastPathComponent(), mode: 0o755)
            guard mkdir(folder.path, mode) == 0 || errno == EEXIST else { throw .system(folder) }
            try syncFolder(folder.deletingLastPathComponent())
        default:
            throw .system(folder)
        }
    }

    /// Creates a folder that only its owner may open, or restricts an existing one.
    public static func makePrivateFolder(_ folder: URL) throws(FileProblem) {
        try makeFolder(folder)
        guard chmod(folder.path, 0o700) == 0 else { throw .system(folder) }
    }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
