import DescribedErrors

/// Checks every page's annotations except the widgets of fields: none is removed, changed, reordered or added, other
/// than comments where DocMDP level 3 permits them.
///
/// Stops the evil annotation attack: DocMDP level 3 lets anybody add annotations, and a text box, a stamp or a
/// redaction can cover a clause or show another one. Only annotations that cannot do so count as comments
/// (``Comment``).
struct AnnotationRule: DifferenceRule {
    func changes(in revisions: RevisionPair) -> [LaterChange] {
        var changes: [LaterChange] = []
        let oldWidgets = revisions.oldWidgets
        let newWidgets = revisions.newWidgets
        for (old, new) in revisions.pages {
            let page = PageAnnotations(
                revisions: revisions, old: old, new: new, oldWidgets: oldWidgets, newWidgets: newWidgets)
            changes += page.changes()
        }
        return changes
    }
}

/// The annotations of one page in two revisions.
private struct PageAnnotations {
    let revisions: RevisionPair
    let old: PDFPage
    let new: PDFPage
    let oldWidgets: Set<PDFReference>
    let newWidgets: Set<PDFReference>

    private var objects: ObjectComparison { revisions.objects }
    private var page: Int { new.number }

    func changes() -> [LaterChange] {
        guard let before = Self.annotations(of: old, in: objects.old),
            let after = Self.annotations(of: new, in: objects.new)
        else {
            return objects.areEqual(old.dictionary["Annots"], new.dictionary["Annots"])
                ? [] : [.other(.annotationsChanged(page: page), areas: [area(nil)])]
        }

        var changes: [LaterChange] = []
        var places: [PDFObject: [Int]] = [:]
        for (index, annotation) in after.enumerated().reversed() { places[annotation, default: []].append(index) }
        var taken: Set<Int> = []
        var last = -1
        var isReordered = false
        for annotation in before {
            if case .reference(let reference) = annotation {
                guard let index = places[annotation]?.popLast() else {
                    changes.append(removal(of: annotation))
                    continue
                }
                taken.insert(index)
                if index < last { isReordered = true }
                last = max(last, index)
                if oldWidgets.contains(reference), newWidgets.contains(reference) { continue }  // compared as a field
                if !objects.areEqual(reference, reference) { changes.append(change(of: reference)) }
            } else if let index = after.indices.first(where: {
                !taken.contains($0) && after[$0].referenceValue == nil && objects.areEqual(annotation, after[$0])
            }) {
                taken.insert(index)
            } else {
                changes.append(
                    .other(.annotationReplaced(page: page), areas: [area(annotation, old: true)]))
            }
        }
        if isReordered {
            changes.append(.other(.annotationsReordered(page: page), areas: [area(nil)]))
        }
        for (index, annotation) in after.enumerated() where !taken.contains(index) {
            // A widget is checked as a part of its field.
            if let reference = annotation.referenceValue, newWidgets.contains(reference) { continue }
            changes.append(addition(of: annotation))
        }
        return changes
    }

    // MARK: What happened to one

    private func removal(of annotation: PDFObject) -> LaterChange {
        let dictionary = (try? objects.old.resolve(annotation))?.dictionaryValue
        if annotation.referenceValue.map(oldWidgets.contains) != true,
            let comment = dictionary.flatMap({ Comment($0, on: old, in: objects.old, revisions.surveys) })
        {
            let change = ContentChange.commentRemoved(page: page, subtype: comment.subtype)
            return LaterChange(
                comment.isHarmless ? .comment(change) : .drawing(change), areas: [area(annotation, old: true)])
        }
        return .other(.annotationRemoved(page: page), areas: [area(annotation, old: true)])
    }

    private func change(of reference: PDFReference) -> LaterChange {
        let areas = [area(.reference(reference), old: true), area(.reference(reference))]
        if let before = (try? objects.old.object(reference))?.dictionaryValue,
            let after = (try? objects.new.object(reference))?.dictionaryValue,
            let earlier = Comment(before, on: old, in: objects.old, revisions.surveys),
            let comment = Comment(after, on: new, in: objects.new, revisions.surveys)
        {
            let change = ContentChange.commentChanged(page: page, subtype: comment.subtype)
            return LaterChange(
                earlier.isHarmless && comment.isHarmless ? .comment(change) : .drawing(change), areas: areas)
        }
        return .other(.annotationChanged(page: page), areas: areas)
    }

    private func addition(of annotation: PDFObject) -> LaterChange {
        let dictionary = (try? objects.new.resolve(annotation))?.dictionaryValue ?? [:]
        if let comment = Comment(dictionary, on: new, in: objects.new, revisions.surveys) {
            let change = ContentChange.commentAdded(page: page, subtype: comment.subtype)
            return LaterChange(comment.isHarmless ? .comment(change) : .drawing(change), areas: [area(annotation)])
        }
        return .other(
            .annotationAdded(page: page, subtype: dictionary["Subtype"]?.nameValue), areas: [area(annotation)])
    }

    // MARK: Reading

    /// Returns the elements of `/Annots`, or `nil` if it is not an array.
    private static func annotations(of page: PDFPage, in document: PDFDocument) -> [PDFObject]? {
        guard let object = try? document.value("Annots", in: page.dictionary) else { return nil }
        return object.isNull ? [] : object.arrayValue
    }

    private func area(_ annotation: PDFObject?, old isOld: Bool = false) -> ChangedArea {
        let document = isOld ? objects.old : objects.new
        var rect: PageRect?
        if let dictionary = annotation.flatMap({ try? document.resolve($0) })?.dictionaryValue,
            let numbers = (try? document.value("Rect", in: dictionary))?.arrayValue,
            let box = PDFRectangle(numbers), !box.isEmpty
        {
            rect = (isOld ? old : new).pageRect(box)
        }
        return ChangedArea(
            pageBefore: old.number, pageAfter: new.number, rect: rect, annotation: annotation?.referenceValue?.number)
    }
}

extension FieldTree {
    /// The references of all annotations that show fields.
    var annotationReferences: Set<PDFReference> {
        var references: Set<PDFReference> = []
        for field in fields {
            var isShown = false
            for widget in field.widgets {
                guard let reference = widget.reference else { continue }
                references.insert(reference)
                isShown = true
            }
            if !isShown, let reference = field.reference { references.insert(reference) }
        }
        return references
    }
}
