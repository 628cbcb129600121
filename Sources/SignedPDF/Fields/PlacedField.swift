import DescribedErrors

/// A field of a document's form and its place on a page. A field with several places is listed once for each.
public struct PlacedField: Sendable, Hashable {
    /// What people do with a field (ISO 32000-2 §12.7.5).
    public enum Kind: String, Sendable, Hashable, Codable {
        case text, checkbox, radio, button, list, signature
        /// The file gives no type that the standard knows.
        case unknown
    }

    /// The partial names from the root down, joined by periods (ISO 32000-2 §12.7.4.2).
    public var name: String
    /// What people do with the field.
    public var kind: Kind
    /// The page's number, counted from 1; `nil` if no page shows the field.
    public var page: Int?
    /// The place on the page; `nil` if no page shows the field, or if it has no size, as an invisible signature.
    public var rect: PageRect?

    /// Without a page and a place, the field is one that no page shows.
    public init(name: String, kind: Kind, page: Int? = nil, rect: PageRect? = nil) {
        self.name = name
        self.kind = kind
        self.page = page
        self.rect = rect
    }

    /// The name for people: at most 80 characters on one line, without control characters.
    public var plainName: String { QuotedText.plain(name) }
}

extension PlacedField.Kind {
    private static let radioFlag = 1 << 15
    private static let pushButtonFlag = 1 << 16

    init(_ field: FieldNode) {
        let flags = field.attributes["Ff"]?.integerValue ?? 0
        self =
            switch field.type {
            case "Tx": .text
            case "Ch": .list
            case "Sig": .signature
            case "Btn" where flags & Self.pushButtonFlag != 0: .button
            case "Btn" where flags & Self.radioFlag != 0: .radio
            case "Btn": .checkbox
            default: .unknown
            }
    }
}

extension PDFDocument {
    /// Returns the fields of the document's form with their places: page by page from the top down, and last those that
    /// no page shows.
    ///
    /// - Throws: ``PDFError``, also for a form with more than 500,000 fields
    public func placedFields() throws(PDFError) -> [PlacedField] {
        let tree = try FieldTree(self)
        guard !tree.isIncomplete else { throw .beyondLimits("its form has too many fields, or nests them too deeply") }
        guard !tree.fields.isEmpty else { return [] }
        let pages = try pagesByAnnotation()
        var placed: [PlacedField] = []
        for field in tree.fields {
            for widget in field.widgets {
                let page = (widget.reference ?? field.reference).flatMap { pages[$0] }
                placed.append(
                    PlacedField(
                        name: field.name, kind: PlacedField.Kind(field), page: page?.number,
                        rect: try page.flatMap { (page) throws(PDFError) in try rect(of: widget, on: page) }))
            }
        }
        return placed.sorted { Self.position($0) < Self.position($1) }
    }

    private static func position(_ field: PlacedField) -> (Int, Double, Double) {
        (field.page ?? .max, field.rect?.y ?? 0, field.rect?.x ?? 0)
    }

    private func pagesByAnnotation() throws(PDFError) -> [PDFReference: PDFPage] {
        var pages: [PDFReference: PDFPage] = [:]
        for page in try self.pages() {
            for case .reference(let annotation) in try value("Annots", in: page.dictionary).arrayValue ?? []
            where pages[annotation] == nil {
                pages[annotation] = page
            }
        }
        return pages
    }

    private func rect(of widget: FieldNode.Widget, on page: PDFPage) throws(PDFError) -> PageRect? {
        var numbers: [PDFObject] = []
        for number in try value("Rect", in: widget.dictionary).arrayValue?.prefix(5) ?? [] {
            numbers.append(try resolve(number))
        }
        guard let rect = PDFRectangle(numbers), !rect.isEmpty else { return nil }
        return page.pageRect(rect)
    }
}
