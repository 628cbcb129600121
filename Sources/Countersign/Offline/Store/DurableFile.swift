import Envelopes
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The places at which a process may die while it stores something, in their order.
enum WriteStep: String, CaseIterable, Sendable {
    case create, write, sync, rename, syncFolder, blobRow, eventRows, commit, committed
}

/// Files that are either there in full, on the disk, or not there at all: bytes go to a temporary name in the same
/// folder, are synced and renamed; then the folder is synced, so that the name survives a power cut as well.
struct DurableFile: Sendable {
    /// Asked before each step; tests let it throw, which leaves everything as a killed process would.
    var before: @Sendable (WriteStep) throws -> Void = { _ in }

    /// Writes `data` to `url` with mode 0600, replacing what is there.
    func write(_ data: Data, to url: URL) throws {
        let folder = url.deletingLastPathComponent()
        let temporary = folder.appendingPathComponent(".\(UUID.random().uuidString.lowercased()).tmp")
        try before(.create)
        let descriptor = open(temporary.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw StoreProblem.system(temporary) }
        defer { close(descriptor) }
        do {
            try before(.write)
            try Self.write(data, to: descriptor, at: temporary)
            try before(.sync)
            guard DiskSync.isDone(descriptor) else { throw StoreProblem.system(temporary) }
            try before(.rename)
            guard rename(temporary.path, url.path) == 0 else { throw StoreProblem.system(url) }
        } catch let problem as StoreProblem {
            unlink(temporary.path)
            throw problem
        }
        try before(.syncFolder)
        try Self.syncFolder(folder)
    }

    private static func write(_ data: Data, to descriptor: Int32, at url: URL) throws(StoreProblem) {
        var failure: StoreProblem?
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
    static func syncFolder(_ folder: URL) throws(StoreProblem) {
        let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system(folder) }
        defer { close(descriptor) }
        guard DiskSync.isDone(descriptor) else { throw .system(folder) }
    }

    /// Makes a folder with mode 0700, and its parents; one that is there becomes the owner's alone.
    static func makeFolder(_ folder: URL) throws(StoreProblem) {
        if mkdir(folder.path, 0o700) == 0 { return try syncFolder(folder.deletingLastPathComponent()) }
        switch errno {
        case EEXIST:
            guard chmod(folder.path, 0o700) == 0 else { throw .system(folder) }
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder), isFolder.boolValue
            else { throw .file(path: folder.path, reason: "this is a file, not a folder") }
        case ENOENT where folder.pathComponents.count > 1:
            try makeFolder(folder.deletingLastPathComponent())
            guard mkdir(folder.path, 0o700) == 0 || errno == EEXIST else { throw .system(folder) }
            try syncFolder(folder.deletingLastPathComponent())
        default:
            throw .system(folder)
        }
    }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}

extension StoreProblem {
    /// The system's own sentence about the last failed call on `url`.
    static func system(_ url: URL) -> StoreProblem {
        .file(path: url.path, reason: String(cString: strerror(errno)))
    }
}
