/// Checks that every signed field still exists: the same object with the same widgets, of the same kind.
///
/// Stops fields from being removed with their contents, moved elsewhere by another widget, or turned into another kind,
/// whose entries other rules compare.
struct FieldIdentityRule: DifferenceRule {
    func changes(in revisions: RevisionPair) -> [LaterChange] {
        var changes: [LaterChange] = []
        guard !Self.onlyGrows(revisions) else { return Self.alterations(revisions) }
        let before = Dictionary(grouping: revisions.old.tree.fields, by: \.exactName)
        let after = Dictionary(grouping: revisions.new.tree.fields, by: \.exactName)
        for field in revisions.old.tree.fields where after[field.exactName] == nil {
            changes.append(
                .other(
                    .fieldRemoved(field: ChangedField(field.name)), areas: revisions.areas(of: field, nil)))
        }
        for (name, earlier) in before.sorted(by: { $0.key.text < $1.key.text }) {
            guard let later = after[name], later.count != earlier.count else { continue }
            changes.append(.other(.fieldNameReused(field: ChangedField(name.text))))
        }
        return changes + Self.alterations(revisions)
    }

    /// Whether all fields are in the same order, and only fields with new names follow.
    private static func onlyGrows(_ revisions: RevisionPair) -> Bool {
        let (before, after) = (revisions.old.tree.fields, revisions.new.tree.fields)
        return after.count - before.count == revisions.addedFields.count
            && zip(before, after).allSatisfy { $0.exactName == $1.exactName }
    }

    private static func alterations(_ revisions: RevisionPair) -> [LaterChange] {
        revisions.alteredFields.compactMap { pair in
            pair.alteration.map { alteration in
                .other(
                    .fieldAltered(field: revisions.changedField(pair.new), alteration: alteration),
                    areas: revisions.areas(of: pair.old, pair.new))
            }
        }
    }
}
