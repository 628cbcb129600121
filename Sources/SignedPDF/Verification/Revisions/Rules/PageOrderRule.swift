/// Checks that the pages and their order are the same.
///
/// Stops incremental saving attacks that append, omit or replace pages, and shadow attacks that reveal a page that was
/// hidden in the signed file.
struct PageOrderRule: DifferenceRule {
    func changes(in revisions: RevisionPair) -> [LaterChange] {
        let (old, new) = (revisions.oldPages, revisions.newPages)
        let before = old.map(\.reference)
        let after = new.map(\.reference)
        guard before != after else { return [] }
        let kept = Set(before).intersection(after)
        var changes: [LaterChange] = []
        for page in old where !kept.contains(page.reference) {
            changes.append(
                .other(
                    .pageRemoved(page: page.number), areas: [ChangedArea(pageBefore: page.number, pageAfter: nil)]))
        }
        for page in new where !kept.contains(page.reference) {
            changes.append(
                .other(.pageAdded(page: page.number), areas: [ChangedArea(pageBefore: nil, pageAfter: page.number)]))
        }
        if changes.isEmpty || before.filter(kept.contains) != after.filter(kept.contains) {
            changes.append(.other(.pagesReordered))
        }
        return changes
    }
}
