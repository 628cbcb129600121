/// The tags of several documents, kept if every document has them: assistive technology reads nothing else of a tagged
/// file (ISO 32000-2 §14.7 and §14.8).
struct CombinedStructure {
    private let root: PDFReference
    /// The element that holds all documents'.
    private let whole: PDFReference
    private var parts: [PDFReference] = []
    private var parents: [PDFObject] = []
    private var nextKey = 0
    private var roles = NameMap()
    private var classes = NameMap()
    private var namespaces: [PDFObject] = []
    let isTagged: Bool

    private static let highestKey = 1 << 24

    init(of documents: [PDFDocument], to file: inout FileWriter) throws(PDFError) {
        root = file.reserve()
        whole = file.reserve()
        var isTagged = true
        for document in documents {
            let catalog = try document.catalog()
            let marks = try document.readable(catalog["MarkInfo"] ?? .null).dictionaryValue ?? [:]
            let isMarked = try document.readable(marks["Marked"] ?? .null) == .bool(true)
            let tree = try document.readable(catalog["StructTreeRoot"] ?? .null).dictionaryValue
            if !isMarked || tree == nil { isTagged = false }
        }
        self.isTagged = isTagged
    }

    mutating func add(_ part: inout CombinedPart, to file: inout FileWriter) throws(PDFError) {
        let document = part.document
        let top = part.catalog["StructTreeRoot"] ?? .null
        guard isTagged, let tree = try document.readable(top).dictionaryValue else { return }
        let element = file.reserve()
        if let reference = top.referenceValue { part.copier.place(reference, at: element) }
        part.copier.structureOffset = nextKey
        let kids = try document.readable(tree["K"] ?? .null).arrayValue ?? [tree["K"] ?? .null]
        var entries: PDFDictionary = [
            "Type": .name("StructElem"), "S": .name("Part"), "P": .reference(whole), "T": .text(part.title),
            "K": .array(kids.filter { !$0.isNull }.map { part.copier.copy($0, to: &file) }),
        ]
        if let language = part.language { entries["Lang"] = .text(language) }
        file.set(element, to: .dictionary(entries))
        parts.append(element)
        try addParents(tree, of: &part, to: &file)
        try roles.add(tree["RoleMap"], of: &part, to: &file)
        try classes.add(tree["ClassMap"], of: &part, to: &file)
        for space in try document.readable(tree["Namespaces"] ?? .null).arrayValue ?? [] {
            namespaces.append(part.copier.copy(space, to: &file))
        }
    }

    /// Adds the elements that own each page's content, under keys that follow those of the documents before.
    private mutating func addParents(
        _ tree: PDFDictionary, of part: inout CombinedPart, to file: inout FileWriter
    ) throws(PDFError) {
        var owners: [Int: PDFObject] = [:]
        for (key, value) in try part.document.leaves(ofTree: tree["ParentTree"], "Nums") {
            if let key = key.integerValue, (0..<Self.highestKey).contains(key) { owners[key] = value }
        }
        for (key, value) in owners.sorted(by: { $0.key < $1.key }) {
            parents += [.integer(nextKey + key), part.copier.copy(value, to: &file)]
        }
        let stated = try part.document.readable(tree["ParentTreeNextKey"] ?? .null).integerValue ?? 0
        nextKey += max((owners.keys.max() ?? -1) + 1, (0...Self.highestKey).contains(stated) ? stated : 0)
    }

    func enter(_ catalog: inout PDFDictionary, to file: inout FileWriter) {
        guard isTagged, !parts.isEmpty else { return }
        file.set(
            whole,
            to: .dictionary([
                "Type": .name("StructElem"), "S": .name("Document"), "P": .reference(root),
                "K": .array(parts.map(PDFObject.reference)),
            ]))
        var entries: PDFDictionary = [
            "Type": .name("StructTreeRoot"), "K": .array([.reference(whole)]),
            "ParentTree": .dictionary(["Nums": .array(parents)]), "ParentTreeNextKey": .integer(nextKey),
        ]
        entries["RoleMap"] = roles.object
        entries["ClassMap"] = classes.object
        if !namespaces.isEmpty { entries["Namespaces"] = .array(namespaces) }
        file.set(root, to: .dictionary(entries))
        catalog["StructTreeRoot"] = .reference(root)
        catalog["MarkInfo"] = .dictionary(["Marked": .bool(true)])
    }
}
