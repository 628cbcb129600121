import DescribedErrors
import Essentials
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Files that only this user can read and that are written atomically.
package enum PrivateFile {
    /// Writes bytes to a temporary file in the same folder, syncs it, and renames it with `rename(2)`. Then the folder
    /// is synced.
    package static func write(_ data: Data, to url: URL) throws(ClientError) {
        let folder = url.deletingLastPathComponent()
        let temporary = folder.appending(path: ".\(UUID().uuidString.lowercased()).tmp")
        do throws(ClientError) {
            try writeSynced(data, to: temporary)
            guard rename(temporary.path, url.path) == 0 else { throw failure(url) }
        } catch {
            unlink(temporary.path)
            throw error
        }
        try syncFolder(folder)
    }

    /// Returns the bytes of a file; `nil` if there is none.
    ///
    /// - Throws: ``ClientError/credentials(reason:underlying:)`` for a link, for a file that others can read or own, and for
    ///   more than `limit` bytes
    package static func read(_ url: URL, limit: Int) throws(ClientError) -> Data? {
        let descriptor = open(url.path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw failure(url)
        }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure(url) }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
            throw .credentials(reason: "\(url.path) is not a file that only its owner can read")
        }
        guard status.st_size <= limit else { throw .credentials(reason: "\(url.path) is too large") }
        do {
            return try file.read(upToCount: limit + 1) ?? Data()
        } catch {
            throw .credentials(reason: "\(url.path): \(error)", underlying: UnderlyingError(error))
        }
    }

    package static func remove(_ url: URL) throws(ClientError) {
        guard unlink(url.path) == 0 || errno == ENOENT else { throw failure(url) }
    }

    /// Creates a folder of mode 0700, and its parents. An existing folder must belong to this user, and is closed to
    /// others.
    package static func makeFolder(_ folder: URL, care: FolderCare = .system) throws(ClientError) {
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try care.apply(folder)
        } catch {
            throw .storage(
                reason: "\(folder.path): \(error.localizedDescription)", underlying: UnderlyingError(error))
        }
        guard chmod(folder.path, 0o700) == 0 else { throw failure(folder) }
    }

    private static func writeSynced(_ data: Data, to url: URL) throws(ClientError) {
        let descriptor = open(url.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure(url) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try file.write(contentsOf: data)
        } catch {
            throw .credentials(reason: "\(url.path): \(error)", underlying: UnderlyingError(error))
        }
        guard fchmod(descriptor, 0o600) == 0, DiskSync.isDone(descriptor) else { throw failure(url) }
        do { try file.close() } catch {
            throw .credentials(reason: "\(url.path): \(error)", underlying: UnderlyingError(error))
        }
    }

    private static func syncFolder(_ folder: URL) throws(ClientError) {
        let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(folder) }
        defer { close(descriptor) }
        guard DiskSync.isDone(descriptor) else { throw failure(folder) }
    }

    private static func failure(_ url: URL) -> ClientError {
        let number = errno
        return .credentials(
            reason: "\(url.path): \(String(cString: strerror(number)))", underlying: UnderlyingError(errno: number))
    }
}
