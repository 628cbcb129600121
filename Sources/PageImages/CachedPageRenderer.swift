import Foundation

/// Caches another renderer's results in a directory, keyed by the document's hash, the page and the width.
///
/// Each file is written under a temporary name and then renamed, so a reader never sees a partial file. The hash
/// identifies the document's bytes, so no cached result becomes stale. The directory may be emptied at any time.
public struct CachedPageRenderer: PageRenderer {
    private let renderer: any PageRenderer
    private let directory: URL
    private let drawings: SharedDrawings
    private let files: KeptFiles

    /// - Parameters:
    ///   - directory: the cache directory; created if it does not exist, readable by this user only
    ///   - limit: the approximate size of the cache in bytes; the oldest files are removed first. Default: 2 GB.
    ///   - failureLife: how long a failed page is not retried
    public init(
        _ renderer: any PageRenderer, directory: URL, limit: Int = 2 << 30, failureLife: Duration = .seconds(600)
    ) {
        files = KeptFiles(directory, limit: limit)
        self.renderer = renderer
        self.directory = directory
        drawings = SharedDrawings(failureLife: failureLife)
    }

    /// Returns the cached picture, or draws it once for all who ask for it now.
    ///
    /// - Throws: the renderer's errors, for a while again without a new attempt; ``PageImageError/badHash``
    public func image(ofPage page: Int, of source: PageSource, width: Int) async throws -> Data {
        let file = try self.file("\(page)-\(width).jpg", of: source)
        if let kept = try? Data(contentsOf: file), !kept.isEmpty { return kept }
        return try await drawings.drawing(named: file.path) { [self] in
            let image = try await renderer.image(ofPage: page, of: source, width: width)
            try keep(image, as: file)
            return image
        }
    }

    /// Returns the cached words, or reads them once for all who ask for them now.
    ///
    /// - Throws: the renderer's errors, for a while again without a new attempt; ``PageImageError/badHash``
    public func words(onPage page: Int, of source: PageSource) async throws -> [WordBox] {
        let file = try self.file("\(page)-words-in-reading-order.json", of: source)
        if let kept = try? Data(contentsOf: file), let words = try? JSONDecoder().decode([WordBox].self, from: kept) {
            return words
        }
        let encoded = try await drawings.drawing(named: file.path) { [self] in
            let words = try await renderer.words(onPage: page, of: source)
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys]
            guard let encoded = try? encoder.encode(words) else {
                throw PageImageError.unrenderable(page: page, reason: "its words could not be saved.")
            }
            try keep(encoded, as: file)
            return encoded
        }
        return try JSONDecoder().decode([WordBox].self, from: encoded)
    }

    /// These words are not cached: they are read once, when an envelope is made.
    public func words(onPages pages: ClosedRange<Int>, of source: PageSource) async throws -> [[WordBox]] {
        try await renderer.words(onPages: pages, of: source)
    }

    /// These words are not cached: they are read once, of files that nobody has seen yet.
    public func wordsAsPlaced(onPages pages: ClosedRange<Int>, of source: PageSource) async throws -> [[WordBox]] {
        try await renderer.wordsAsPlaced(onPages: pages, of: source)
    }

    /// The renderer's own; its pixels are not cached.
    public var rasterizer: (any PageRasterizer)? { renderer.rasterizer }

    /// The failure of the page's picture or words that is still remembered; `nil` if there is none.
    public func knownProblem(ofPage page: Int, of source: PageSource) -> PageImageError? {
        guard let file = try? file("\(page)-", of: source) else { return nil }
        return drawings.failure(beginning: file.path)
    }

    private func file(_ name: String, of source: PageSource) throws(PageImageError) -> URL {
        let isHash =
            source.hash.utf8.count == 64
            && source.hash.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
        guard isHash else { throw .badHash }
        return directory.appendingPathComponent(String(source.hash.prefix(2)))
            .appendingPathComponent(source.hash).appendingPathComponent(name)
    }

    private func keep(_ data: Data, as file: URL) throws(PageImageError) {
        let folder = file.deletingLastPathComponent()
        let temporary = folder.appendingPathComponent(".\(UUID().uuidString)")
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            let isWritten = FileManager.default.createFile(
                atPath: temporary.path, contents: data, attributes: [.posixPermissions: 0o600])
            guard isWritten, rename(temporary.path, file.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
            files.note(data.count)
        } catch {
            try? FileManager.default.removeItem(at: temporary)
            throw .fileProblem(path: file.path, reason: "it could not be written.")
        }
    }
}
