import Essentials
import Foundation

/// Limits the size of a cache folder by removing the oldest files.
final class KeptFiles: Sendable {
    private let directory: URL
    private let limit: Int
    /// Bytes written since the folder was last scanned. It starts so high that the first file causes a scan.
    private let added: Locked<Int>

    /// - Parameter limit: the approximate limit in bytes
    init(_ directory: URL, limit: Int) {
        self.directory = directory
        self.limit = limit
        added = Locked(limit)
    }

    /// Records a new file, and removes the oldest files once enough was written.
    func note(_ bytes: Int) {
        let isDue = added.withLock { added in
            added += bytes
            guard added > limit / 10 else { return false }
            added = 0
            return true
        }
        if isDue { trim() }
    }

    private func trim() {
        let keys: Set<URLResourceKey> = [.fileSizeKey, .contentModificationDateKey, .isRegularFileKey]
        var files: [(url: URL, size: Int, date: Date)] = []
        let found = FileManager.default.enumerator(at: directory, includingPropertiesForKeys: Array(keys))
        while let url = found?.nextObject() as? URL {
            guard let values = try? url.resourceValues(forKeys: keys), values.isRegularFile == true else { continue }
            files.append((url, values.fileSize ?? 0, values.contentModificationDate ?? .distantPast))
        }
        var total = files.reduce(0) { $0 + $1.size }
        for file in files.sorted(by: { $0.date < $1.date }) where total > limit - limit / 10 {
            try? FileManager.default.removeItem(at: file.url)
            // A document's folder is removed with its last picture; `rmdir` leaves any folder that is not empty.
            rmdir(file.url.deletingLastPathComponent().path)
            total -= file.size
        }
    }
}
