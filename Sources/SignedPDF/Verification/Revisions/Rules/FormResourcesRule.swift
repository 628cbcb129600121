/// Permits new fonts and encodings in the form's resources. Existing ones, and the default appearance, must stay.
///
/// Stops a form font from being replaced by one that draws other digits in fields that nobody changed. It also stops a
/// new font under a name that fields already use, which changes how readers that lacked it draw them.
struct FormResourcesRule: DifferenceRule {
    private static let growing: Set<String> = ["Font", "Encoding", "ProcSet"]

    func changes(in revisions: RevisionPair) throws(PDFError) -> [LaterChange] {
        let (old, new) = (revisions.old.tree.form, revisions.new.tree.form)
        var changes: [LaterChange] = []
        if let added = additions(to: old["DR"], new["DR"], revisions.objects) {
            if !added.isEmpty {
                changes.append(
                    try FontNameSearch.finds(added, in: revisions.old)
                        ? .other(.formFontInUseAdded)
                        : LaterChange(.incidental(.formFontsAdded)))
            }
        } else {
            changes.append(.other(.formResourcesChanged))
        }
        if old["DA"] != nil, !revisions.objects.areEqual(old["DA"], new["DA"]) {
            changes.append(.other(.formEntryChanged(key: "DA")))
        }
        return changes
    }

    /// Returns the names of added resources, or `nil` if one was changed or removed.
    private func additions(
        to old: PDFObject?, _ new: PDFObject?, _ objects: ObjectComparison
    ) -> Set<String>? {
        if objects.areEqual(old, new, in: .painting) { return [] }
        guard let before = (try? objects.old.resolve(old ?? .null)).map({ $0.dictionaryValue ?? [:] }),
            let after = new.flatMap({ try? objects.new.resolve($0) })?.dictionaryValue,
            objects.repeatSameKeys(before, after)
        else { return nil }
        var added: Set<String> = []
        for key in Set(before.keys).union(after.keys)
        where !objects.areEqual(before[key], after[key], in: .painting) {
            guard Self.growing.contains(key) else { return nil }
            let later = after[key].flatMap { try? objects.new.resolve($0) }
            if key == "ProcSet", later?.arrayValue != nil { continue }
            guard let category = (try? objects.old.resolve(before[key] ?? .null)).map({ $0.dictionaryValue ?? [:] }),
                let grown = later?.dictionaryValue,
                category.keys.allSatisfy({ objects.areEqual(category[$0], grown[$0], in: .painting) }),
                objects.repeatSameKeys(category, grown)
            else { return nil }
            added.formUnion(grown.keys.filter { category[$0] == nil })
        }
        return added
    }
}
