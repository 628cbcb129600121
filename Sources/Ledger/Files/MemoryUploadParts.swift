import Envelopes
import Essentials
import Foundation

/// Parts of uploads in memory: for tests.
package final class MemoryUploadParts: UploadParts {
    private struct Key: Hashable {
        var hash: BlobHash
        var account: String
    }

    private let parts = Locked<[Key: Data]>([:])

    package init() {}

    package func write(_ part: Data, at offset: Int, to hash: BlobHash, account: String) {
        parts.withLock { parts in
            let key = Key(hash: hash, account: account)
            parts[key] = parts[key, default: Data()].prefix(offset) + part
        }
    }

    package func data(_ hash: BlobHash, account: String, size: Int) throws -> Data {
        guard let data = parts.withLock({ $0[Key(hash: hash, account: account)] }), data.count >= size else {
            throw StorageError.missingBlob(hash)
        }
        return Data(data.prefix(size))
    }

    package func remove(_ hash: BlobHash, account: String) {
        parts.withLock { $0[Key(hash: hash, account: account)] = nil }
    }
}
