import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A lock on a file or folder that other processes respect (`flock(2)`). The system releases the lock of a process that
/// ends, however it ends. A file stays.
public final class AdvisoryLock: Sendable {
    /// Many processes can hold a shared lock at once. An exclusive one excludes all others.
    public enum Kind: Sendable { case shared, exclusive }

    private let descriptor: Int32
    private let url: URL

    /// Opens a file, creating it for its owner if it is missing, or a folder. The lock is not taken yet.
    ///
    /// - Throws: ``FileProblem``
    public init(_ url: URL, isFolder: Bool = false) throws(FileProblem) {
        self.url = url
        descriptor =
            isFolder
            ? open(url.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            : open(url.path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .system(url) }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Takes the lock, or changes its kind, waiting as long as it takes. Blocks the thread.
    public func take(_ kind: Kind) throws(FileProblem) {
        while flock(descriptor, kind == .shared ? LOCK_SH : LOCK_EX) != 0 {
            guard errno == EINTR else { throw .system(url) }
        }
    }

    /// Takes the lock if nobody holds it.
    ///
    /// - Returns: whether it was taken
    public func takeIfFree(_ kind: Kind) throws(FileProblem) -> Bool {
        while flock(descriptor, (kind == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0 {
            if errno == EWOULDBLOCK { return false }
            guard errno == EINTR else { throw .system(url) }
        }
        return true
    }

    /// Gives the lock back. So does the end of the object, which may come before the end of the work that it protects.
    public func release() { flock(descriptor, LOCK_UN) }
}
