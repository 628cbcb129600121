/// Where fields are seen: the pages whose annotations their widgets are.
struct FieldPlaces {
    typealias Place = (page: PDFPage, rect: PDFRectangle, widget: PDFDictionary, reference: PDFReference)

    private let oldDocument: PDFDocument
    private let newDocument: PDFDocument
    private let oldPages: [PDFReference: PDFPage]
    private let newPages: [PDFReference: PDFPage]
    /// The pages that list an annotation.
    private let oldHosts: [PDFReference: [PDFReference]]
    private let newHosts: [PDFReference: [PDFReference]]

    /// Pages may share one list of annotations, so that a small file has millions of them. Up to this number they cost
    /// little.
    private static let usualAnnotations = 4096

    /// - Throws: ``PDFError`` if there are more annotations than a file of its size may have looked at.
    init(
        old: [PDFPage], in oldDocument: PDFDocument, new: [PDFPage], in newDocument: PDFDocument
    ) throws(PDFError) {
        self.oldDocument = oldDocument
        self.newDocument = newDocument
        oldPages = Dictionary(old.map { ($0.reference, $0) }, uniquingKeysWith: { first, _ in first })
        newPages = Dictionary(new.map { ($0.reference, $0) }, uniquingKeysWith: { first, _ in first })
        oldHosts = try Self.hosts(old, oldDocument)
        newHosts = try Self.hosts(new, newDocument)
    }

    private static func hosts(
        _ pages: [PDFPage], _ document: PDFDocument
    ) throws(PDFError) -> [PDFReference: [PDFReference]] {
        var count = 0
        var hosts: [PDFReference: [PDFReference]] = [:]
        for page in pages {
            let annotations = (try? document.value("Annots", in: page.dictionary))?.arrayValue ?? []
            count += annotations.count
            // The rules look at each of them as well.
            try document.meter.charge(annotations.count * (count > usualAnnotations ? 256 : 32))
            for case .reference(let annotation) in annotations { hosts[annotation, default: []].append(page.reference) }
        }
        return hosts
    }

    /// The areas of a field's widgets, as they were and as they are.
    func areas(of old: FieldNode?, _ new: FieldNode?) -> [ChangedArea] {
        var areas: [ChangedArea] = []
        if let new {
            for (page, rect, _, widget) in rectangles(new, newHosts, newPages, newDocument) {
                areas.append(
                    ChangedArea(
                        pageBefore: oldPages[page.reference]?.number, pageAfter: page.number,
                        rect: page.pageRect(rect), annotation: widget.number))
            }
        }
        if let old {
            for (page, rect, _, widget) in rectangles(old, oldHosts, oldPages, oldDocument) {
                let area = ChangedArea(
                    pageBefore: page.number, pageAfter: newPages[page.reference]?.number, rect: page.pageRect(rect),
                    annotation: widget.number)
                if !areas.contains(area) { areas.append(area) }
            }
        }
        return areas
    }

    /// The pages and rectangles of a newer field's widgets that have an extent, all of them.
    ///
    /// - Returns: Nothing if the rectangle of one of them cannot be told.
    func visible(_ field: FieldNode) -> [Place]? {
        var found: [Place] = []
        guard rectangles(field, newHosts, newPages, newDocument, into: &found) else { return nil }
        return found
    }

    /// How far the page of each widget is turned, in degrees clockwise; 0 for one that is on no page, nil where readers
    /// may differ.
    ///
    /// - Parameter isOld: Whether the field is one of the older revision.
    func rotations(of field: FieldNode, isOld: Bool = false) -> [Int?] {
        let (hosts, pages) = isOld ? (oldHosts, oldPages) : (newHosts, newPages)
        return field.widgets.map { widget in
            guard let page = (widget.reference ?? field.reference).flatMap({ hosts[$0]?.first }).flatMap({ pages[$0] })
            else { return 0 }
            // Some readers take a number with a fraction, or one that is no right angle, and others do not.
            let angle = (try? (isOld ? oldDocument : newDocument).value("Rotate", in: page.inherited)) ?? .null
            switch angle {
            case .null: return 0
            case .integer(let degrees) where degrees.isMultiple(of: 90): return page.rotation
            default: return nil
            }
        }
    }

    /// A widget's rectangle; nothing if it cannot be read.
    static func rectangle(of widget: PDFDictionary, in document: PDFDocument) -> PDFRectangle? {
        guard let numbers = (try? document.value("Rect", in: widget))?.arrayValue, numbers.count == 4 else {
            return nil
        }
        return PDFRectangle(numbers.map { (try? document.resolve($0)) ?? .null })
    }

    private func rectangles(
        _ field: FieldNode, _ hosts: [PDFReference: [PDFReference]], _ pages: [PDFReference: PDFPage],
        _ document: PDFDocument
    ) -> [Place] {
        var found: [Place] = []
        _ = rectangles(field, hosts, pages, document, most: 64, into: &found)
        return found
    }

    /// Whether all widgets that are on a page have a rectangle that can be read.
    private func rectangles(
        _ field: FieldNode, _ hosts: [PDFReference: [PDFReference]], _ pages: [PDFReference: PDFPage],
        _ document: PDFDocument, most: Int = .max, into found: inout [Place]
    ) -> Bool {
        var areAllRead = true
        for widget in field.widgets.prefix(most) {
            // Whoever compares fields with fields asks a million times. Once this is too much, nothing more is found, and
            // verification ends with an error: the meter stays where it is.
            guard (try? document.meter.charge(128)) != nil else { return false }
            guard let reference = widget.reference ?? field.reference, let pagesOfWidget = hosts[reference] else {
                continue
            }
            guard let rect = Self.rectangle(of: widget.dictionary, in: document) else {
                areAllRead = false
                continue
            }
            guard !rect.isEmpty else { continue }
            for host in pagesOfWidget {
                if let page = pages[host] { found.append((page, rect, widget.dictionary, reference)) }
            }
        }
        return areAllRead
    }
}
