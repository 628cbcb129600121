/// Permits signing an unsigned signature field; a signed field must stay exactly the same.
///
/// Stops signatures from being removed or replaced, and their pictures from being regenerated.
struct SignedFieldRule: DifferenceRule {
    func changes(in revisions: RevisionPair) -> [LaterChange] {
        revisions.changedFields.flatMap { pair -> [LaterChange] in
            guard pair.new.type == "Sig", let change = change(pair, revisions) else { return [] }
            guard pair.keys.contains("AP"), SignedFieldRule.isBeingSigned(pair, revisions.objects),
                Self.hid(pair.old, in: revisions.objects.old)
            else { return [change] }
            let field = revisions.changedField(pair.new)
            let gone = ContentChange.signatureFieldUncovers(field: field)
            return [change, LaterChange(.unclear(gone, in: field), areas: change.areas)]
        }
    }

    /// Whether an unsigned field's picture hid print below it.
    private static func hid(_ field: FieldNode, in document: PDFDocument) -> Bool {
        field.widgetDictionaries.contains { widget in
            guard let picture = AppearanceStreams.shown(of: widget, in: document),
                let rect = FieldPlaces.rectangle(of: widget, in: document), !rect.isEmpty
            else { return false }
            return ButtonInk.hides(picture, in: rect, document)
        }
    }

    private func change(_ pair: FieldPair, _ revisions: RevisionPair) -> LaterChange? {
        let field = revisions.changedField(pair.new)
        let areas = revisions.areas(of: pair.old, pair.new)
        if pair.old.hasValue(in: revisions.objects.old) {
            return .other(.signatureChanged(field: field), areas: areas)
        }
        guard pair.new.hasValue(in: revisions.objects.new) else {
            return .other(.emptySignatureFieldChanged(field: field), areas: areas)
        }
        guard Self.isTimestamp(pair.new, in: revisions.objects.new) else {
            return LaterChange(.signed(field), areas: areas)
        }
        // A field that shows anything waits for a person's signature.
        let wasSilent = NewSignatureFieldRule.showsNothing(pair.old, in: revisions.objects.old)
        guard wasSilent, NewSignatureFieldRule.showsNothing(pair.new, in: revisions.objects.new) else {
            return .other(.timestampVisible(field: field), areas: areas)
        }
        return LaterChange(.timestampedInField(field))
    }

    /// Whether an unsigned field became a signed one.
    static func isBeingSigned(_ pair: FieldPair, _ objects: ObjectComparison) -> Bool {
        !pair.old.hasValue(in: objects.old) && pair.new.hasValue(in: objects.new)
    }

    /// Whether the value claims to be a document timestamp. If the claim is false, it fails as a signature of its own.
    static func isTimestamp(_ field: FieldNode, in document: PDFDocument) -> Bool {
        let value = field.attributes["V"].flatMap { try? document.resolve($0) }?.dictionaryValue
        return value.map(SignedField.isTimestamp) ?? false
    }
}
