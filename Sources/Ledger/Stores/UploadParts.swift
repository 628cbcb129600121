import Envelopes
import Foundation

/// Where the bytes of unfinished uploads lie.
public protocol UploadParts: Sendable {
    /// Writes a part, durably before it returns, over what there may be from `offset` on.
    func write(_ part: Data, at offset: Int, to hash: BlobHash, account: String) throws

    /// The first `size` bytes; mapped rather than read where they are a file.
    func data(_ hash: BlobHash, account: String, size: Int) throws -> Data

    /// Removes all parts of an upload; nothing happens when there are none.
    func remove(_ hash: BlobHash, account: String)
}
