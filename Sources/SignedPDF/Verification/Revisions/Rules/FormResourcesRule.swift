/// Fonts and other resources of the form may be added to; what was there stays, and so does the default appearance.
///
/// Stops a font of the form being exchanged for one that draws other digits, in fields that nobody touches.
struct FormResourcesRule: DifferenceRule {
    func changes(in revisions: RevisionPair) -> [LaterChange] {
        let (old, new) = (revisions.old.tree.form, revisions.new.tree.form)
        var changes: [LaterChange] = []
        if !extends(old["DR"], new["DR"], revisions.objects) {
            changes.append(.other("the fonts or other resources of the form were changed"))
        }
        if old["DA"] != nil, !revisions.objects.areEqual(old["DA"], new["DA"]) {
            changes.append(.other("the form's entry /DA was changed"))
        }
        return changes
    }

    /// Whether resources were added to and none was changed.
    private func extends(_ old: PDFObject?, _ new: PDFObject?, _ objects: ObjectComparison) -> Bool {
        guard let old else { return true }
        if objects.areEqual(old, new, in: .painting) { return true }
        guard let before = (try? objects.old.resolve(old))?.dictionaryValue, let new,
            let after = (try? objects.new.resolve(new))?.dictionaryValue, objects.repeatSameKeys(before, after)
        else { return false }
        for entry in before.entries where !objects.areEqual(before[entry.key], after[entry.key], in: .painting) {
            guard let category = (try? objects.old.resolve(entry.value))?.dictionaryValue,
                let later = after[entry.key].flatMap({ try? objects.new.resolve($0) })?.dictionaryValue,
                category.keys.allSatisfy({ objects.areEqual(category[$0], later[$0], in: .painting) }),
                objects.repeatSameKeys(category, later)
            else { return false }
        }
        return true
    }
}
