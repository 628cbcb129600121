import Foundation

/// Two revisions of one file, read as far as the rules need.
struct RevisionPair {
    let old: Revision
    let new: Revision
    let objects: ObjectComparison
    let oldPages: [PDFPage]
    let newPages: [PDFPage]
    /// The pages that both revisions have, matched by object number, in the new order.
    let pages: [(old: PDFPage, new: PDFPage)]
    /// The fields that are the same objects in both revisions and have a changed entry.
    let changedFields: [FieldPair]
    /// The fields of both revisions that became other objects or fields of another kind.
    let alteredFields: [FieldPair]
    /// The references of all annotations that show fields.
    let oldWidgets: Set<PDFReference>
    let newWidgets: Set<PDFReference>
    /// The fields of the newer revision whose names the older one lacks.
    let addedFields: [FieldNode]
    /// What the pages show.
    let surveys: PageSurveys
    private let places: FieldPlaces

    /// - Parameters:
    ///   - unchanged: the fields that earlier comparisons of the file's revisions found unchanged
    ///   - touched: the numbers of the objects that differ in the two revisions, or `nil` if unknown
    init(
        _ old: Revision, _ new: Revision, unchanged: UnchangedFields = UnchangedFields(), touched: Set<Int>? = nil
    ) throws(PDFError) {
        // All fields are listed and their names compared, even if nothing changed them.
        try new.document.meter.charge((old.tree.fields.count + new.tree.fields.count) * 192)
        self.old = old
        self.new = new
        objects = ObjectComparison(old: old.document, new: new.document)
        oldPages = try old.document.pages()
        newPages = try new.document.pages()
        // Only objects that were fields or pages at signing get their special rules. Otherwise a later revision could
        // choose them, for instance by declaring page content to be a field.
        objects.fields.formUnion(old.tree.groups.keys.map(\.number))
        for field in old.tree.fields {
            if let number = field.reference?.number { objects.fields.insert(number) }
            for widget in field.widgets {
                if let number = widget.reference?.number { objects.fields.insert(number) }
            }
        }
        objects.fields.formUnion(old.tree.unreadable.map(\.number))
        for reference in new.tree.unreadable
        where !old.tree.unreadable.contains(reference) || !objects.isUntouched(reference.number) {
            throw .damagedObject(reference, "it cannot be read")
        }
        objects.pages = Set(oldPages.map(\.reference.number))
        // If the catalog's number changed, its old object may be used for anything.
        let root = old.document.trailer["Root"]
        objects.roots = Set(
            [root == new.document.trailer["Root"] ? root : nil, try old.document.catalog()["Pages"]].compactMap {
                $0?.referenceValue?.number
            })
        let before = Dictionary(oldPages.map { ($0.reference, $0) }, uniquingKeysWith: { first, _ in first })
        pages = newPages.compactMap { page in before[page.reference].map { ($0, page) } }
        places = try FieldPlaces(old: oldPages, in: old.document, new: newPages, in: new.document)
        surveys = PageSurveys(oldPages, in: old.document, new.document, unchanged)
        oldWidgets = old.tree.annotationReferences
        newWidgets = new.tree.annotationReferences
        addedFields = Self.added(old.tree.fields, new.tree.fields)
        unchanged.advance(past: touched, with: objects)
        let pairs = FieldPair.changed(old.tree, new.tree, objects, unchanged)
        alteredFields = pairs.filter(\.isAltered)
        changedFields = pairs.filter { !$0.isAltered }
    }

    private static func added(_ old: [FieldNode], _ new: [FieldNode]) -> [FieldNode] {
        // Usually the fields keep their order, with at most a few new ones at the end.
        if old.count <= new.count, new.count - old.count < 4, zip(old, new).allSatisfy({ $0.exactName == $1.exactName })
        {
            return new[old.count...].filter { field in !old.contains { $0.exactName == field.exactName } }
        }
        let names = Set(old.map(\.exactName))
        return new.filter { !names.contains($0.exactName) }
    }

    /// Returns the description of a field in the newer revision.
    func changedField(_ field: FieldNode) -> ChangedField {
        let label = field.dictionary["TU"].flatMap { try? new.document.resolve($0) }?.textValue
        return ChangedField(
            field.name, label: label.flatMap { $0.isEmpty ? nil : $0 },
            page: places.areas(of: nil, field).compactMap(\.pageAfter).first)
    }

    /// Returns the areas where a field was and is visible.
    func areas(of old: FieldNode?, _ new: FieldNode?) -> [ChangedArea] { places.areas(of: old, new) }

    /// Returns what the pictures of a field in the newer revision show, compared with its value and its earlier
    /// pictures.
    func picture(of field: FieldNode, before: FieldNode) -> FieldPicture {
        let frames = places.frames(of: field)
        let picture = FieldPicture(
            of: field, in: new.document, before: (before, old.document), frames: frames, surveys)
        guard case .agrees(let letters, _) = picture else { return picture }
        let isCovered = frames.contains { frame in
            guard let page = frame.page, let widget = frame.reference else { return false }
            return surveys.isCovered(letters, of: widget, on: page)
        }
        return isCovered ? .hidden : picture
    }

    /// Whether the pictures of a field in the older revision showed its value on a ground, and nothing else.
    func showedOnlyItsValue(_ field: FieldNode) -> Bool {
        let picture = FieldPicture(
            of: field, in: old.document, before: (field, old.document),
            frames: places.frames(of: field, isOld: true), surveys)
        switch picture {
        case .agrees, .missing: return true
        case .covers, .uncovers, .differs, .unreadable, .hidden: return false
        }
    }

    /// Returns the pages of the widgets of a field in the newer revision, with the rectangles in the page's own
    /// coordinates, or `nil` if one cannot be read.
    func visiblePlaces(of field: FieldNode) -> [FieldPlaces.Place]? { places.visible(field) }
}
