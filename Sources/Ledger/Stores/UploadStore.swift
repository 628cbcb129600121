import Envelopes
import Foundation

/// Keeps the parts of blobs until they are whole. An upload is an account's own.
public protocol UploadStore: Sendable {
    /// What there is of an unfinished upload: nothing when it was not begun, or dropped.
    func upload(_ hash: BlobHash, account: String) async throws -> (size: Int, received: Int)?

    /// Notes that bytes which came at once, and are kept elsewhere, count as the account's; ``finish(_:account:now:)``
    /// follows when they are kept. Nothing happens for an upload of this size that was begun already.
    ///
    /// - Throws: ``UploadError/tooMany(limit:)``, ``UploadError/tooMuch(limit:)``.
    func begin(_ hash: BlobHash, size: Int, account: String, quota: UploadQuota, now: Date) async throws

    /// Appends a part, durably before it returns, and notes when. A part that begins elsewhere than at the end of what
    /// is there changes nothing.
    ///
    /// - Parameters:
    ///   - size: of the whole; a first part begins an upload with it.
    ///   - quota: how much the account may have begun, this upload included.
    /// - Returns: how many bytes are there now.
    /// - Throws: ``UploadError``.
    func append(
        _ part: Data, at offset: Int, of size: Int, to hash: BlobHash, account: String, quota: UploadQuota, now: Date
    ) async throws -> Int

    /// The bytes of an upload; mapped rather than read where they are a file.
    func data(_ hash: BlobHash, account: String) async throws -> Data

    /// Drops the parts and remembers that the account has handed these bytes over.
    func finish(_ hash: BlobHash, account: String, now: Date) async throws

    /// Whether the account has handed over the whole of it. Asking keeps it: it counts as come now.
    func isFinished(_ hash: BlobHash, account: String, now: Date) async throws -> Bool

    /// Whether any account has handed over the whole of it.
    func isFinished(_ hash: BlobHash) async throws -> Bool

    /// Drops an upload.
    func remove(_ hash: BlobHash, account: String) async throws

    /// Drops every upload to which nothing has come since a moment, and forgets who handed over what long ago.
    ///
    /// - Returns: the blobs of which that was forgotten.
    func removeUploads(before date: Date) async throws -> [BlobHash]

    /// Notes, durably, that blobs may have come to nothing; a note of the same blob is replaced.
    func noteUnused(_ hashes: [BlobHash], at date: Date) async throws

    /// Blobs of which that was noted before a moment, at most `count`, the oldest notes first.
    func unused(notedBefore date: Date, count: Int) async throws -> [BlobHash]

    /// Forgets the notes of these blobs that are not younger than a moment.
    func forgetUnused(_ hashes: [BlobHash], notedUntil date: Date) async throws
}

/// How much of an account may wait for an envelope that names it.
public struct UploadQuota: Sendable, Hashable {
    /// How many uploads may be unfinished.
    public var uploads: Int
    /// How many bytes may be announced, or there without an envelope that names them.
    public var bytes: Int

    public init(uploads: Int, bytes: Int) {
        self.uploads = uploads
        self.bytes = bytes
    }
}

/// Why a part was not taken. Nothing has changed.
public enum UploadError: Error, Sendable, Hashable {
    /// The part does not begin where the upload ends.
    case wrongOffset(received: Int)
    /// The upload was begun with another size.
    case otherSize(Int)
    /// The account has too many unfinished uploads.
    case tooMany(limit: Int)
    /// The account has too many bytes that no envelope names, or would have with this upload.
    case tooMuch(limit: Int)
}
