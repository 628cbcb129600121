/// Adds the fields of an update to the document's tags (ISO 32000-2 §14.7 and ISO 14289-1 §7.18.4): an element `Form` for
/// each widget, so that screen readers reach it.
struct FormTags {
    private let root: PDFReference
    private var added: [(widget: PDFReference, page: PDFPage)] = []

    /// Returns `nil` for a document that is not tagged.
    init?(of document: PDFDocument) throws(PDFError) {
        let catalog = try document.catalog()
        guard let root = catalog["StructTreeRoot"]?.referenceValue,
            let mark = try document.readable({ () throws(PDFError) in try document.value("MarkInfo", in: catalog) }),
            mark.dictionaryValue?["Marked"] == .bool(true),
            let tree = try document.readable({ () throws(PDFError) in try document.object(root) }),
            tree.dictionaryValue != nil
        else { return nil }
        self.root = root
    }

    /// - Parameter dictionary: the widget's dictionary; nobody reaches one without a size
    mutating func add(_ widget: PDFReference, shownAs dictionary: PDFDictionary, on page: PDFPage) {
        guard let rect = dictionary["Rect"]?.arrayValue.flatMap({ PDFRectangle($0) }), !rect.isEmpty else { return }
        added.append((widget, page))
    }

    /// Writes the elements, and their places in the tree from widgets to elements.
    mutating func write(to update: inout IncrementalUpdate) throws(PDFError) {
        guard !added.isEmpty else { return }
        var tree = try update.dictionary(root)
        let parent = try Self.document(below: tree, in: update) ?? root
        var key = try Self.nextKey(of: tree, in: update)
        let first = key
        var elements: [PDFObject] = []
        var numbers: [PDFObject] = []
        for (widget, page) in added {
            let element = update.add(
                .dictionary([
                    "Type": .name("StructElem"), "S": .name("Form"), "P": .reference(parent),
                    "Pg": .reference(page.reference),
                    "K": .array([
                        .dictionary([
                            "Type": .name("OBJR"), "Obj": .reference(widget), "Pg": .reference(page.reference),
                        ])
                    ]),
                ]))
            elements.append(.reference(element))
            numbers += [.integer(key), .reference(element)]
            var dictionary = try update.dictionary(widget)
            dictionary["StructParent"] = .integer(key)
            update.set(widget, to: .dictionary(dictionary))
            key += 1
        }
        tree["ParentTreeNextKey"] = .integer(key)
        try Self.append(numbers, from: first, to: &tree, &update)
        if parent == root {
            try Self.appendKids(elements, to: &tree, &update)
        } else {
            var dictionary = try update.dictionary(parent)
            try Self.appendKids(elements, to: &dictionary, &update)
            update.set(parent, to: .dictionary(dictionary))
        }
        update.set(root, to: .dictionary(tree))
        added = []
    }

    /// Returns the element of the whole document, if it is the only one below the root.
    private static func document(
        below tree: PDFDictionary, in update: IncrementalUpdate
    ) throws(PDFError) -> PDFReference? {
        var kid = tree["K"] ?? .null
        if case .array(let kids) = try update.resolve(kid) {
            guard kids.count == 1 else { return nil }
            kid = kids[0]
        }
        guard let reference = kid.referenceValue, let element = try update.resolve(kid).dictionaryValue,
            element["S"] == .name("Document")
        else { return nil }
        return reference
    }

    /// Appends to `/K`, which holds one kid or a list.
    private static func appendKids(
        _ elements: [PDFObject], to element: inout PDFDictionary, _ update: inout IncrementalUpdate
    ) throws(PDFError) {
        if let kid = element["K"], try update.resolve(kid).arrayValue == nil, try !update.resolve(kid).isNull {
            element["K"] = .array([kid] + elements)
        } else {
            try update.append(elements, toArray: "K", of: &element)
        }
    }

    // MARK: The parent tree

    /// Returns a key above all that are in use, whatever the root says.
    private static func nextKey(of tree: PDFDictionary, in update: IncrementalUpdate) throws(PDFError) -> Int {
        let highest = try NumberTree(tree["ParentTree"], in: update.document)?.entries.last?.key ?? -1
        return max(highest + 1, try update.resolve(tree["ParentTreeNextKey"] ?? .null).integerValue ?? 0)
    }

    private static func append(
        _ numbers: [PDFObject], from first: Int, to tree: inout PDFDictionary, _ update: inout IncrementalUpdate
    ) throws(PDFError) {
        var node = try update.resolve(tree["ParentTree"] ?? .null).dictionaryValue ?? [:]
        if node["Kids"] == nil {
            try update.append(numbers, toArray: "Nums", of: &node)
        } else {
            let leaf = update.add(
                .dictionary([
                    "Nums": .array(numbers),
                    "Limits": .array([.integer(first), .integer(first + numbers.count / 2 - 1)]),
                ]))
            try update.append([.reference(leaf)], toArray: "Kids", of: &node)
        }
        if case .reference(let reference) = tree["ParentTree"] {
            update.set(reference, to: .dictionary(node))
        } else {
            tree["ParentTree"] = .dictionary(node)
        }
    }
}
