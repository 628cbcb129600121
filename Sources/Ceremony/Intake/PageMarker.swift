import Envelopes
import Essentials
import Foundation
import PageImages
import SignedPDF
import Typesetting

/// Draws marks into documents that nobody has seen yet, each as one appended update.
package struct PageMarker: Sendable {
    private let renderer: any PageRenderer
    private let typesetter: any Typesetter

    /// - Parameters:
    ///   - renderer: finds the texts in double braces and the colors around them
    ///   - typesetter: sets names that the standard fonts lack
    package init(renderer: any PageRenderer, typesetter: any Typesetter) {
        self.renderer = renderer
        self.typesetter = typesetter
    }

    /// Returns a document with its marks. Its own bytes come first, unchanged.
    ///
    /// - Parameters:
    ///   - bytes: a PDF that ``DocumentIntake`` accepts
    ///   - name: the document's name, for the signature page
    ///   - share: the account that reading the pages is charged to
    /// - Throws: ``PageMarkProblems``, or `CancellationError`, or `FairSlots.Full` while too much is waiting
    package func marked(
        _ bytes: Data, named name: String, with marks: PageMarks, for share: FairShare = .sole
    ) async throws -> MarkedDocument {
        guard !marks.kinds.isEmpty else {
            return MarkedDocument(bytes: bytes, bracedTexts: [], covered: [], signaturePlaces: [])
        }
        let document = try PageMarkProblems.naming { () throws(PDFError) in try PDFDocument(bytes) }
        let permitted = try PageMarkProblems.naming { () throws(PDFError) in try document.permittedAdditions() }
        guard permitted == .anything else { throw PageMarkProblems(problems: marks.kinds.map(PageMarkProblem.signed)) }
        let pages = try PageMarkProblems.naming { () throws(PDFError) in
            // A document whose pages must not be changed is refused before they are read.
            _ = try PagesUpdate(document)
            return try document.pages()
        }
        var covers: [Int: [Cover]] = [:]
        if marks.coversBracedTexts {
            covers = try await BracedTextCovers(renderer: renderer, share: share).covers(of: document, pages: pages)
        }
        let marked = try PageMarkProblems.naming { () throws(PDFError) in
            try written(document, pages, named: name, marks, covers)
        }
        let count = marked.signaturePlaces.last?.page ?? pages.count
        guard count <= DocumentIntake.mostPages else {
            throw PageMarkProblems(problems: [.tooManyPages(count: count, limit: DocumentIntake.mostPages)])
        }
        return marked
    }

    private func written(
        _ document: PDFDocument, _ pages: [PDFPage], named name: String, _ marks: PageMarks, _ covers: [Int: [Cover]]
    ) throws(PDFError) -> MarkedDocument {
        let stamp = marks.isTest ? PageStamp.test(typesetter) : nil
        var update = try PagesUpdate(document)
        for page in pages {
            let own = (covers[page.number] ?? []).map { (rect: $0.painted, color: $0.color) }
            try update.paint(own, stamp: stamp, on: page)
        }
        var places: [SignaturePlace] = []
        if let last = pages.last, !marks.signers.isEmpty {
            let signing = try SignaturePages(
                for: marks.signers, named: name, behind: last, typesetter: typesetter)
            try update.append(try signing.file.stamped(stamp))
            places = signing.places
        }
        let found = covers.sorted { $0.key < $1.key }.flatMap { page, covers in covers.map { (page, $0) } }
        return MarkedDocument(
            bytes: try update.bytes(),
            bracedTexts: found.map { BracedText(text: $1.text, page: $0, frame: $1.frame) },
            covered: found.map { CoveredFrame(page: $0, frame: $1.frame) }, signaturePlaces: places)
    }
}

extension PageStamp {
    /// The word on every page of a test.
    static func test(_ shaper: any TextShaper) -> PageStamp { PageStamp("TEST", shaper: shaper) }
}

extension PDFDocument {
    /// Returns the document with a stamp on every page.
    func stamped(_ stamp: PageStamp?) throws(PDFError) -> PDFDocument {
        guard let stamp else { return self }
        var update = try PagesUpdate(self)
        for page in try pages() { try update.paint([], stamp: stamp, on: page) }
        return try PDFDocument(try update.bytes())
    }
}

extension PageMarkProblems {
    /// Turns errors of a file into problems.
    static func naming<Value>(_ work: () throws(PDFError) -> Value) throws(PageMarkProblems) -> Value {
        do {
            return try work()
        } catch {
            throw PageMarkProblems(problems: [.unchangeable(reason: error.description)])
        }
    }
}
