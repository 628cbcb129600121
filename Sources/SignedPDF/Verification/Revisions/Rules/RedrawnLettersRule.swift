/// Checks that people can read a new value that viewers draw themselves, because the signed file asked for it
/// (`/NeedAppearances`).
///
/// Stops default appearances that were prepared before signing: white or tiny letters, dingbats, hidden text. A program
/// reads the new value, and people see nothing or something else.
struct RedrawnLettersRule: DifferenceRule {
    func changes(in revisions: RevisionPair) -> [LaterChange] {
        guard RedrawRequestRule.isRequested(by: revisions.new) else { return [] }
        return revisions.changedFields.compactMap { pair in
            guard pair.new.type == "Tx" || pair.new.type == "Ch", pair.keys.contains("V"),
                pair.new.hasContent(in: revisions.objects.new)
            else { return nil }
            let places = revisions.visiblePlaces(of: pair.new) ?? []
            let isLegible = places.allSatisfy { place in
                ViewerLetters(of: place.widget, pair.new, revisions.new)?.isLegible(in: place.rect) ?? false
            }
            guard !isLegible else { return nil }
            let field = revisions.changedField(pair.new)
            return LaterChange(
                .unclear(.redrawIllegible(field: field), in: field), areas: revisions.areas(of: pair.old, pair.new))
        }
    }
}
