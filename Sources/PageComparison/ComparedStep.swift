import Foundation
import SignedPDF

/// What one revision did to the signed one before it, as the report has it.
struct ComparedStep {
    /// The number of bytes of the file before and after.
    let from: Int
    let to: Int
    /// Where a change that is not forbidden is seen.
    struct Area {
        var rect: PageRect
        /// The object number of the annotation that is changed there.
        var annotation: Int?
    }

    /// Where changes that no signature forbids are seen, by page.
    private(set) var areas: [Int: [Area]] = [:]
    /// The pages on which any change is reported.
    private(set) var changedPages: Set<Int> = []
    /// The object numbers of the annotations that those changes are about.
    private(set) var annotations: Set<Int> = []
    private var pagesWithAnnotations: Set<Int> = []

    /// The steps from each signed revision to the next one, oldest first.
    static func steps(in report: VerificationReport) -> [ComparedStep] {
        struct Span: Hashable {
            var from: Int
            var to: Int
        }
        var steps: [Span: ComparedStep] = [:]
        // Each signature tells all changes after it, the first one those after the last one too.
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
            // What has no place on the page is not seen there, and explains no difference.
            guard change.standing != .forbidden, let rect = area.rect else { continue }
            for page in pages {
                areas[page, default: []].append(Area(rect: rect, annotation: area.annotation))
            }
            guard let annotation = area.annotation else { continue }
            annotations.insert(annotation)
            pagesWithAnnotations.formUnion(pages)
        }
    }

    /// Whether annotations on a page are left out to see what lies under them.
    func hides(on page: Int) -> Bool { pagesWithAnnotations.contains(page) }
}

/// The two revisions of a step in the forms in which they are drawn.
struct ComparedRevisions {
    struct Revision {
        let pages: [PDFPage]
        /// A file without encryption.
        let bytes: Data
    }

    let before: Revision
    let after: Revision
    /// The earlier revision without the annotations that were changed; nil if it had none of them.
    let bare: Revision?
    /// Where permitted changes are drawn, by page.
    let areas: [Int: [PageRect]]
    /// Whether there is no bare one because none is needed.
    let bareIsPlain: Bool
    /// Why what lies under the changed annotations cannot be seen.
    let problem: PageComparisonProblem?

    init(_ step: ComparedStep, of document: PDFDocument) throws(PDFError) {
        let newer = try Self.open(step.to, of: document)
        var older = try Self.open(step.from, of: document)
        // Readers that are asked to draw fields anew show something else than the file holds. Whoever signs settles that:
        // the pictures in the file are compared then.
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

    /// The pages that both have.
    var pages: Range<Int> { 1..<min(before.pages.count, after.pages.count) + 1 }

    /// Fields are drawn within their rectangle. Readers draw a note's icon in a size of their own, from the top left of its
    /// rectangle, and round the ends of a highlight off.
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

    /// An encrypted document is drawn from a copy of what it shows, so that its password is handed to nobody.
    private static func drawable(_ document: PDFDocument) throws(PDFError) -> Revision {
        let pages = try document.pages()
        let bytes = document.isEncrypted ? try PDFComposition.combined([document]) : document.bytes
        return Revision(pages: pages, bytes: bytes)
    }
}
