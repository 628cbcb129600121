import Envelopes
import Essentials
import Foundation
import PageImages
import SignedPDF

/// A text in double braces, and the paint over it.
struct Cover {
    /// What stands between the braces.
    var text: String
    /// The box around the text.
    var frame: TabFrame
    /// What is painted: a little more, since letters may reach beyond their box, but nothing of other lines.
    var painted: PageRect
    var color: InkColor
}

/// Finds the texts in double braces of a document, and how to cover them.
struct BracedTextCovers {
    let renderer: any PageRenderer
    let share: FairShare

    /// The number of pages whose text is read at once.
    private static let pagesAtOnce = 50
    /// The number of pages that are looked at, to find the colors behind the texts. On the pages after them, paint is
    /// white.
    private static let pagesLookedAt = 100
    /// The resolution at which they are drawn: pixels for a point, and the widest picture.
    private static let scale = 2.0
    private static let widest = 2400.0
    /// How far paint reaches beyond a box, in points.
    private static let margin = 0.75

    /// Returns the covers of each page that has any, by the page's number.
    ///
    /// - Throws: ``PageMarkProblems`` with the problems of all pages
    func covers(of document: PDFDocument, pages: [PDFPage]) async throws -> [Int: [Cover]] {
        let source = Self.source(of: document, share)
        var found = try await texts(in: source, pages: pages.map(\.number))
        var problems = found.problems
        let count = found.byPage.reduce(0) { $0 + $1.value.count }
        if count > EnvelopeLimits.coveredFrames {
            throw PageMarkProblems(problems: [.tooManyBracedTexts(limit: EnvelopeLimits.coveredFrames)])
        }
        problems += try await withdrawAnnotations(from: &found.byPage, of: document, pages: pages)
        guard problems.isEmpty else { throw PageMarkProblems(problems: problems) }
        var covers: [Int: [Cover]] = [:]
        for (index, (number, texts)) in found.byPage.sorted(by: { $0.key < $1.key }).enumerated() {
            let page = pages[number - 1]
            let background =
                index < Self.pagesLookedAt ? try await background(of: page, in: source) : nil
            covers[number] = texts.map { Self.cover($0, on: page, background) }
        }
        return covers
    }

    // MARK: Texts

    private struct Texts {
        var byPage: [Int: [BracedTextFinder.Found]] = [:]
        var problems: [PageMarkProblem] = []
    }

    private static func source(of document: PDFDocument, _ share: FairShare) -> PageSource {
        let bytes = document.bytes
        let sizes = ((try? document.pages()) ?? []).map { CGSize(width: $0.size.width, height: $0.size.height) }
        return PageSource(hash: BlobHash(of: bytes).rawValue, for: share, pageSizes: sizes) { bytes }
    }

    private func texts(in source: PageSource, pages: [Int]) async throws -> Texts {
        var texts = Texts()
        for numbers in Self.runs(of: pages) {
            let words = try await Self.naming { try await renderer.wordsAsPlaced(onPages: numbers, of: source) }
            for (number, words) in zip(numbers, words) {
                let finder = BracedTextFinder(words, page: number)
                if !finder.found.isEmpty { texts.byPage[number] = finder.found }
                texts.problems += finder.problems
            }
            // A file full of braces need not be read to its end.
            let count = texts.byPage.reduce(texts.problems.count) { $0 + $1.value.count }
            if count > EnvelopeLimits.coveredFrames {
                throw PageMarkProblems(problems: [.tooManyBracedTexts(limit: EnvelopeLimits.coveredFrames)])
            }
        }
        return texts
    }

    /// Returns the runs of consecutive numbers, of limited length.
    private static func runs(of numbers: [Int]) -> [ClosedRange<Int>] {
        var runs: [ClosedRange<Int>] = []
        for number in numbers {
            if let last = runs.last, last.upperBound + 1 == number, last.count < pagesAtOnce {
                runs[runs.count - 1] = last.lowerBound...number
            } else {
                runs.append(number...number)
            }
        }
        return runs
    }

    /// Returns a problem for each text that a field or another annotation shows: paint on the page lies under it.
    private func withdrawAnnotations(
        from texts: inout [Int: [BracedTextFinder.Found]], of document: PDFDocument, pages: [PDFPage]
    ) async throws -> [PageMarkProblem] {
        let annotated = try PageMarkProblems.naming { () throws(PDFError) in
            try document.annotations(onPages: texts.keys.sorted(), of: pages)
        }
        guard !annotated.numbers.isEmpty else { return [] }
        let bare = try PageMarkProblems.naming { () throws(PDFError) in try document.hiding(annotated.numbers) }
        guard let bare else { return [] }
        let own = try await self.texts(in: Self.source(of: bare, share), pages: annotated.pages)
        var problems: [PageMarkProblem] = []
        for page in annotated.pages {
            for text in texts[page] ?? [] where !(own.byPage[page] ?? []).contains(text) {
                problems.append(.inAnnotation(page: page, text: text.whole))
            }
            texts[page] = own.byPage[page]
        }
        return problems
    }

    // MARK: Paint

    private func background(of page: PDFPage, in source: PageSource) async throws -> PageBackground? {
        guard let rasterizer = renderer.rasterizer else { return nil }
        let width = Int(min(max(1, page.size.width * Self.scale), Self.widest))
        let image = try await Self.naming {
            try await rasterizer.pixels(ofPage: page.number, of: source, width: width)
        }
        return PageBackground(image, width: page.size.width)
    }

    private static func cover(
        _ text: BracedTextFinder.Found, on page: PDFPage, _ background: PageBackground?
    ) -> Cover {
        var (left, right) = (text.box.x, text.box.x + text.box.width)
        let (top, height) = (text.box.y, text.box.height)
        if let background {
            if let start = text.start { left = background.place(of: start) }
            if let end = text.end { right = background.place(of: end) }
        }
        let box = PageRect(x: left, y: top, width: max(0, right - left), height: height)
        // Inside a word, more would cover the letters beside it.
        let before = text.start == nil ? margin : 0
        let behind = text.end == nil ? margin : 0
        // The letters of turned text stand one above the other.
        let isTurned = height > box.width
        let alone = isTurned ? box : background?.alone(box, hasLowInk: text.text.contains("_")) ?? box
        let more = isTurned ? margin : 0
        let painted = PageRect(
            x: box.x - before, y: alone.y - more, width: box.width + before + behind, height: alone.height + 2 * more)
        return Cover(
            text: text.text, frame: Self.frame(box, on: page), painted: painted,
            color: background?.color(around: box) ?? .gray(1))
    }

    /// Returns the part of a box that lies on the page.
    private static func frame(_ box: PageRect, on page: PDFPage) -> TabFrame {
        let (left, top) = (max(0, box.x), max(0, box.y))
        return TabFrame(
            x: left, y: top, width: max(0, min(box.x + box.width, page.size.width) - left),
            height: max(0, min(box.y + box.height, page.size.height) - top))
    }

    /// Turns errors of the page itself into problems.
    private static func naming<Value>(_ work: () async throws -> Value) async throws -> Value {
        do {
            return try await work()
        } catch let error as PageImageError where error.isOfThePage {
            throw PageMarkProblems(problems: [.unreadablePage(reason: error.description)])
        }
    }
}

extension PDFDocument {
    /// Returns which of some pages have annotations, and the annotations' object numbers.
    fileprivate func annotations(
        onPages numbers: [Int], of pages: [PDFPage]
    ) throws(PDFError) -> (pages: [Int], numbers: Set<Int>) {
        var found: (pages: [Int], numbers: Set<Int>) = ([], [])
        for number in numbers {
            let own = (try value("Annots", in: pages[number - 1].dictionary).arrayValue ?? [])
                .compactMap { $0.referenceValue?.number }
            guard !own.isEmpty else { continue }
            found.pages.append(number)
            found.numbers.formUnion(own)
        }
        return found
    }
}
