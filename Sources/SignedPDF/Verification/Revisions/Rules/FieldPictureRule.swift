/// A text field that was filled in shows its value, as far as its fonts tell what they show.
///
/// Stops a field that says one thing to people and another to programs: a permitted change of the value with a picture
/// of something else. A font that maps its own glyphs wrongly can still deceive, as in the page's own text.
struct FieldPictureRule: DifferenceRule {
    func changes(in revisions: RevisionPair) -> [LaterChange] {
        let isDrawnByViewers =
            (try? revisions.objects.new.value("NeedAppearances", in: revisions.new.tree.form)) == .bool(true)
        guard !isDrawnByViewers else { return [] }
        return revisions.changedFields.compactMap { pair in
            // What is forbidden anyway is told once.
            guard pair.new.type == "Tx", !pair.old.isReadOnly,
                !pair.keys.isDisjoint(with: FilledFieldRule.valueEntries),
                pair.keys.contains("V") || !pair.old.hasContent(in: revisions.objects.old),
                let mismatch = FieldPicture(pair.new, in: revisions.objects.new)?.mismatch
            else { return nil }
            return .other(
                "the field \(revisions.told(pair.new).words) \(mismatch)",
                areas: revisions.areas(of: pair.old, pair.new))
        }
    }
}
