import Envelopes
import Foundation

/// Stores the parts of blobs until they are complete. An upload belongs to one account.
public protocol UploadStore: Sendable {
    /// Returns the size and progress of an unfinished upload, in bytes; `nil` if it was not begun, or was removed.
    func upload(_ hash: BlobHash, account: String) async throws -> (size: Int, received: Int)?

    /// Begins an upload whose bytes arrived in one request and are stored elsewhere, so that they count toward the
    /// account's quota. Call ``finish(_:account:now:)`` once they are stored. Does nothing if an upload of this size
    /// was already begun.
    ///
    /// - Throws: ``UploadError/tooMany(limit:)`` or ``UploadError/tooMuch(limit:)``
    func begin(_ hash: BlobHash, size: Int, account: String, quota: UploadQuota, now: Date) async throws

    /// Appends a part durably before it returns, and records the time. A part that was already received changes
    /// nothing.
    ///
    /// - Parameters:
    ///   - size: the size of the whole upload in bytes; the first part begins the upload with it
    ///   - quota: the limits of the account, this upload included
    /// - Returns: the number of bytes received so far
    /// - Throws: ``UploadError``
    func append(
        _ part: Data, at offset: Int, of size: Int, to hash: BlobHash, account: String, quota: UploadQuota, now: Date
    ) async throws -> Int

    /// Returns the received bytes of an upload; memory-mapped if they are in a file.
    func data(_ hash: BlobHash, account: String) async throws -> Data

    /// Removes the parts and records that the account has uploaded these bytes.
    func finish(_ hash: BlobHash, account: String, now: Date) async throws

    /// Whether the account has uploaded all of the blob. The check renews the record: the upload counts as new.
    func isFinished(_ hash: BlobHash, account: String, now: Date) async throws -> Bool

    /// Whether any account has uploaded all of the blob.
    func isFinished(_ hash: BlobHash) async throws -> Bool

    /// Removes an upload.
    func remove(_ hash: BlobHash, account: String) async throws

    /// Removes unfinished uploads that received nothing since `date`, and the records of uploads finished before it.
    ///
    /// - Returns: the blobs of the removed records
    func removeUploads(before date: Date) async throws -> [BlobHash]

    /// Records durably that blobs may be orphaned; replaces an earlier record of the same blob.
    func noteUnused(_ hashes: [BlobHash], at date: Date) async throws

    /// Returns at most `count` blobs recorded before `date` as possibly orphaned, oldest records first.
    func unused(notedBefore date: Date, count: Int) async throws -> [BlobHash]

    /// Removes the records of these blobs that were made at `date` or earlier.
    func forgetUnused(_ hashes: [BlobHash], notedUntil date: Date) async throws
}

/// Limits on an account's uploads that no envelope names yet.
public struct UploadQuota: Sendable, Hashable {
    /// The maximum number of unfinished uploads.
    public var uploads: Int
    /// The maximum number of bytes, announced or received, that no envelope names.
    public var bytes: Int

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
