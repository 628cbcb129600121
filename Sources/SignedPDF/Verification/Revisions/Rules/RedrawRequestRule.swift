/// Viewers may be asked to draw fields anew (`/NeedAppearances`) if every field then shows what it shows now.
///
/// Stops a shadow attack on fields: a value that differs from the picture sleeps in the signed file until a viewer is
/// asked to throw the picture away.
struct RedrawRequestRule: DifferenceRule {
    func changes(in revisions: RevisionPair) -> [LaterChange] {
        let (old, new) = (revisions.old.tree.form, revisions.new.tree.form)
        guard !revisions.objects.areEqual(old["NeedAppearances"], new["NeedAppearances"]) else { return [] }
        switch try? revisions.objects.new.value("NeedAppearances", in: new) {
        case .bool(false), .null: return []
        case .bool(true): break
        default: return [.other("the form's entry /NeedAppearances was changed")]
        }
        var changes = [LaterChange(.redrawRequested)]
        // A field that was just given a value may well have its old picture still.
        let filled = Set(revisions.changedFields.filter { $0.keys.contains("V") }.map(\.new.name))
        for field in revisions.new.tree.fields where field.type == "Tx" && !filled.contains(field.name) {
            guard let mismatch = FieldPicture(field, in: revisions.objects.new)?.mismatch else { continue }
            changes.append(
                .other(
                    "viewers were asked to draw the field \(revisions.told(field).words) anew, which \(mismatch)",
                    areas: revisions.areas(of: nil, field)))
        }
        return changes
    }
}
