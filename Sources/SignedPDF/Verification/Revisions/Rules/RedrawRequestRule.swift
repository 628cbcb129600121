/// Permits the request that viewers generate appearances (`/NeedAppearances`) as long as the fields show nothing and
/// stay so.
///
/// Stops shadow attacks on fields: a value that differs from the picture stays hidden in the signed file until a viewer
/// is asked to discard the picture. The same applies to a background, a border or white letters that no picture has
/// painted yet. Viewers choose how to set a text, such as its font, size and clipping, so a field with a value is
/// always doubtful.
struct RedrawRequestRule: DifferenceRule {
    /// Whether a revision asks viewers to generate its appearances.
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
        // The picture of a field that just got a value is checked by its own rule.
        let filled = Set(revisions.changedFields.filter { $0.keys.contains("V") }.map(\.new.exactName))
        let before = Dictionary(
            revisions.old.tree.fields.map { ($0.exactName, $0) }, uniquingKeysWith: { first, _ in first })
        return [LaterChange(.redrawRequested)]
            + revisions.new.tree.fields.compactMap { field in
                let old = before[field.exactName] ?? field
                return change(of: field, before: old, isFilled: filled.contains(field.exactName), revisions)
            }
    }

    /// Returns what changes if viewers regenerate a field's appearance, or `nil` if nothing does.
    private func change(
        of field: FieldNode, before: FieldNode, isFilled: Bool, _ revisions: RevisionPair
    ) -> LaterChange? {
        let changed = revisions.changedField(field)
        func unclear(_ effect: RedrawEffect) -> LaterChange.Kind {
            .unclear(.redrawReveals(field: changed, effect: effect), in: changed)
        }
        var finding: LaterChange.Kind?
        let document = revisions.objects.new
        switch field.type {
        case "Tx" where !isFilled, "Ch" where !isFilled:
            if case .differs(let shown, let value) = revisions.picture(of: field, before: field) {
                finding = .other(.redrawShowsOther(field: changed, shown: shown, value: value))
            }
        case "Btn" where !field.isPushButton && !CheckboxStateRule.isConsistent(field, document):
            finding = .other(.redrawReveals(field: changed, effect: .otherState))
        case "Sig":
            // Some viewers do not regenerate signatures, and omit their pictures.
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
