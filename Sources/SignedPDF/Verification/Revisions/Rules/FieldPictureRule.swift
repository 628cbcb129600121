/// Checks that a filled text field or choice field shows its value, and nothing else.
///
/// Stops a field that shows people something other than programs read: a permitted change of value with a different
/// picture, or with reordered letters. It also stops open fields that lie over page text and cover it when they are
/// filled in. A picture that does not follow the grammar in `docs/difference-policy.md` is doubtful. So is a ground
/// that the signer has not seen, and text in a font that only claims which letters it shows, unless somebody signs for
/// it. A font that maps its own glyphs wrongly can still deceive, as in the page's own text.
struct FieldPictureRule: DifferenceRule {
    func changes(in revisions: RevisionPair) -> [LaterChange] {
        let isDrawnByViewers = RedrawRequestRule.isRequested(by: revisions.new)
        let wasDrawnByViewers = RedrawRequestRule.isRequested(by: revisions.old)
        return revisions.changedFields.compactMap { pair in
            guard pair.new.type != "Sig", pair.new.type != "Btn",
                !pair.keys.isDisjoint(with: FilledFieldRule.valueEntries.subtracting(FilledFieldRule.selectionEntries))
            else { return nil }
            // A change that is forbidden anyway is reported only once.
            let isRedrawn =
                wasDrawnByViewers && pair.keys.isDisjoint(with: FilledFieldRule.valueEntries.subtracting(["AP"]))
            guard
                isRedrawn
                    || !pair.old.isReadOnly
                        && (pair.keys.contains("V") || !pair.old.hasContent(in: revisions.objects.old))
            else { return nil }
            let field = revisions.changedField(pair.new)
            let areas = revisions.areas(of: pair.old, pair.new)
            func unclear(_ change: ContentChange) -> LaterChange {
                LaterChange(.unclear(change, in: field), areas: areas)
            }
            // Readers do not agree on what a field of an unknown type shows.
            guard pair.new.type == "Tx" || pair.new.type == "Ch" else {
                return unclear(.fieldPictureUnreadable(field: field))
            }
            // Anything that the field showed besides its value was a part of the page.
            if !isRedrawn, !wasDrawnByViewers, !revisions.showedOnlyItsValue(pair.old) {
                return unclear(.fieldShowedMore(field: field))
            }
            switch revisions.picture(of: pair.new, before: pair.old) {
            case .agrees(_, let isClaimed):
                let claim = LaterChange.Kind.claimed(.fieldFontUnverified(field: field), in: field)
                return isClaimed ? LaterChange(claim, areas: areas) : nil
            case .hidden: return unclear(.fieldPictureHidden(field: field))
            case .covers: return unclear(.fieldGroundAdded(field: field))
            case .uncovers: return unclear(.fieldGroundLost(field: field))
            case .missing:
                return isDrawnByViewers || revisions.visiblePlaces(of: pair.new)?.isEmpty == true
                    ? nil : unclear(.fieldPictureMissing(field: field))
            case .unreadable: return unclear(.fieldPictureUnreadable(field: field))
            case .differs(let shown, let value):
                let change = ContentChange.fieldShowsOther(field: field, shown: shown, value: value)
                // Some viewers regenerate it as requested, others do not.
                return isDrawnByViewers && !pair.keys.contains("AP")
                    ? unclear(change) : .other(change, areas: areas)
            }
        }
    }
}
