import Envelopes
import Essentials
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Parts of uploads as files, `uploads/{account}-{hash}.part`.
public struct FolderUploadParts: UploadParts {
    private let folder: URL

    /// Opens the folder and creates it if it does not exist.
    public init(folder: URL) throws(StorageError) {
        try StoreFiles.makeFolder(folder)
        self.folder = folder
    }

    /// Creates the file with its first part, and syncs the folder then.
    public func write(_ part: Data, at offset: Int, to hash: BlobHash, account: String) throws {
        try Self.write(part, at: offset, to: location(of: hash, account))
        if offset == 0 { try StoreFiles.syncFolder(folder) }
    }

    /// - Throws: ``StorageError/file(path:reason:)`` if the file has fewer than `size` bytes, or is missing
    public func data(_ hash: BlobHash, account: String, size: Int) throws -> Data {
        let file = location(of: hash, account)
        guard let data = try? Data(contentsOf: file, options: size > 0 ? .alwaysMapped : []), data.count >= size else {
            throw StorageError.file(path: file.path, reason: "the parts of an upload are missing")
        }
        return data.prefix(size)
    }

    /// Deletes the file. Errors are ignored.
    public func remove(_ hash: BlobHash, account: String) {
        unlink(location(of: hash, account).path)
    }

    private func location(of hash: BlobHash, _ account: String) -> URL {
        // An account's id may be any text, so its hash is used as the file's name.
        folder.appendingPathComponent("\(BlobHash(of: Data(account.utf8)).rawValue.prefix(16))-\(hash.rawValue).part")
    }

    private static func write(_ part: Data, at offset: Int, to file: URL) throws(StorageError) {
        let descriptor = open(file.path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .system(file) }
        defer { close(descriptor) }
        var written = 0
        while written < part.count {
            let count = part.withUnsafeBytes { bytes in
                bytes.baseAddress.map {
                    pwrite(descriptor, $0 + written, bytes.count - written, off_t(offset + written))
                } ?? 0
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .system(file) }
            written += count
        }
        guard DiskSync.isDone(descriptor) else { throw .system(file) }
    }
}
