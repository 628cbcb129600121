/// Checks that non-terminal fields keep the entries that their fields inherit; only their lists of kids may grow.
///
/// Stops a flag such as read-only, a value or a type from being changed through a field's parent.
struct FieldGroupRule: DifferenceRule {
    func changes(in revisions: RevisionPair) -> [LaterChange] {
        let objects = revisions.objects
        for (reference, group) in revisions.old.tree.groups {
            guard let later = revisions.new.tree.groups[reference], objects.repeatSameKeys(group, later),
                objects.differingKeys(group, later).allSatisfy({ $0 == "Kids" })
            else { return [.other(.fieldGroupChanged)] }
        }
        return []
    }
}
