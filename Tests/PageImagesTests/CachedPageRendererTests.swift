import Essentials
import Foundation
import TestSupport
import Testing

@testable import PageImages

/// Counts how often it is asked.
private final class CountingRenderer: PageRenderer {
    let count = Locked(0)

    func image(ofPage page: Int, of source: PageSource, width: Int) async throws -> Data {
        count.withLock { $0 += 1 }
        return Data("\(page) \(width)".utf8)
    }

    func words(onPage page: Int, of source: PageSource) async throws -> [WordBox] {
        count.withLock { $0 += 1 }
        return [WordBox(text: "page\(page)", x: 1, y: 2, width: 3.25, height: 4, line: 0)]
    }
}

@Suite("Cached pages")
struct CachedPageRendererTests {
    private let directory = FileManager.default.temporaryDirectory.appendingPathComponent("kept-\(UUID().uuidString)")

    private func source(_ digit: Character) -> PageSource {
        PageSource(hash: String(repeating: digit, count: 64)) { Data() }
    }

    @Test("A picture that is in the cache is not drawn again, even by another renderer over the same directory")
    func keeps() async throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        let counting = CountingRenderer()
        for _ in 0..<2 {
            let cached = CachedPageRenderer(counting, directory: directory)
            #expect(try await cached.image(ofPage: 1, of: source("a"), width: 640) == Data("1 640".utf8))
            #expect(try await cached.words(onPage: 1, of: source("a")).map(\.text) == ["page1"])
        }
        #expect(counting.count.withLock { $0 } == 2)
    }

    @Test("Only the service's own user may read the pictures")
    func privateFiles() async throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        _ = try await CachedPageRenderer(CountingRenderer(), directory: directory)
            .image(ofPage: 1, of: source("a"), width: 640)
        let files = TemporaryFolder.files(below: directory)
        #expect(files.count == 1)
        for file in files { #expect(try TemporaryFolder.mode(of: file) == 0o600) }
    }

    @Test("Documents, pages and widths have separate entries")
    func keepsApart() async throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        let counting = CountingRenderer()
        let cached = CachedPageRenderer(counting, directory: directory)
        for digit in "ab" as String {
            for page in 1...2 {
                for width in [640, 1000] {
                    let image = try await cached.image(ofPage: page, of: source(digit), width: width)
                    #expect(image == Data("\(page) \(width)".utf8))
                }
            }
        }
        #expect(counting.count.withLock { $0 } == 8)
    }

    @Test("The cache is limited, and its oldest entries are removed first")
    func bounded() async throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        // Each picture has seven bytes or so.
        let cached = CachedPageRenderer(CountingRenderer(), directory: directory, limit: 100)
        func kept(_ digit: Character) -> Int {
            let folder = directory.appendingPathComponent(String(repeating: digit, count: 2))
                .appendingPathComponent(String(repeating: digit, count: 64))
            return (try? FileManager.default.contentsOfDirectory(atPath: folder.path).count) ?? -1
        }
        for page in 1...10 { _ = try await cached.image(ofPage: page, of: source("a"), width: 640) }
        #expect(kept("a") == 10)
        let old = directory.appendingPathComponent("aa/\(String(repeating: "a", count: 64))")
        for name in try FileManager.default.contentsOfDirectory(atPath: old.path) {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -1000)],
                ofItemAtPath: old.appendingPathComponent(name).path)
        }
        for page in 1...14 { _ = try await cached.image(ofPage: page, of: source("b"), width: 640) }
        #expect(kept("a") < 10)
        for page in 15...40 { _ = try await cached.image(ofPage: page, of: source("b"), width: 640) }
        #expect(kept("a") == -1)
        let names = FileManager.default.enumerator(atPath: directory.path)?.allObjects as? [String] ?? []
        #expect((8...20).contains(names.filter { $0.hasSuffix(".jpg") }.count))
    }

    @Test("A name that is not a hash never becomes a path", arguments: ["../../etc/passwd", "", "A", "g"])
    func refusesOtherNames(name: String) async throws {
        let hash = name.count == 1 ? String(repeating: name, count: 64) : name
        let cached = CachedPageRenderer(CountingRenderer(), directory: directory)
        await #expect(throws: PageImageError.badHash) {
            try await cached.image(ofPage: 1, of: PageSource(hash: hash) { Data() }, width: 640)
        }
    }
}

@Suite("pdftotext's layout file")
struct BoundingBoxLayoutTests {
    @Test("Control characters, entities and broken boxes are handled per word")
    func reads() {
        let file = """
            <page width="1" height="1"><flow><block><line xMin="0">
            <word xMin="1.0" yMin="2.0" xMax="4.5" yMax="3.0">a\u{1}&lt;b&gt; &amp;amp;\u{FFFE}</word>
            <word xMin="nan" yMin="2.0" xMax="4.5" yMax="3.0">gone</word></line>
            <line xMin="0"><word xMin="1" yMin="2" xMax="4" yMax="3"> \u{2}</word></line>
            <line xMin="0"><word xMin="9" yMin="8" xMax="7" yMax="6">\u{645}\u{631}\u{62D}</word></line>
            <word xMin="1" yMin="2"
            """
        #expect(
            BoundingBoxLayout.words(in: Data(file.utf8)) == [
                WordBox(text: "a<b> &amp;", x: 1, y: 2, width: 3.5, height: 1, line: 0),
                // Poppler gives what is seen from left to right.
                WordBox(text: "\u{62D}\u{631}\u{645}", x: 7, y: 6, width: 2, height: 2, line: 1),
            ])
    }

    @Test("Bytes that are not UTF-8 are read without an error")
    func survivesNoise() {
        let noise = Data([0x3C, 0x77, 0x6F, 0x72, 0x64, 0x20, 0xFF, 0x3E, 0xFE, 0x3C])
        #expect(BoundingBoxLayout.words(in: noise).isEmpty)
    }
}
