/// Where fields are seen: the pages whose annotations their widgets are.
struct FieldPlaces {
    typealias Place = (page: PDFPage, rect: PDFRectangle, widget: PDFDictionary)

    private let oldDocument: PDFDocument
    private let newDocument: PDFDocument
    private let oldPages: [PDFReference: PDFPage]
    private let newPages: [PDFReference: PDFPage]
    /// The pages that list an annotation.
    private let oldHosts: [PDFReference: [PDFReference]]
    private let newHosts: [PDFReference: [PDFReference]]

    init(old: [PDFPage], in oldDocument: PDFDocument, new: [PDFPage], in newDocument: PDFDocument) {
        self.oldDocument = oldDocument
        self.newDocument = newDocument
        oldPages = Dictionary(old.map { ($0.reference, $0) }, uniquingKeysWith: { first, _ in first })
        newPages = Dictionary(new.map { ($0.reference, $0) }, uniquingKeysWith: { first, _ in first })
        oldHosts = Self.hosts(old, oldDocument)
        newHosts = Self.hosts(new, newDocument)
    }

    private static func hosts(_ pages: [PDFPage], _ document: PDFDocument) -> [PDFReference: [PDFReference]] {
        var hosts: [PDFReference: [PDFReference]] = [:]
        for page in pages {
            let annotations = (try? document.value("Annots", in: page.dictionary))?.arrayValue ?? []
            for case .reference(let annotation) in annotations { hosts[annotation, default: []].append(page.reference) }
        }
        return hosts
    }

    /// The areas of a field's widgets, as they were and as they are.
    func areas(of old: FieldNode?, _ new: FieldNode?) -> [ChangedArea] {
        var areas: [ChangedArea] = []
        if let new {
            for (page, rect, _) in rectangles(new, newHosts, newPages, newDocument) {
                areas.append(
                    ChangedArea(
                        pageBefore: oldPages[page.reference]?.number, pageAfter: page.number,
                        rect: page.pageRect(rect)))
            }
        }
        if let old {
            for (page, rect, _) in rectangles(old, oldHosts, oldPages, oldDocument) {
                let area = ChangedArea(
                    pageBefore: page.number, pageAfter: newPages[page.reference]?.number, rect: page.pageRect(rect))
                if !areas.contains(area) { areas.append(area) }
            }
        }
        return areas
    }

    /// The pages and rectangles of a newer field's widgets that have an extent.
    func visible(_ field: FieldNode) -> [Place] {
        rectangles(field, newHosts, newPages, newDocument)
    }

    private func rectangles(
        _ field: FieldNode, _ hosts: [PDFReference: [PDFReference]], _ pages: [PDFReference: PDFPage],
        _ document: PDFDocument
    ) -> [Place] {
        var found: [Place] = []
        for widget in field.widgets.prefix(64) {
            guard let reference = widget.reference ?? field.reference,
                let numbers = (try? document.value("Rect", in: widget.dictionary))?.arrayValue,
                let rect = PDFRectangle(numbers), !rect.isEmpty
            else { continue }
            for host in hosts[reference] ?? [] {
                if let page = pages[host] { found.append((page, rect, widget.dictionary)) }
            }
        }
        return found
    }
}
