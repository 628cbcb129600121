import DescribedErrors

/// Checks that the entries of a field that filling in and signing do not change stay the same.
///
/// Stops fields from being moved or enlarged over page text, hidden or revealed (shadow attacks "hide"), given actions,
/// or given another alternate name.
struct FieldEntriesRule: DifferenceRule {
    /// The entries of a signature field that programs change when signing.
    private static let signingEntries: Set<String> = ["V", "AP", "AS", "F", "Ff", "M", "MK", "DA", "DR", "P"]

    func changes(in revisions: RevisionPair) -> [LaterChange] {
        revisions.changedFields.flatMap { pair -> [LaterChange] in
            let isSignature = pair.new.type == "Sig"
            // A changed signature is reported as a whole.
            if isSignature, !SignedFieldRule.isBeingSigned(pair, revisions.objects) { return [] }
            let rest = pair.keys.subtracting(isSignature ? Self.signingEntries : FilledFieldRule.valueEntries)
            return rest.sorted().compactMap { key in
                // Making a field read-only, or locking a widget, protects it; a widget must not become hidden or
                // visible.
                if key == "Ff", onlyAdds(1, to: key, pair, revisions.objects) {
                    // Filling in may close a field; closing an empty field would lock out its signer.
                    let isFilled = !pair.keys.isDisjoint(with: ["V", "AP", "AS"])
                    return pair.old.isReadOnly || isFilled
                        ? nil : LaterChange(.fieldClosed(revisions.changedField(pair.new)))
                }
                if key == "F", onlyAdds(64 | 128 | 512, to: key, pair, revisions.objects) { return nil }
                return .other(
                    Self.change(of: key, in: revisions.changedField(pair.new)),
                    areas: revisions.areas(of: pair.old, pair.new))
            }
        }
    }

    /// Whether only allowed flags were set and none was cleared, in the field and its widgets.
    private func onlyAdds(_ allowed: Int, to key: String, _ pair: FieldPair, _ objects: ObjectComparison) -> Bool {
        let before = [pair.old.dictionary, pair.old.attributes] + pair.old.widgets.map(\.dictionary)
        let after = [pair.new.dictionary, pair.new.attributes] + pair.new.widgets.map(\.dictionary)
        return zip(before, after).allSatisfy { first, second in
            guard let flags = number(key, in: first, of: objects.old),
                let later = number(key, in: second, of: objects.new)
            else { return false }
            return flags & later == flags && later & ~(flags | allowed) == 0
        }
    }

    /// Returns the flags, 0 if there are none, or `nil` if the value is something else.
    private func number(_ key: String, in dictionary: PDFDictionary, of document: PDFDocument) -> Int? {
        guard let value = try? document.value(key, in: dictionary) else { return nil }
        return value.isNull ? 0 : value.integerValue
    }

    private static func change(of key: String, in field: ChangedField) -> ContentChange {
        switch key {
        case "Rect": .fieldMoved(field: field)
        case "F": .fieldVisibilityChanged(field: field)
        case "A", "AA": .fieldActionsChanged(field: field)
        case "TU": .fieldRenamed(field: field)
        default: .fieldEntryChanged(field: field, key: key)
        }
    }
}
