/// Reads the nodes of a document's form from the top down, with what each inherits (ISO 32000-2 §12.7.4.1).
struct FieldWalk {
    struct Field {
        var reference: PDFReference
        var isRoot: Bool
        /// Whether no field is below this one, only widgets.
        var isTerminal: Bool
        var type: String?
        var flags: Int
        /// The field's widgets; the field itself if it is one.
        var widgets: [PDFObject]
        /// What a top field takes from the form.
        var defaults: PDFDictionary
    }

    private static let deepest = 64

    private(set) var fields: [Field] = []
    /// The fonts that the default appearance strings of all fields and of the form name.
    private(set) var fonts: Set<String> = []
    private let document: PDFDocument
    private let defaults: PDFDictionary
    private var seen: Set<PDFReference> = []

    init(_ document: PDFDocument, form: PDFDictionary) {
        self.document = document
        var defaults = PDFDictionary()
        for key in ["DA", "Q"] { defaults[key] = form[key] }
        self.defaults = defaults
    }

    mutating func read(_ elements: [PDFObject]) throws(PDFError) {
        try noteFonts(of: defaults)
        try document.meter.charge(elements.count)
        for case .reference(let reference) in elements { try visit(reference, inherited: [:], depth: 0) }
    }

    private mutating func noteFonts(of entries: PDFDictionary) throws(PDFError) {
        guard let string = entries["DA"], let bytes = try document.readable(string).stringValue else { return }
        fonts.formUnion(DefaultAppearanceNames.fonts(in: bytes))
    }

    private mutating func visit(
        _ reference: PDFReference, inherited: PDFDictionary, depth: Int
    ) throws(PDFError) {
        guard depth < Self.deepest, seen.insert(reference).inserted,
            let entries = try document.readable(.reference(reference)).dictionaryValue
        else { return }
        try noteFonts(of: entries)
        var attributes = inherited
        for key in ["FT", "Ff"] {
            if let value = entries[key] { attributes[key] = try document.readable(value) }
        }
        let kids = try document.readable(entries["Kids"] ?? .null).arrayValue ?? []
        try document.meter.charge(kids.count)
        var (below, widgets): ([PDFReference], [PDFObject]) = ([], [])
        for kid in kids {
            let child = try document.readable(kid).dictionaryValue
            if let child { try noteFonts(of: child) }
            if let reference = kid.referenceValue, child?["T"] != nil {
                below.append(reference)
            } else {
                widgets.append(kid)
            }
        }
        fields.append(
            Field(
                reference: reference, isRoot: depth == 0, isTerminal: below.isEmpty,
                type: attributes["FT"]?.nameValue, flags: attributes["Ff"]?.integerValue ?? 0,
                widgets: kids.isEmpty ? [.reference(reference)] : widgets,
                defaults: depth == 0 ? defaults : [:]))
        for kid in below { try visit(kid, inherited: attributes, depth: depth + 1) }
    }
}
