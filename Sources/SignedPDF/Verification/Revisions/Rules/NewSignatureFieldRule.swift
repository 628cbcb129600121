/// Permits new signature fields, unsigned or signed, if they do nothing and cover nothing.
///
/// Stops annotations of another kind that pose as signature fields, such as a drawing, a highlight or a rectangle with
/// a border. Readers paint those from their own entries, wherever their rectangle is. ``PictureExtentRule`` limits what
/// the picture of a new signature may cover; the certification decides whether one is permitted at all.
struct NewSignatureFieldRule: DifferenceRule {
    private static let actionEntries = ["A", "AA"]
    /// Entries of an unsigned signature field from which no reader draws anything.
    private static let silentEntries: Set<String> = [
        "Type", "Subtype", "FT", "T", "TU", "TM", "Ff", "V", "Kids", "Parent", "P", "F", "Rect", "Lock", "SV", "NM",
        "M", "DA", "StructParent",
    ]
    /// Entries of a widget from which readers draw only within its rectangle, so nothing if that is empty.
    private static let drawnEntries: Set<String> = ["AP", "AS", "MK", "BS", "Border", "DR", "H", "Q"]

    func changes(in revisions: RevisionPair) -> [LaterChange] {
        revisions.addedFields.filter { $0.type == "Sig" }.flatMap { changes(by: $0, revisions) }
    }

    private func changes(by field: FieldNode, _ revisions: RevisionPair) -> [LaterChange] {
        let changed = revisions.changedField(field)
        let areas = revisions.areas(of: nil, field)
        let dictionaries = [field.dictionary] + field.widgets.map(\.dictionary)
        if dictionaries.contains(where: { dictionary in Self.actionEntries.contains { dictionary[$0] != nil } }) {
            return [.other(.fieldWithActionsAdded(field: changed), areas: areas)]
        }
        let document = revisions.objects.new
        guard dictionaries.allSatisfy({ Self.isWidget($0, in: document) }) else {
            return [.other(.signatureFieldUnusual(field: changed), areas: areas)]
        }
        let isSilent = Self.showsNothing(field, in: document)
        guard field.hasValue(in: document) else {
            return [
                LaterChange(
                    isSilent ? .signatureFieldAdded(changed) : .visibleSignatureFieldAdded(changed), areas: areas)
            ]
        }
        if SignedFieldRule.isTimestamp(field, in: document) {
            // An authority that timestamps everything is not responsible for a picture.
            return [
                isSilent ? LaterChange(.timestamped(changed)) : .other(.timestampVisible(field: changed), areas: areas)
            ]
        }
        if isSilent { return [LaterChange(.signedInNewField(changed))] }
        return [LaterChange(.signedInNewVisibleField(changed), areas: areas)]
    }

    /// Whether a dictionary is a widget, or a field with separate widgets.
    private static func isWidget(_ dictionary: PDFDictionary, in document: PDFDocument) -> Bool {
        switch try? document.value("Subtype", in: dictionary) {
        case .name("Widget"), .null: true
        default: false
        }
    }

    /// Whether the field's widgets have nothing to draw, or an empty rectangle.
    static func showsNothing(_ field: FieldNode, in document: PDFDocument) -> Bool {
        ([field.dictionary] + field.widgets.map(\.dictionary)).allSatisfy { widget in
            guard isWidget(widget, in: document) else { return false }
            let others = widget.keys.filter { !silentEntries.contains($0) }
            guard !others.isEmpty else { return true }
            let rect = FieldPlaces.rectangle(of: widget, in: document)
            return others.allSatisfy(drawnEntries.contains) && rect?.isEmpty == true
        }
    }
}
