import Essentials
import Foundation

/// Finds the first start of an app after it was installed, by a file in the app's own container: that is gone when the app
/// is removed. The Keychain is not, and what it holds then belongs to whoever used the app before.
final class FirstStart: Sendable {
    private let mark: URL
    private let isOver = Locked(false)

    /// - Parameter mark: the file; made at the first start, with its folder
    init(mark: URL) {
        self.mark = mark
    }

    /// Cleans up at the first start, before anything else is done. Calls of several threads wait for each other.
    ///
    /// - Parameter clean: removes what is left from an earlier installation; it is called again later if it throws
    func pass(_ clean: () throws(ClientError) -> Void) throws(ClientError) {
        let result = isOver.withLock { isOver -> Result<Void, ClientError> in
            if isOver { return .success(()) }
            do throws(ClientError) {
                if !FileManager.default.fileExists(atPath: mark.path) {
                    try clean()
                    try leaveMark()
                }
                isOver = true
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }

    private func leaveMark() throws(ClientError) {
        do {
            try FileManager.default.createDirectory(
                at: mark.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data().write(to: mark)
        } catch {
            throw .storage(reason: "\(mark.path) cannot be written")
        }
    }
}
