import Foundation
import SignedPDF

/// The changes that one revision made to the signed revision before it, taken from the report.
struct ComparedStep {
    /// The file's length in bytes before and after.
    let from: Int
    let to: Int
    /// A place where a change that is not forbidden is visible.
    struct Area {
        var rect: PageRect
        /// The object number of the annotation that was changed there.
        var annotation: Int?
    }

    /// The places where changes that no signature forbids are visible, by page.
    private(set) var areas: [Int: [Area]] = [:]
    /// The pages on which any change is reported.
    private(set) var changedPages: Set<Int> = []
    /// The object numbers of the annotations that those changes affect.
    private(set) var annotations: Set<Int> = []
    private var pagesWithAnnotations: Set<Int> = []

    /// The steps from each signed revision to the next one, oldest first.
    static func steps(in report: VerificationReport) -> [ComparedStep] {
        struct Span: Hashable {
            var from: Int
            var to: Int
        }
        var steps: [Span: ComparedStep] = [:]
        // Each signature reports all changes after it, so the first signature also reports those after the last one.
        var known: Set<DocumentChange> = []
        for change in report.signatures.flatMap(\.changes) where known.insert(change).inserted {
            let span = Span(from: change.from, to: change.to)
            steps[span, default: ComparedStep(from: change.from, to: change.to)].add(change)
        }
        return steps.values.sorted { ($0.to, $0.from) < ($1.to, $1.from) }
    }

    private init(from: Int, to: Int) {
        self.from = from
        self.to = to
    }

    private mutating func add(_ change: DocumentChange) {
        for area in change.areas {
            let pages = Set([area.pageBefore, area.pageAfter].compactMap { $0 })
            changedPages.formUnion(pages)
            // A change without a place on the page is not visible and explains no difference.
            guard change.standing != .forbidden, let rect = area.rect else { continue }
            for page in pages {
                areas[page, default: []].append(Area(rect: rect, annotation: area.annotation))
            }
            guard let annotation = area.annotation else { continue }
            annotations.insert(annotation)
            pagesWithAnnotations.formUnion(pages)
        }
    }

    /// Whether changed annotations on a page are left out to compare the page beneath them.
    func hides(on page: Int) -> Bool { pagesWithAnnotations.contains(page) }
}

/// The two revisions of a step, in the forms in which they are drawn.
struct ComparedRevisions {
    struct Revision {
        let pages: [PDFPage]
        /// The file's bytes, without encryption.
        let bytes: Data
    }

    let before: Revision
    let after: Revision
    /// The earlier revision without the changed annotations, or `nil` if it had none of them.
    let bare: Revision?
    /// Where permitted changes are drawn, by page.
    let areas: [Int: [PageRect]]
    /// Whether ``bare`` is `nil` because it is not needed.
    let bareIsPlain: Bool
    /// Why the page beneath the changed annotations cannot be drawn.
    let problem: PageComparisonProblem?

    init(_ step: ComparedStep, of document: PDFDocument) throws(PDFError) {
        let newer = try Self.open(step.to, of: document)
        var older = try Self.open(step.from, of: document)
        // A viewer that is asked to regenerate appearances shows something other than the file holds. Signing settles
        // that: after it, the appearances in the file are compared.
        let isSettled = older.asksForRedrawing && !newer.asksForRedrawing
        if isSettled, let stored = try? older.hiding([], asStored: true) { older = stored }
        areas = step.areas.mapValues { areas in areas.map { Self.extent(of: $0, in: [newer, older]) } }
        before = try Self.drawable(older)
        after = try Self.drawable(newer)
        do throws(PDFError) {
            let hidden = try older.hiding(step.annotations)
            bare = try hidden.map(Self.drawable)
            bareIsPlain = hidden == nil
            problem = nil
        } catch {
            bare = nil
            bareIsPlain = false
            problem = .fieldsNotRemovable(error)
        }
    }

    /// The page numbers that exist in both revisions.
    var pages: Range<Int> { 1..<min(before.pages.count, after.pages.count) + 1 }

    /// The area that a change may affect. Fields are drawn within their rectangle. Viewers draw a note's icon at a size
    /// of their own, from the top left of its rectangle, and round off the ends of a highlight.
    private static func extent(of area: ComparedStep.Area, in documents: [PDFDocument]) -> PageRect {
        var rect = area.rect
        guard let number = area.annotation else { return rect }
        let annotation = documents.lazy.compactMap {
            (try? $0.object(PDFReference(number: number)))?.dictionaryValue
        }.first
        switch annotation?["Subtype"]?.nameValue {
        case "Widget", nil: return rect
        case "Text":
            rect.width = max(rect.width, 36)
            rect.height = max(rect.height, 36)
        default:
            let end = min(18, rect.height / 4)
            rect = PageRect(
                x: rect.x - end, y: rect.y - end, width: rect.width + 2 * end, height: rect.height + 2 * end)
        }
        return rect
    }

    private static func open(_ length: Int, of document: PDFDocument) throws(PDFError) -> PDFDocument {
        length == document.bytes.count ? document : try document.document(upTo: length)
    }

    /// Returns the bytes to draw. An encrypted document is drawn from a decrypted copy, so no renderer ever receives
    /// its password.
    private static func drawable(_ document: PDFDocument) throws(PDFError) -> Revision {
        let pages = try document.pages()
        let bytes = document.isEncrypted ? try PDFComposition.combined([document]) : document.bytes
        return Revision(pages: pages, bytes: bytes)
    }
}
