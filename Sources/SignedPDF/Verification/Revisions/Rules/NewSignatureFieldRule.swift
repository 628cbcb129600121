/// Signature fields may be added, empty or signed, if they do nothing and cover nothing.
///
/// Stops the sneaky signature attack: the picture of a new signature that is as large as a page, or lies over another
/// field, shows what nobody signed. Whether a picture is permitted at all depends on the certification.
struct NewSignatureFieldRule: DifferenceRule {
    /// The part of a page, or of another field, that a new signature's picture may take.
    private static let largestShare = 0.25
    private static let actionEntries = ["A", "AA"]
    /// Entries of an empty signature field from which no reader draws anything.
    private static let silentEntries: Set<String> = [
        "Type", "Subtype", "FT", "T", "TU", "TM", "Ff", "V", "Kids", "Parent", "P", "F", "Rect", "Lock", "SV", "NM",
        "M", "Border", "DA", "StructParent",
    ]

    func changes(in revisions: RevisionPair) -> [LaterChange] {
        revisions.addedFields.filter { $0.type == "Sig" }.flatMap { changes(by: $0, revisions) }
    }

    private func changes(by field: FieldNode, _ revisions: RevisionPair) -> [LaterChange] {
        let told = revisions.told(field)
        let areas = revisions.areas(of: nil, field)
        let dictionaries = [field.dictionary] + field.widgets.map(\.dictionary)
        if dictionaries.contains(where: { dictionary in Self.actionEntries.contains { dictionary[$0] != nil } }) {
            return [.other("the field \(told.words) with actions was added", areas: areas)]
        }
        let document = revisions.objects.new
        let isSilent = Self.showsNothing(field, in: document)
        guard field.hasValue(in: document) else {
            return [
                LaterChange(isSilent ? .signatureFieldAdded(told) : .visibleSignatureFieldAdded(told), areas: areas)
            ] + (isSilent ? [] : covering(field, told, revisions))
        }
        if isSilent {
            let isTimestamp = SignedFieldRule.isTimestamp(field, in: document)
            return [LaterChange(isTimestamp ? .timestamped(told) : .signedInNewField(told))]
        }
        return [LaterChange(.signedInNewVisibleField(told), areas: areas)] + covering(field, told, revisions)
    }

    /// Whether the field's widgets have no extent, or nothing that is drawn in them.
    static func showsNothing(_ field: FieldNode, in document: PDFDocument) -> Bool {
        ([field.dictionary] + field.widgets.map(\.dictionary)).allSatisfy { widget in
            if widget.keys.allSatisfy(silentEntries.contains) { return true }
            let corners = (try? document.value("Rect", in: widget))?.arrayValue?.compactMap(\.realValue) ?? []
            return corners.count == 4 && (corners[0] == corners[2] || corners[1] == corners[3])
        }
    }

    private func covering(_ field: FieldNode, _ told: ChangedField, _ revisions: RevisionPair) -> [LaterChange] {
        var changes: [LaterChange] = []
        for (page, rect, widget) in revisions.visiblePlaces(of: field) {
            let boxes = PaintedBoxes.boxes(of: widget, in: rect, revisions.objects.new)
            let area = [ChangedArea(pageBefore: page.number, pageAfter: page.number, rect: page.pageRect(rect))]
            let seen = boxes.map { $0.intersection(page.cropBox) }.reduce(0) { $0 + $1.width * $1.height }
            if seen > Self.largestShare * page.cropBox.width * page.cropBox.height {
                changes.append(
                    .other("the signature field \(told.words) covers a large part of the page", areas: area))
            }
            for other in revisions.old.tree.fields {
                for (otherPage, otherRect, _) in revisions.visiblePlaces(of: other)
                where otherPage.reference == page.reference {
                    let common = boxes.map { $0.intersection(otherRect) }.reduce(0) { $0 + $1.width * $1.height }
                    guard common > Self.largestShare * otherRect.width * otherRect.height else { continue }
                    changes.append(
                        .other(
                            "the signature field \(told.words) covers the field \(ChangedField(other.name).words)",
                            areas: area))
                }
            }
        }
        return changes
    }
}
