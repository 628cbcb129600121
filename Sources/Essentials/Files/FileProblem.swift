import DescribedErrors
import Foundation

/// Why a file or folder could not be read, written or locked.
public enum FileProblem: DescribedError, Sendable, Equatable {
    /// The disk, or this user's share of it, is full.
    case full(path: String)
    /// `reason` is the system's message.
    case failed(path: String, reason: String)

    /// The domain as an `NSError`; the same in all versions.
    public static let errorDomain = "Countersign.FileProblem"
    /// The number as an `NSError`, and the word for programs; the same in all versions.
    public var numberedCode: (number: Int, code: String) {
        switch self {
        case .full: (1, "full")
        case .failed: (2, "failed")
        }
    }

    /// One English sentence with the file's path.
    public var description: String {
        switch self {
        case .full(let path): "\(path) cannot be written: the disk is full."
        case .failed(let path, let reason): "\(path): \(reason)."
        }
    }

    /// Returns a problem with the system's message for the last failed call on `url`.
    public static func system(_ url: URL) -> FileProblem {
        guard errno != ENOSPC, errno != EDQUOT else { return .full(path: url.path) }
        return .failed(path: url.path, reason: String(cString: strerror(errno)))
    }
}
