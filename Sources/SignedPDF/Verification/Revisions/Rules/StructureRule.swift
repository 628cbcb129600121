/// Checks the document's tags (ISO 32000-2 §14.7): the tree stays, but each added signature field may get an element in
/// it.
///
/// Stops different words for screen readers: elements that are reordered, removed, or given another role or a text of
/// their own.
struct StructureRule: DifferenceRule {
    func changes(in revisions: RevisionPair) throws(PDFError) -> [LaterChange] {
        let objects = revisions.objects
        let before = try objects.old.catalog()["StructTreeRoot"]
        let after = try objects.new.catalog()["StructTreeRoot"]
        if objects.areEqual(before, after) { return [] }
        guard before == after, let reference = before?.referenceValue,
            let additions = try StructureAdditions(below: reference, revisions)
        else { return [.other(.tagsChanged)] }
        return additions.isEmpty ? [] : [LaterChange(.incidental(.tagsAdded))]
    }
}

/// The elements that a later revision added to the structure tree, if it changed nothing else in it.
private struct StructureAdditions {
    private static let mostElements = 200_000
    private static let textlessEntries: Set<String> = ["Type", "S", "P", "K", "Pg", "ID"]
    /// Entries of the root that new elements change.
    private static let growing: Set<String> = ["K", "ParentTree", "ParentTreeNextKey"]

    private let old: PDFDocument
    private let new: PDFDocument
    /// Elements that both revisions have are compared one by one, so references to them are not followed.
    private let objects: ObjectComparison
    private let pages: Set<PDFReference>
    /// The widgets of added signature fields that no element refers to yet.
    private var widgets: Set<PDFReference>
    /// The new elements, with the `/StructParent` of their widgets.
    private var added: [PDFReference: Set<Int>] = [:]

    var isEmpty: Bool { added.isEmpty }

    /// - Returns: `nil` if anything else was changed
    init?(below root: PDFReference, _ revisions: RevisionPair) throws(PDFError) {
        old = revisions.objects.old
        new = revisions.objects.new
        objects = ObjectComparison(old: old, new: new)
        pages = Set(revisions.newPages.map(\.reference))
        widgets = Set(revisions.addedFields.filter { $0.type == "Sig" }.flatMap(\.annotationReferences))
        let elements = try Self.elements(below: root, in: old)
        guard let elements, case .dictionary(let before) = try old.object(root),
            case .dictionary(let after) = try new.object(root)
        else { return nil }
        objects.pages = revisions.objects.pages.union(elements.map(\.number)).union([root.number])
        objects.roots = revisions.objects.roots
        objects.fields = revisions.objects.fields
        guard try keeps(before, after, but: Self.growing, as: root) else { return nil }
        for element in elements {
            guard case .dictionary(let before) = try old.object(element),
                case .dictionary(let after) = try new.object(element),
                try keeps(before, after, but: ["K"], as: element)
            else { return nil }
        }
        guard let earlier = try NumberTree(before["ParentTree"], in: old),
            let later = try NumberTree(after["ParentTree"], in: new), try extends(earlier, later),
            Self.extendsNextKey(before["ParentTreeNextKey"], after["ParentTreeNextKey"])
        else { return nil }
    }

    // MARK: Elements

    /// Returns the references of the older revision's elements, or `nil` if there are too many.
    private static func elements(below root: PDFReference, in document: PDFDocument) throws(PDFError) -> [PDFReference]?
    {
        var found: [PDFReference] = []
        var seen: Set<PDFReference> = [root]
        var pending = [root]
        while let next = pending.popLast() {
            guard case .dictionary(let element) = try document.object(next) else { continue }
            for kid in try kids(of: element, in: document) {
                try document.meter.charge(16)
                guard let reference = kid.referenceValue, !seen.contains(reference),
                    case .dictionary(let dictionary) = try document.resolve(kid), dictionary["S"] != nil
                else { continue }
                guard seen.count < mostElements else { return nil }
                seen.insert(reference)
                found.append(reference)
                pending.append(reference)
            }
        }
        return found
    }

    /// Returns the contents of `/K`: a single object or the elements of an array.
    private static func kids(of element: PDFDictionary, in document: PDFDocument) throws(PDFError) -> [PDFObject] {
        guard let kids = element["K"] else { return [] }
        switch try document.resolve(kids) {
        case .null: return []
        case .array(let elements): return elements
        default: return [kids]
        }
    }

    /// Whether an element, or the root, has all its earlier contents, and in addition only elements for new signatures.
    private mutating func keeps(
        _ before: PDFDictionary, _ after: PDFDictionary, but growing: Set<String>, as parent: PDFReference
    ) throws(PDFError) -> Bool {
        guard objects.repeatSameKeys(before, after), objects.differingKeys(before, after).allSatisfy(growing.contains)
        else { return false }
        var earlier = try Self.kids(of: before, in: old)[...]
        for kid in try Self.kids(of: after, in: new) {
            try new.meter.charge(16)
            if let first = earlier.first, objects.areEqual(first, kid) {
                earlier.removeFirst()
            } else if try !admits(kid, below: parent) {
                return false
            }
        }
        return earlier.isEmpty
    }

    /// Whether a kid is a new element for the widget of a new signature field, without a text of its own.
    private mutating func admits(_ kid: PDFObject, below parent: PDFReference) throws(PDFError) -> Bool {
        guard let reference = kid.referenceValue, added[reference] == nil, try old.object(reference).isNull,
            case .dictionary(let element) = try new.object(reference),
            Set(element.keys).count == element.entries.count, Self.textlessEntries.isSuperset(of: element.keys),
            element["Type"] == nil || element["Type"] == .name("StructElem"), element["S"] == .name("Form"),
            element["P"] == .reference(parent), isPage(element["Pg"]),
            element["ID"] == nil || element["ID"]?.stringValue != nil
        else { return false }
        var keys: Set<Int> = []
        let kids = try Self.kids(of: element, in: new)
        for kid in kids {
            guard case .dictionary(let pointer) = try new.resolve(kid),
                Set(pointer.keys).count == pointer.entries.count,
                pointer.keys.allSatisfy({ ["Type", "Obj", "Pg"].contains($0) }), pointer["Type"] == .name("OBJR"),
                isPage(pointer["Pg"]), let widget = pointer["Obj"]?.referenceValue, widgets.remove(widget) != nil
            else { return false }
            let dictionary = try new.object(widget).dictionaryValue ?? [:]
            if case .integer(let key)? = dictionary["StructParent"] { keys.insert(key) }
        }
        added[reference] = keys
        return !kids.isEmpty
    }

    private func isPage(_ object: PDFObject?) -> Bool {
        object.map { $0.referenceValue.map(pages.contains) ?? false } ?? true
    }

    // MARK: The parent tree

    /// Whether the tree from widgets to elements has all its earlier entries, and in addition at most the new elements.
    private func extends(_ before: NumberTree, _ after: NumberTree) throws(PDFError) -> Bool {
        var earlier = before.entries[...]
        for entry in after.entries {
            try new.meter.charge(16)
            if let first = earlier.first, first.key == entry.key {
                guard objects.areEqual(first.value, entry.value) else { return false }
                earlier.removeFirst()
            } else {
                guard let element = entry.value.referenceValue, added[element]?.contains(entry.key) == true else {
                    return false
                }
            }
        }
        return earlier.isEmpty
    }

    private static func extendsNextKey(_ before: PDFObject?, _ after: PDFObject?) -> Bool {
        guard before != after else { return true }
        guard case .integer(let next)? = after else { return false }
        return before == nil || before?.integerValue.map { $0 <= next } == true
    }
}
