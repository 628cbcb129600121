/// Where fields are visible: the pages whose annotations include their widgets.
struct FieldPlaces {
    typealias Place = (page: PDFPage, rect: PDFRectangle, widget: PDFDictionary, reference: PDFReference)

    private let oldDocument: PDFDocument
    private let newDocument: PDFDocument
    private let oldPages: [PDFReference: PDFPage]
    private let newPages: [PDFReference: PDFPage]
    /// The pages that list each annotation.
    private let oldHosts: [PDFReference: [PDFReference]]
    private let newHosts: [PDFReference: [PDFReference]]

    /// The number of annotations up to which each costs little work. Pages may share one list of annotations, so even a
    /// small file can have millions.
    private static let usualAnnotations = 4096

    /// - Throws: ``PDFError`` if there are more annotations than the file's size allows
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
            // The rules read each annotation as well.
            try document.meter.charge(annotations.count * (count > usualAnnotations ? 256 : 32))
            for case .reference(let annotation) in annotations { hosts[annotation, default: []].append(page.reference) }
        }
        return hosts
    }

    /// Returns the areas of a field's widgets, old and new.
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

    /// Returns the pages and rectangles of all nonempty widgets of a field in the newer revision.
    ///
    /// - Returns: `nil` if a widget's rectangle cannot be read
    func visible(_ field: FieldNode) -> [Place]? {
        var found: [Place] = []
        guard rectangles(field, newHosts, newPages, newDocument, into: &found) else { return nil }
        return found
    }

    /// Returns the page of each of a field's widgets.
    ///
    /// - Parameter isOld: whether the field is from the older revision
    func frames(of field: FieldNode, isOld: Bool = false) -> [FieldFrame] {
        let (hosts, pages) = isOld ? (oldHosts, oldPages) : (newHosts, newPages)
        return field.widgets.map { widget in
            let reference = widget.reference ?? field.reference
            guard let page = reference.flatMap({ hosts[$0]?.first }).flatMap({ pages[$0] }) else {
                return FieldFrame(page: nil, rotation: 0, reference: reference)
            }
            // Some readers accept a fractional number, or one that is not a right angle, and others do not.
            let angle = (try? (isOld ? oldDocument : newDocument).value("Rotate", in: page.inherited)) ?? .null
            let rotation: Int? =
                switch angle {
                case .null: 0
                case .integer(let degrees) where degrees.isMultiple(of: 90): page.rotation
                default: nil
                }
            return FieldFrame(page: page, rotation: rotation, reference: reference)
        }
    }

    /// Returns a widget's rectangle, or `nil` if it cannot be read.
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

    /// Adds the places of a field's widgets. Returns `false` if a widget on a page has an unreadable rectangle.
    private func rectangles(
        _ field: FieldNode, _ hosts: [PDFReference: [PDFReference]], _ pages: [PDFReference: PDFPage],
        _ document: PDFDocument, most: Int = .max, into found: inout [Place]
    ) -> Bool {
        var areAllRead = true
        for widget in field.widgets.prefix(most) {
            // Comparing fields with fields calls this very often. Once the work limit is exceeded, no more places are
            // found, and verification ends with an error because the meter stays exhausted.
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

/// Where a widget is shown.
struct FieldFrame {
    /// The page, or `nil` for a widget on no page.
    let page: PDFPage?
    /// The page's clockwise rotation in degrees, or `nil` where readers differ.
    let rotation: Int?
    let reference: PDFReference?
}
