import Foundation

/// A folder of one test's own, removed with it.
package final class TemporaryFolder: Sendable {
    package let url: URL

    package init() {
        url = FileManager.default.temporaryDirectory.appending(
            path: "countersign-test-\(UUID().uuidString.lowercased())", directoryHint: .isDirectory)
        // A test that needs the folder fails by itself where it cannot be made.
        try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    package func appending(_ name: String) -> URL { url.appending(path: name) }

    /// The permission bits of a file.
    package static func mode(of url: URL) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
        return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
    }

    /// Every regular file below a folder.
    package static func files(below url: URL) -> [URL] {
        let walker = FileManager.default.enumerator(at: url, includingPropertiesForKeys: [.isRegularFileKey])
        return (walker?.compactMap { $0 as? URL } ?? []).filter {
            (try? $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true
        }
    }
}
