import Foundation

/// Two revisions of one file, read as far as the rules compare them.
struct RevisionPair {
    let old: Revision
    let new: Revision
    let objects: ObjectComparison
    let oldPages: [PDFPage]
    let newPages: [PDFPage]
    /// The pages of both, by the address of the page object, in the new order.
    let pages: [(old: PDFPage, new: PDFPage)]
    /// The fields of both that are still the same objects, and of which an entry changed.
    let changedFields: [FieldPair]
    /// The fields of both that are no longer the same objects, or no longer fields of the same kind.
    let alteredFields: [FieldPair]
    /// The addresses of all annotations that show fields.
    let oldWidgets: Set<PDFReference>
    let newWidgets: Set<PDFReference>
    /// The fields of the newer revision whose names the older one does not know.
    let addedFields: [FieldNode]
    private let places: FieldPlaces

    /// - Parameters:
    ///   - unchanged: What earlier comparisons of the same file's revisions found out about its fields.
    ///   - touched: The numbers of the objects that are not the same in both revisions; nil if nobody knows.
    init(
        _ old: Revision, _ new: Revision, unchanged: UnchangedFields = UnchangedFields(), touched: Set<Int>? = nil
    ) throws(PDFError) {
        // All fields are listed and their names compared, also where nothing touched them.
        try new.document.meter.charge((old.tree.fields.count + new.tree.fields.count) * 192)
        self.old = old
        self.new = new
        objects = ObjectComparison(old: old.document, new: new.document)
        oldPages = try old.document.pages()
        newPages = try new.document.pages()
        // Only what was a field or a page when it was signed: a later revision must not choose what is compared by
        // which rules, or it would declare the page's content to be a field.
        objects.fields.formUnion(old.tree.groups.keys.map(\.number))
        for field in old.tree.fields {
            if let number = field.reference?.number { objects.fields.insert(number) }
            for widget in field.widgets {
                if let number = widget.reference?.number { objects.fields.insert(number) }
            }
        }
        objects.pages = Set(oldPages.map(\.reference.number))
        // A catalog under another number leaves its old one to anything.
        let root = old.document.trailer["Root"]
        objects.roots = Set(
            [root == new.document.trailer["Root"] ? root : nil, try old.document.catalog()["Pages"]].compactMap {
                $0?.referenceValue?.number
            })
        let before = Dictionary(oldPages.map { ($0.reference, $0) }, uniquingKeysWith: { first, _ in first })
        pages = newPages.compactMap { page in before[page.reference].map { ($0, page) } }
        places = try FieldPlaces(old: oldPages, in: old.document, new: newPages, in: new.document)
        oldWidgets = old.tree.annotationReferences
        newWidgets = new.tree.annotationReferences
        addedFields = Self.added(old.tree.fields, new.tree.fields)
        unchanged.advance(past: touched, with: objects)
        let pairs = FieldPair.changed(old.tree, new.tree, objects, unchanged)
        alteredFields = pairs.filter(\.isAltered)
        changedFields = pairs.filter { !$0.isAltered }
    }

    private static func added(_ old: [FieldNode], _ new: [FieldNode]) -> [FieldNode] {
        // Mostly the fields stand where they stood, and one or none behind them.
        if old.count <= new.count, new.count - old.count < 4, zip(old, new).allSatisfy({ $0.name == $1.name }) {
            return new[old.count...].filter { field in !old.contains { $0.name == field.name } }
        }
        let names = Set(old.map(\.name))
        return new.filter { !names.contains($0.name) }
    }

    /// How a field of the newer revision is told about.
    func told(_ field: FieldNode) -> ChangedField {
        let label = field.dictionary["TU"].flatMap { try? new.document.resolve($0) }?.textValue
        return ChangedField(
            field.name, label: label.flatMap { $0.isEmpty ? nil : $0 },
            page: places.areas(of: nil, field).compactMap(\.pageAfter).first)
    }

    /// Where a field was and is seen.
    func areas(of old: FieldNode?, _ new: FieldNode?) -> [ChangedArea] { places.areas(of: old, new) }

    /// What the pictures of a newer field show, beside its value and what the field showed before.
    func picture(of field: FieldNode, before: FieldNode) -> FieldPicture {
        FieldPicture(
            of: field, in: new.document, before: (before, old.document), rotations: places.rotations(of: field))
    }

    /// Whether the pictures of an older field showed its value on a ground, and nothing else.
    func showedOnlyItsValue(_ field: FieldNode) -> Bool {
        let picture = FieldPicture(
            of: field, in: old.document, before: (field, old.document),
            rotations: places.rotations(of: field, isOld: true))
        switch picture {
        case .agrees, .missing: return true
        case .covers, .uncovers, .differs, .unreadable: return false
        }
    }

    /// The pages that the widgets of a newer field are on, with their rectangles in the page's own coordinates; nothing
    /// if one of them cannot be read.
    func visiblePlaces(of field: FieldNode) -> [FieldPlaces.Place]? { places.visible(field) }
}
