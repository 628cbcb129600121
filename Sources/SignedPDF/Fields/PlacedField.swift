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
    /// What may be entered.
    public var entry: Entry

    /// What may be entered into a field (ISO 32000-2 §12.7.4.1 and §12.7.5).
    public struct Entry: Sendable, Hashable {
        /// An option of a list.
        public struct Option: Sendable, Hashable {
            /// The text that people read.
            public var text: String
            /// The value that the field gets.
            public var value: String
        }

        /// The name for people, `/TU`.
        public var tooltip: String?
        /// The maximum number of characters of a text field, `/MaxLen`.
        public var maxLength: Int?
        /// The options of a list.
        public var options: [Option] = []
        /// The value of a check box or radio button when it is on.
        public var state: String?
        /// Whether the form demands a value.
        public var isRequired = false
        /// Whether the field has a value, or a signature.
        public var isFilled = false
        /// Whether people can neither see nor change it.
        public var isReserved = false

        /// An entry without any rule.
        public init() {}
    }

    /// Without a page and a place, the field is one that no page shows.
    public init(name: String, kind: Kind, page: Int? = nil, rect: PageRect? = nil, entry: Entry = Entry()) {
        self.name = name
        self.kind = kind
        self.page = page
        self.rect = rect
        self.entry = entry
    }

    /// The maximum number of bytes of all tooltips and options that are read of a file.
    public static let mostWords = 200_000
    /// A tooltip or an option with more bytes is not read.
    static let longestText = 2000

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
    ///
    /// - Parameter words: whether tooltips and options are read too, as far as ``PlacedField/mostWords`` allow
    public func placedFields(withWords words: Bool = false) throws(PDFError) -> [PlacedField] {
        let tree = try FieldTree(self)
        guard !tree.isIncomplete else { throw .beyondLimits("its form has too many fields, or nests them too deeply") }
        guard !tree.fields.isEmpty else { return [] }
        let pages = try pagesByAnnotation()
        var placed: [PlacedField] = []
        var room = words ? PlacedField.mostWords : 0
        for field in tree.fields {
            try meter.charge(64 * field.widgets.count)
            for widget in field.widgets {
                let page = (widget.reference ?? field.reference).flatMap { pages[$0] }
                placed.append(
                    PlacedField(
                        name: field.name, kind: PlacedField.Kind(field), page: page?.number,
                        rect: try page.flatMap { (page) throws(PDFError) in try rect(of: widget, on: page) },
                        entry: try entry(of: field, widget, room: &room)))
            }
        }
        return placed.sorted { Self.position($0) < Self.position($1) }
    }

    private func entry(
        of field: FieldNode, _ widget: FieldNode.Widget, room: inout Int
    ) throws(PDFError) -> PlacedField.Entry {
        var entry = PlacedField.Entry()
        func own(_ key: String) throws(PDFError) -> PDFObject {
            let found = try value(key, in: widget.dictionary)
            return try found.isNull ? value(key, in: field.dictionary) : found
        }
        let flags = field.attributes["Ff"]?.integerValue ?? 0
        let visibility = try value("F", in: widget.dictionary).integerValue ?? 0
        entry.isRequired = flags & 2 != 0
        // Read-only fields (§12.7.4.1); invisible, hidden and those that are not to be seen (§12.5.3).
        entry.isReserved = flags & 1 != 0 || visibility & (1 | 2 | 32) != 0
        entry.maxLength = try own("MaxLen").integerValue.flatMap { $0 > 0 ? $0 : nil }
        entry.tooltip = Self.text(try own("TU"), room: &room)
        let held = try field.attributes["V"].map { (held) throws(PDFError) in try resolve(held) } ?? .null
        switch PlacedField.Kind(field) {
        case .checkbox, .radio:
            entry.isFilled = held.nameValue.map { $0 != "Off" } ?? false
            let pictures = try value("AP", in: widget.dictionary).dictionaryValue ?? [:]
            let normal = try value("N", in: pictures).dictionaryValue ?? [:]
            entry.state = normal.entries.map(\.key).filter { $0 != "Off" }.sorted().first
        case .list:
            entry.isFilled = !held.isNull && held.stringValue?.isEmpty != true && held.arrayValue?.isEmpty != true
            for option in room > 0 ? try own("Opt").arrayValue ?? [] : [] {
                let option = try resolve(option)
                let pair = option.arrayValue ?? [option, option]
                guard room > 0, pair.count == 2, let value = Self.text(try resolve(pair[0]), room: &room),
                    let text = Self.text(try resolve(pair[1]), room: &room)
                else { break }
                entry.options.append(.init(text: text, value: value))
            }
        case .signature: entry.isFilled = !held.isNull
        case .text, .button, .unknown: entry.isFilled = held.stringValue.map { !$0.isEmpty } ?? false
        }
        return entry
    }

    /// Returns a text that is not too long, while there is room for words.
    private static func text(_ object: PDFObject, room: inout Int) -> String? {
        guard let length = object.stringValue?.count, length <= PlacedField.longestText else { return nil }
        // A short text costs something too.
        room -= max(length, 20)
        return room >= 0 ? object.textValue : nil
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
