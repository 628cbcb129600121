/// A text field or a choice that was filled in shows its value, and nothing else.
///
/// Stops a field that says one thing to people and another to programs: a permitted change of the value with a picture
/// of something else. What cannot be read - an image, shapes over the text, a font that does not tell what it shows -
/// is doubtful. A font that maps its own glyphs wrongly can still deceive, as in the page's own text.
struct FieldPictureRule: DifferenceRule {
    func changes(in revisions: RevisionPair) -> [LaterChange] {
        let isDrawnByViewers =
            (try? revisions.objects.new.value("NeedAppearances", in: revisions.new.tree.form)) == .bool(true)
        let wasDrawnByViewers =
            (try? revisions.objects.old.value("NeedAppearances", in: revisions.old.tree.form)) == .bool(true)
        return revisions.changedFields.compactMap { pair in
            guard pair.new.type == "Tx" || pair.new.type == "Ch",
                !pair.keys.isDisjoint(with: FilledFieldRule.valueEntries)
            else { return nil }
            // What is forbidden anyway is told once.
            let isRedrawn =
                wasDrawnByViewers && pair.keys.isDisjoint(with: FilledFieldRule.valueEntries.subtracting(["AP"]))
            guard
                isRedrawn
                    || !pair.old.isReadOnly
                        && (pair.keys.contains("V") || !pair.old.hasContent(in: revisions.objects.old))
            else { return nil }
            let field = revisions.told(pair.new).words
            let areas = revisions.areas(of: pair.old, pair.new)
            switch FieldPicture(of: pair.new, in: revisions.objects.new) {
            case .agrees: return nil
            case .missing:
                return isDrawnByViewers || revisions.visiblePlaces(of: pair.new)?.isEmpty == true
                    ? nil
                    : LaterChange(.unclear("the field \(field) has no picture of its new value"), areas: areas)
            case .unreadable:
                return LaterChange(.unclear("the field \(field) shows something that cannot be read"), areas: areas)
            case .differs(let how):
                // Some viewers draw it anew as they are asked to, others do not.
                return LaterChange(
                    isDrawnByViewers && !pair.keys.contains("AP")
                        ? .unclear("the field \(field) \(how)") : .other("the field \(field) \(how)"), areas: areas)
            }
        }
    }
}
