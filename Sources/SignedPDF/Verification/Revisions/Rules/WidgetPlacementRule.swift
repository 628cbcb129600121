/// Checks that a widget that is added to a page belongs to a new field, and is on one page only.
///
/// Stops the widget of an old field, perhaps hidden on no page, from being put over page text, and a new signature's
/// picture from being shown on many pages.
struct WidgetPlacementRule: DifferenceRule {
    func changes(in revisions: RevisionPair) -> [LaterChange] {
        let oldWidgets = revisions.oldWidgets
        let newWidgets = revisions.newWidgets
        var placed: Set<PDFReference> = []
        var changes: [LaterChange] = []
        for (old, new) in revisions.pages {
            guard old.dictionary["Annots"] != nil || new.dictionary["Annots"] != nil else { continue }
            let before = Self.annotations(of: old, in: revisions.objects.old)
            for annotation in Self.annotations(of: new, in: revisions.objects.new).subtracting(before) {
                guard newWidgets.contains(annotation) else { continue }
                let areas = [ChangedArea(pageBefore: old.number, pageAfter: new.number)]
                if oldWidgets.contains(annotation) {
                    changes.append(.other(.fieldPutOnPage(page: new.number), areas: areas))
                } else if !placed.insert(annotation).inserted {
                    changes.append(
                        .other(.fieldPictureRepeated(page: new.number), areas: areas))
                }
            }
        }
        return changes
    }

    private static func annotations(of page: PDFPage, in document: PDFDocument) -> Set<PDFReference> {
        let annotations = (try? document.value("Annots", in: page.dictionary))?.arrayValue ?? []
        return Set(annotations.compactMap(\.referenceValue))
    }
}
