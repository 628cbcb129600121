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
    private let places: FieldPlaces

    init(_ old: Revision, _ new: Revision) throws(PDFError) {
        self.old = old
        self.new = new
        objects = ObjectComparison(old: old.document, new: new.document)
        oldPages = try old.document.pages()
        newPages = try new.document.pages()
        // Only what was a field or a page when it was signed: a later revision must not choose what is compared by
        // which rules, or it would declare the page's content to be a field.
        objects.fields.formUnion(old.tree.groups.keys.map(\.number))
        for field in old.tree.fields {
            objects.fields.formUnion(([field.reference] + field.widgets.map(\.reference)).compactMap { $0?.number })
        }
        objects.pages = Set(oldPages.map(\.reference.number))
        objects.pages.formUnion(
            [old.document.trailer["Root"], try old.document.catalog()["Pages"]].compactMap {
                $0?.referenceValue?.number
            })
        let before = Dictionary(oldPages.map { ($0.reference, $0) }, uniquingKeysWith: { first, _ in first })
        pages = newPages.compactMap { page in before[page.reference].map { ($0, page) } }
        places = FieldPlaces(old: oldPages, in: old.document, new: newPages, in: new.document)
        let pairs = FieldPair.all(old.tree, new.tree, objects)
        alteredFields = pairs.filter(\.isAltered)
        changedFields = pairs.filter { !$0.isAltered && !$0.keys.isEmpty }
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

    /// The pages that the widgets of a newer field are on, with their rectangles in the page's own coordinates.
    func visiblePlaces(of field: FieldNode) -> [FieldPlaces.Place] { places.visible(field) }
}
