/// Checks what every page paints: its content streams, and the fonts, images, layers and other resources that they use,
/// its own or inherited.
///
/// Stops content replaced in an update, XObjects and fonts replaced under an unchanged content stream (shadow attacks
/// "replace"), and resources replaced in a parent node. It also stops objects that are declared to be fields but are
/// painted: here every reference is followed, whatever it claims to be.
struct PageContentRule: DifferenceRule {
    func changes(in revisions: RevisionPair) -> [LaterChange] {
        let objects = revisions.objects
        var changes: [LaterChange] = []
        for (old, new) in revisions.pages {
            let areas = [ChangedArea(pageBefore: old.number, pageAfter: new.number)]
            if !objects.areEqual(old.dictionary["Contents"], new.dictionary["Contents"], in: .painting) {
                changes.append(.other(.pageContentReplaced(page: new.number), areas: areas))
            }
            if !objects.areEqual(old.inherited["Resources"], new.inherited["Resources"], in: .painting) {
                changes.append(
                    .other(.pageResourcesChanged(page: new.number), areas: areas))
            }
        }
        return changes
    }
}
