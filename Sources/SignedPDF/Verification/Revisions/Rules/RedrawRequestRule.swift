/// Viewers may be asked to draw fields anew (`/NeedAppearances`) as long as these show nothing and stay so.
///
/// Stops shadow attacks on fields: a value that differs from the picture sleeps in the signed file until a viewer is
/// asked to throw the picture away; or a background, a border or white letters that no picture painted yet. How a viewer
/// sets a text - in which font and size, where it cuts it off - is its own affair, so that a field with a value is
/// always doubtful.
struct RedrawRequestRule: DifferenceRule {
    /// Whether a revision asks viewers to draw its fields anew.
    static func isRequested(by revision: Revision) -> Bool {
        (try? revision.document.value("NeedAppearances", in: revision.tree.form)) == .bool(true)
    }

    func changes(in revisions: RevisionPair) -> [LaterChange] {
        let (old, new) = (revisions.old.tree.form, revisions.new.tree.form)
        guard !revisions.objects.areEqual(old["NeedAppearances"], new["NeedAppearances"]) else { return [] }
        switch try? revisions.objects.new.value("NeedAppearances", in: new) {
        case .bool(false), .null: return []
        case .bool(true): break
        default: return [.other(.formEntryChanged(key: "NeedAppearances"))]
        }
        // What a field shows that was just given a value is looked at for that.
        let filled = Set(revisions.changedFields.filter { $0.keys.contains("V") }.map(\.new.name))
        let before = Dictionary(
            revisions.old.tree.fields.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        return [LaterChange(.redrawRequested)]
            + revisions.new.tree.fields.compactMap { field in
                let old = before[field.name] ?? field
                return change(of: field, before: old, isFilled: filled.contains(field.name), revisions)
            }
    }

    /// What becomes of a field that viewers draw anew, if that is not what it shows now.
    private func change(
        of field: FieldNode, before: FieldNode, isFilled: Bool, _ revisions: RevisionPair
    ) -> LaterChange? {
        let told = revisions.told(field)
        func unclear(_ effect: RedrawEffect) -> LaterChange.Kind {
            .unclear(.redrawReveals(field: told, effect: effect), in: told)
        }
        var finding: LaterChange.Kind?
        let document = revisions.objects.new
        switch field.type {
        case "Tx" where !isFilled, "Ch" where !isFilled:
            if case .differs(let shown, let value) = revisions.picture(of: field, before: field) {
                finding = .other(.redrawShowsOther(field: told, shown: shown, value: value))
            }
        case "Btn" where !field.isPushButton && !CheckboxStateRule.isConsistent(field, document):
            finding = .other(.redrawReveals(field: told, effect: .otherState))
        case "Sig":
            // Some viewers draw no signature anew, and leave its picture out.
            guard field.hasValue(in: document), revisions.visiblePlaces(of: field)?.isEmpty == false else { return nil }
            return LaterChange(
                unclear(.pictureLeftOut), areas: revisions.areas(of: nil, field))
        case nil: return nil
        default: break
        }
        if finding == nil, field.hasContent(in: document) { finding = unclear(.otherSetting) }
        finding = finding ?? RedrawnLook.difference(of: field, before: before, revisions).map(unclear)
        return finding.map { LaterChange($0, areas: revisions.areas(of: nil, field)) }
    }
}
