import Envelopes
import Foundation

/// Limits on an account's uploads that no envelope names yet.
public struct UploadQuota: Sendable, Hashable {
    /// The maximum number of unfinished uploads.
    public var uploads: Int
    /// The maximum number of bytes, announced or received, that no envelope names.
    public var bytes: Int

    /// Limits an account to these numbers of uploads and bytes.
    public init(uploads: Int, bytes: Int) {
        self.uploads = uploads
        self.bytes = bytes
    }
}

/// The reason why a part is rejected. Nothing has changed.
public enum UploadError: Error, Sendable, Hashable {
    /// The part does not start where the upload ends.
    case wrongOffset(received: Int)
    /// The upload was begun with a different size.
    case otherSize(Int)
    /// The account has too many unfinished uploads.
    case tooMany(limit: Int)
    /// The account has too many bytes that no envelope names, or would have too many with this upload.
    case tooMuch(limit: Int)
}
