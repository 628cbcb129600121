import Foundation
import Locks

/// Keeps a folder of files that may be made again from growing without end: the oldest go first.
final class KeptFiles: Sendable {
    private let directory: URL
    private let limit: Int
    /// Bytes written since the folder was last looked through; it is before the first file.
    private let added: Locked<Int>

    /// - Parameter limit: the most bytes in the folder, about.
    init(_ directory: URL, limit: Int) {
        self.directory = directory
        self.limit = limit
        added = Locked(limit)
    }

    /// Notes a new file, and now and then removes the oldest ones.
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
            // A document's folder goes with its last picture; any other is not empty and stays.
            rmdir(file.url.deletingLastPathComponent().path)
            total -= file.size
        }
    }
}
