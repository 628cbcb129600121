import Envelopes
import Foundation

/// Stores the bytes of unfinished uploads.
public protocol UploadParts: Sendable {
    /// Writes a part durably before it returns. Overwrites any bytes from `offset` on.
    func write(_ part: Data, at offset: Int, to hash: BlobHash, account: String) throws

    /// Returns the first `size` bytes; memory-mapped if they are in a file.
    func data(_ hash: BlobHash, account: String, size: Int) throws -> Data

    /// Removes all parts of an upload. Does nothing if there are none.
    func remove(_ hash: BlobHash, account: String)
}
