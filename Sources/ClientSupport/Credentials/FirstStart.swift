import Essentials
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Finds the first start after an app was removed and installed again. The system deletes the app's container and keeps
/// its Keychain items, which may be an earlier user's. So a file in the container marks an installation.
///
/// The store remembers in the Keychain that it has left such a file. Secrets from before it did so are kept.
final class FirstStart: Sendable {
    private let mark: URL
    private let isOver = Locked(false)

    /// - Parameter mark: the file; made at the first start, with its folder
    init(mark: URL) {
        self.mark = mark
    }

    /// Does what is to be done at a first start, before anything else is done. Threads and processes wait for each other.
    ///
    /// - Parameters:
    ///   - isKnown: whether the Keychain remembers a file
    ///   - clean: removes what is left from the earlier installation
    ///   - remember: makes the Keychain remember the file
    /// - Throws: what they throw; the next call tries again
    func pass(
        isKnown: () throws(ClientError) -> Bool, clean: () throws(ClientError) -> Void,
        remember: () throws(ClientError) -> Void
    ) throws(ClientError) {
        let result = isOver.withLock { isOver -> Result<Void, ClientError> in
            if isOver { return .success(()) }
            do throws(ClientError) {
                if try isMissing() { try begin(isKnown, clean, remember) }
                isOver = true
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }

    private func begin(
        _ isKnown: () throws(ClientError) -> Bool, _ clean: () throws(ClientError) -> Void,
        _ remember: () throws(ClientError) -> Void
    ) throws(ClientError) {
        let lock = try turn()
        defer { lock.release() }
        // Another process may have done it.
        guard try isMissing() else { return }
        if try isKnown() { try clean() }
        try remember()
        guard FileManager.default.createFile(atPath: mark.path, contents: nil) else {
            throw .storage(reason: "\(mark.path) cannot be written")
        }
    }

    private func turn() throws(ClientError) -> AdvisoryLock {
        do {
            let folder = mark.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let lock = try AdvisoryLock(folder.appending(path: mark.lastPathComponent + "-lock"))
            try lock.take(.exclusive)
            return lock
        } catch {
            throw .storage(reason: "\(mark.path) cannot be written")
        }
    }

    /// Whether the file is certainly not there. A folder that cannot be read says nothing.
    private func isMissing() throws(ClientError) -> Bool {
        if access(mark.path, F_OK) == 0 { return false }
        guard errno == ENOENT else { throw .storage(reason: "\(mark.path) cannot be read") }
        return true
    }
}
