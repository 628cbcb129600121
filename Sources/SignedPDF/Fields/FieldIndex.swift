/// A field that the document already has.
struct PresentField {
    var reference: PDFReference
    /// `/FT`, the field's own or inherited: `Tx`, `Btn`, `Ch` or `Sig`.
    var type: String?
    /// `/Ff`, the field's own or inherited; 0 if there is none.
    var flags: Int
    /// The field's widgets: its kids, or the field's own object.
    var widgets: [PDFReference]
}

/// The terminal fields of a form, keyed by their fully qualified names (ISO 32000-2 §12.7.4.2). A field that cannot be
/// read has no name; it is skipped.
struct FieldIndex {
    private static let deepest = 32
    private(set) var fields: [String: PresentField] = [:]
    private var visited: Set<PDFReference> = []

    init(form: PDFDictionary, in document: PDFDocument) throws(PDFError) {
        guard case .array(let roots) = try document.value("Fields", in: form) else { return }
        for case .reference(let root) in roots {
            try visit(root, prefix: nil, type: nil, flags: 0, depth: 0, document)
        }
    }

    private mutating func visit(
        _ reference: PDFReference, prefix: String?, type inheritedType: String?, flags inheritedFlags: Int, depth: Int,
        _ document: PDFDocument
    ) throws(PDFError) {
        guard depth < Self.deepest, visited.insert(reference).inserted,
            let parts = try document.readable({ () throws(PDFError) in try Parts(reference, in: document) }),
            let parts
        else { return }
        let type = parts.type ?? inheritedType
        let flags = parts.flags ?? inheritedFlags
        let name = parts.name.map { partial in prefix.map { $0 + "." + partial } ?? partial } ?? prefix
        try document.meter.charge((name?.utf8.count ?? 0) * FieldTree.workPerNameByte)
        var childFields: [PDFReference] = []
        var widgets: [PDFReference] = []
        for case .reference(let kid) in parts.kids {
            let child = try document.readable { () throws(PDFError) in try document.object(kid) }
            guard case .dictionary(let child)? = child else { continue }
            if child["T"] != nil { childFields.append(kid) } else { widgets.append(kid) }
        }
        if let name, childFields.isEmpty {
            let shown = widgets.isEmpty ? [reference] : widgets
            fields[name] = PresentField(reference: reference, type: type, flags: flags, widgets: shown)
        }
        for child in childFields {
            try visit(child, prefix: name, type: type, flags: flags, depth: depth + 1, document)
        }
    }

    /// One field's own entries.
    private struct Parts {
        let type: String?
        let flags: Int?
        let name: String?
        let kids: [PDFObject]

        /// Returns `nil` for an object that is not a dictionary.
        init?(_ reference: PDFReference, in document: PDFDocument) throws(PDFError) {
            guard case .dictionary(let dictionary) = try document.object(reference) else { return nil }
            type = try document.value("FT", in: dictionary).nameValue
            flags = try document.value("Ff", in: dictionary).integerValue
            name = try document.value("T", in: dictionary).textValue
            kids = try document.value("Kids", in: dictionary).arrayValue ?? []
        }
    }
}
