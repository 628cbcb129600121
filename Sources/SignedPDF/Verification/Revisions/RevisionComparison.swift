import Foundation

/// What one revision of a file did to an earlier one.
///
/// This is a list of what is known to be harmless, not of what is known to be dangerous: everything that differs and
/// is not recognised as filling in, signing or keeping evidence comes out as ``LaterChange/other(_:)``.
struct RevisionComparison {
    private let objects: ObjectComparison
    private let oldTree: FieldTree
    private let newTree: FieldTree
    private let oldPages: [PDFPage]
    private let newPages: [PDFPage]

    private init(old: PDFDocument, new: PDFDocument) throws(PDFError) {
        objects = ObjectComparison(old: old, new: new)
        oldTree = try FieldTree(old)
        newTree = try FieldTree(new)
        oldPages = try old.pages()
        newPages = try new.pages()
        // Only what was a field or a page when it was signed: a later revision must not choose what is compared by
        // which rules, or it would declare the page's content to be a field.
        objects.fields.formUnion(oldTree.groups.keys.map(\.number))
        for field in oldTree.fields {
            objects.fields.formUnion(([field.reference] + field.widgets.map(\.reference)).compactMap { $0?.number })
        }
        objects.pages = Set(oldPages.map(\.reference.number))
        objects.pages.formUnion(
            [old.trailer["Root"], try old.catalog()["Pages"]].compactMap { $0?.referenceValue?.number })
    }

    /// All changes from one revision to a later one, in an order that people can follow, none of them twice.
    static func changes(from old: PDFDocument, to new: PDFDocument) -> [LaterChange] {
        do throws(PDFError) {
            let comparison = try RevisionComparison(old: old, new: new)
            let changes =
                comparison.pageChanges() + comparison.fieldChanges() + (try comparison.catalogChanges())
                + comparison.propertyChanges()
            var seen: Set<LaterChange> = []
            return changes.filter { seen.insert($0).inserted }
        } catch {
            return [.other("the file was changed so that it can no longer be compared")]
        }
    }

    private func pageChanges() -> [LaterChange] {
        let comparison = PageComparison(objects: objects, oldTree: oldTree, newTree: newTree)
        let changes = comparison.changes(from: oldPages, to: newPages)
        if !changes.isEmpty || keepsPageTree { return changes }
        return [.other("the tree of the document's pages was changed")]
    }

    /// Whether the root of the page tree is the same object with the same content.
    private var keepsPageTree: Bool {
        guard let before = (try? objects.old.catalog())?["Pages"], let after = (try? objects.new.catalog())?["Pages"]
        else { return false }
        guard let first = before.referenceValue, let second = after.referenceValue else {
            return objects.areEqual(before, after)
        }
        return first == second && objects.areEqual(first, second)
    }

    private func fieldChanges() -> [LaterChange] {
        if oldTree.isIncomplete || newTree.isIncomplete {
            return [.other("the form was changed, but has too many or too deep fields to compare them")]
        }
        return FieldComparison(objects: objects).changes(from: oldTree, to: newTree)
    }

    // MARK: The catalog

    /// Entries that are compared on their own, or that say nothing about what a reader sees.
    private static let separateEntries: Set<String> = ["Type", "Pages", "AcroForm", "DSS", "Metadata", "Extensions"]

    private static let entryNames = [
        "AA": "automatic actions were", "AF": "attached files were", "Dests": "link targets were",
        "Lang": "language was", "MarkInfo": "tags were", "Names": "scripts, attached files or link targets were",
        "OCProperties": "layers were", "OpenAction": "opening action was", "Outlines": "bookmarks were",
        "PageLabels": "page labels were", "PageLayout": "page layout was", "PageMode": "page mode was",
        "Perms": "permissions were", "StructTreeRoot": "tags were", "ViewerPreferences": "viewer preferences were",
    ]

    private func catalogChanges() throws(PDFError) -> [LaterChange] {
        let before = try objects.old.catalog()
        let after = try objects.new.catalog()
        var changes: [LaterChange] = []
        if objects.old.trailer["Root"] != objects.new.trailer["Root"] {
            changes.append(.other("the document's catalog was exchanged for another"))
        }
        if !objects.repeatSameKeys(before, after) {
            changes.append(.other("the document's catalog got an entry twice"))
        }
        for key in objects.differingKeys(before, after) where !Self.separateEntries.contains(key) {
            if key == "Version", Self.raisesVersion(before[key], after[key]) { continue }
            changes.append(.other("the document's \(Self.entryNames[key] ?? "entry /\(key) was") changed"))
        }
        if !objects.areEqual(before["DSS"], after["DSS"]) {
            let isNew = before["DSS"] == nil
            changes.append(
                after["DSS"] == nil ? .other("the document security store was removed") : .securityStore(isNew: isNew))
        }
        if !objects.areEqual(before["Metadata"], after["Metadata"]) { changes.append(.propertiesChanged) }
        return changes
    }

    /// Whether the only thing that happened is that a later revision uses a newer version of PDF.
    private static func raisesVersion(_ before: PDFObject?, _ after: PDFObject?) -> Bool {
        guard let after = after?.nameValue else { return false }
        return (before?.nameValue ?? "") < after
    }

    private func propertyChanges() -> [LaterChange] {
        objects.areEqual(objects.old.trailer["Info"], objects.new.trailer["Info"]) ? [] : [.propertiesChanged]
    }
}
