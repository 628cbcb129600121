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

/// The terminal fields of a form, keyed by their fully qualified names (ISO 32000-2 §12.7.4.2).
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
            case .dictionary(let dictionary) = try document.object(reference)
        else { return }
        let type = try document.value("FT", in: dictionary).nameValue ?? inheritedType
        let flags = try document.value("Ff", in: dictionary).integerValue ?? inheritedFlags
        var name = prefix
        if let partial = try document.value("T", in: dictionary).textValue {
            name = prefix.map { $0 + "." + partial } ?? partial
        }
        try document.meter.charge((name?.utf8.count ?? 0) * FieldTree.workPerNameByte)
        var childFields: [PDFReference] = []
        var widgets: [PDFReference] = []
        for case .reference(let kid) in try document.value("Kids", in: dictionary).arrayValue ?? [] {
            guard case .dictionary(let child) = try document.object(kid) else { continue }
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
}
