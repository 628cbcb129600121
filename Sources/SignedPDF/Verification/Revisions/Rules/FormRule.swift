import DescribedErrors

/// Checks the form's own dictionary, except its list of fields, its resources and the request to generate appearances.
///
/// Stops an XFA form that replaces the signed one, a changed calculation order, and duplicate keys.
struct FormRule: DifferenceRule {
    private static let otherEntries: Set<String> = ["Fields", "SigFlags", "DR", "DA", "NeedAppearances"]

    func changes(in revisions: RevisionPair) -> [LaterChange] {
        let (old, new) = (revisions.old.tree.form, revisions.new.tree.form)
        var changes: [LaterChange] = []
        if !revisions.objects.repeatSameKeys(old, new) { changes.append(.other(.formEntryRepeated)) }
        for key in revisions.objects.differingKeys(old, new) where !Self.otherEntries.contains(key) {
            changes.append(.other(.formEntryChanged(key: key)))
        }
        if !revisions.objects.areEqual(old["SigFlags"], new["SigFlags"]) {
            changes.append(LaterChange(.incidental(.formFlagsChanged)))
        }
        return changes
    }
}
