import Essentials
import Foundation

/// A stored PDF whose pages can be rendered.
public struct PageSource: Sendable {
    /// The lower-case hexadecimal SHA-256 of the bytes, used as the cache key.
    public let hash: String
    /// The account and visitor that rendering is charged to.
    public let share: FairShare
    /// The sizes of all pages in points, as far as they are known. Poppler measures in the page's own units, which on
    /// large drawings are longer than a point (`/UserUnit`, ISO 32000-2 table 31).
    let pageSizes: [CGSize]
    private let load: @Sendable () async throws -> Data

    /// - Parameters:
    ///   - pageSizes: the sizes of all pages in points, as a reader sees them; without them, words are placed as if
    ///     every page's unit were a point
    ///   - load: loads the bytes; called only when something has to be rendered
    public init(
        hash: String, for share: FairShare = .sole, pageSizes: [CGSize] = [],
        load: @escaping @Sendable () async throws -> Data
    ) {
        self.hash = hash
        self.share = share
        self.pageSizes = pageSizes
        self.load = load
    }

    /// Loads the bytes anew on each call.
    ///
    /// - Throws: the errors of the closure that loads them
    public func bytes() async throws -> Data {
        try await load()
    }

    /// Returns the known sizes of a page and those after it.
    func sizes(from page: Int) -> [CGSize] { Array(pageSizes.dropFirst(page - 1)) }
}

/// A word of a page and its bounding box in points. The origin is the top left of the page as a reader sees it, with
/// the crop box and the page's rotation applied.
public struct WordBox: Sendable, Hashable, Codable {
    /// The characters; in reading order unless the words were read as placed.
    public let text: String
    /// The distance from the page's left edge, in points.
    public let x: Double
    /// The distance from the page's top edge, in points.
    public let y: Double
    /// In points.
    public let width: Double
    /// In points.
    public let height: Double
    /// The number of the word's line, counted from 0 in reading order.
    public let line: Int

    /// Takes the place in points.
    public init(text: String, x: Double, y: Double, width: Double, height: Double, line: Int) {
        self.text = text
        self.x = x
        self.y = y
        self.width = width
        self.height = height
        self.line = line
    }
}

/// Renders pages and extracts their words. ``PopplerPageRenderer`` does so on Linux.
public protocol PageRenderer: Sendable {
    /// Returns a JPEG picture of a page as a reader sees it.
    ///
    /// - Parameters:
    ///   - page: the page number, counted from 1
    ///   - width: the picture's width in pixels; the height follows from the page
    func image(ofPage page: Int, of source: PageSource, width: Int) async throws -> Data

    /// Returns the words of a page in reading order. Words and characters of right-to-left scripts are in logical order
    /// too.
    func words(onPage page: Int, of source: PageSource) async throws -> [WordBox]

    /// Returns the words of several pages in reading order, as ``words(onPage:of:)`` does for one.
    func words(onPages pages: ClosedRange<Int>, of source: PageSource) async throws -> [[WordBox]]

    /// Returns the words of several pages, each line from left to right as it stands on the page.
    ///
    /// Unlike ``words(onPage:of:)``, nothing is put into the order in which people read it.
    func wordsAsPlaced(onPages pages: ClosedRange<Int>, of source: PageSource) async throws -> [[WordBox]]

    /// Renders pages as pixels; `nil` if there is nothing that can.
    var rasterizer: (any PageRasterizer)? { get }

    /// Returns why a page failed recently, or `nil` if it was not tried or succeeded.
    func knownProblem(ofPage page: Int, of source: PageSource) -> PageImageError?
}

extension PageRenderer {
    /// Reads page after page. A renderer that can read several at once replaces this.
    public func words(onPages pages: ClosedRange<Int>, of source: PageSource) async throws -> [[WordBox]] {
        var words: [[WordBox]] = []
        for page in pages { words.append(try await self.words(onPage: page, of: source)) }
        return words
    }

    /// Reads the words in reading order. A renderer that can read lines as they stand replaces this.
    public func wordsAsPlaced(onPages pages: ClosedRange<Int>, of source: PageSource) async throws -> [[WordBox]] {
        try await words(onPages: pages, of: source)
    }

    /// The renderer itself, if it can rasterize.
    public var rasterizer: (any PageRasterizer)? { self as? any PageRasterizer }

    /// Remembers nothing. A renderer that remembers failures replaces this.
    public func knownProblem(ofPage page: Int, of source: PageSource) -> PageImageError? { nil }
}

/// Why a page could not be rendered.
public enum PageImageError: Error, Sendable, Equatable, CustomStringConvertible {
    /// A program is not installed.
    case programMissing(path: String, package: String)
    /// The page could not be rendered; `reason` is the first line of the program's error output.
    case unrenderable(page: Int, reason: String)
    /// No program could be started, which is not the page's fault.
    case programFailed(reason: String)
    /// Rendering took longer than the limit in seconds.
    case timedOut(page: Int, seconds: Double)
    /// The requested width is not between 1 and the limit.
    case widthOutOfRange(Int, limit: Int)
    /// The source's hash, which results are cached under, is not a SHA-256.
    case badHash
    /// A temporary or cached file could not be written or read.
    case fileProblem(path: String, reason: String)

    /// One English sentence, or two.
    public var description: String {
        switch self {
        case .programMissing(let path, let package):
            "The program \(path) is missing: install the Debian package \(package)."
        case .unrenderable(let page, let reason):
            "Page \(page) cannot be shown: \(reason)"
        case .programFailed(let reason):
            "Pages cannot be shown: the program did not run: \(reason)."
        case .timedOut(let page, let seconds):
            "Page \(page) cannot be shown: it took longer than \(seconds) seconds."
        case .widthOutOfRange(let width, let limit):
            "A picture \(width) pixels wide cannot be made: the width must be from 1 to \(limit)."
        case .badHash:
            "The document's hash is not 64 lower-case hexadecimal digits."
        case .fileProblem(let path, let reason):
            "The file \(path) cannot be used: \(reason)"
        }
    }

    /// Whether the page itself is the cause, so that a retry will fail again.
    package var isOfThePage: Bool {
        switch self {
        case .unrenderable, .timedOut: true
        case .programMissing, .programFailed, .widthOutOfRange, .badHash, .fileProblem: false
        }
    }
}
