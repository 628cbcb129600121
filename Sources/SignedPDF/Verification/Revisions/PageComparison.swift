import Foundation

/// What a later revision did to pages and to the annotations on them.
struct PageComparison {
    let objects: ObjectComparison
    let oldTree: FieldTree
    let newTree: FieldTree

    func changes(from old: [PDFPage], to new: [PDFPage]) -> [LaterChange] {
        var changes = orderChanges(from: old, to: new)
        let before = Dictionary(old.map { ($0.reference, $0) }, uniquingKeysWith: { first, _ in first })
        for page in new {
            guard let earlier = before[page.reference] else { continue }
            changes += pageChanges(from: earlier, to: page)
        }
        return changes
    }

    private func orderChanges(from old: [PDFPage], to new: [PDFPage]) -> [LaterChange] {
        let before = old.map(\.reference)
        let after = new.map(\.reference)
        guard before != after else { return [] }
        let kept = Set(before).intersection(after)
        var changes: [LaterChange] = []
        for page in old where !kept.contains(page.reference) {
            changes.append(.other("page \(page.number) was removed"))
        }
        for page in new where !kept.contains(page.reference) {
            changes.append(.other("page \(page.number) was added"))
        }
        if changes.isEmpty || before.filter(kept.contains) != after.filter(kept.contains) {
            changes.append(.other("the pages were put into another order"))
        }
        return changes
    }

    // MARK: One page

    /// Entries that are compared otherwise, or that say nothing about what a reader sees.
    private static let otherEntries: Set<String> = [
        "Type", "Annots", "Contents", "Resources", "MediaBox", "CropBox", "Rotate", "Tabs", "LastModified",
        "PieceInfo", "Metadata", "Thumb",
    ]

    private func pageChanges(from old: PDFPage, to new: PDFPage) -> [LaterChange] {
        var changes: [LaterChange] = []
        let page = "page \(new.number)"
        if !objects.areEqual(old.dictionary["Contents"], new.dictionary["Contents"], in: .painting) {
            changes.append(.other("\(page)'s content was replaced"))
        }
        if !objects.areEqual(old.inherited["Resources"], new.inherited["Resources"], in: .painting) {
            changes.append(.other("\(page)'s fonts, images or other resources were changed"))
        }
        for (key, name) in [("MediaBox", "size"), ("CropBox", "visible part"), ("Rotate", "rotation")]
        where !objects.areEqual(old.inherited[key], new.inherited[key]) {
            changes.append(.other("\(page)'s \(name) was changed"))
        }
        if !objects.repeatSameKeys(old.dictionary, new.dictionary) {
            changes.append(.other("\(page) got an entry twice"))
        }
        for key in objects.differingKeys(old.dictionary, new.dictionary) where !Self.otherEntries.contains(key) {
            changes.append(.other("\(page)'s entry /\(key) was changed"))
        }
        return changes + annotationChanges(from: old, to: new)
    }

    // MARK: Annotations

    private func annotationChanges(from old: PDFPage, to new: PDFPage) -> [LaterChange] {
        let before = Self.annotations(of: old, in: objects.old)
        let after = Self.annotations(of: new, in: objects.new)
        guard let before, let after else {
            return objects.areEqual(old.dictionary["Annots"], new.dictionary["Annots"])
                ? [] : [.annotation("the annotations on page \(new.number) were changed")]
        }
        let oldWidgets = Self.widgets(of: oldTree)
        let newWidgets = Self.widgets(of: newTree)
        var changes: [LaterChange] = []
        var added = after
        for annotation in before {
            if case .reference(let reference) = annotation {
                guard let index = added.firstIndex(of: annotation) else {
                    changes.append(.other("an annotation was removed from page \(new.number)"))
                    continue
                }
                added.remove(at: index)
                if oldWidgets.contains(reference), newWidgets.contains(reference) { continue }  // compared as a field
                if !objects.areEqual(reference, reference) {
                    changes.append(.annotation("an annotation on page \(new.number) was changed"))
                }
            } else if let index = added.firstIndex(where: { objects.areEqual(annotation, $0) }) {
                added.remove(at: index)
            } else {
                changes.append(.annotation("an annotation on page \(new.number) was changed or removed"))
            }
        }
        for annotation in added {
            if let reference = annotation.referenceValue, newWidgets.contains(reference) {
                // A widget of a new field comes with the field; one of an old field has no business here.
                if oldWidgets.contains(reference) {
                    changes.append(.other("a field was put on page \(new.number)"))
                }
                continue
            }
            let type = (try? objects.new.resolve(annotation))?.dictionaryValue?["Subtype"]?.nameValue ?? "unknown"
            changes.append(.annotation("an annotation (\(type)) was added to page \(new.number)"))
        }
        return changes
    }

    /// The elements of `/Annots`; nothing if it is no array.
    private static func annotations(of page: PDFPage, in document: PDFDocument) -> [PDFObject]? {
        guard let object = try? document.value("Annots", in: page.dictionary) else { return nil }
        return object.isNull ? [] : object.arrayValue
    }

    private static func widgets(of tree: FieldTree) -> Set<PDFReference> {
        Set(tree.fields.flatMap(\.annotationReferences))
    }
}
