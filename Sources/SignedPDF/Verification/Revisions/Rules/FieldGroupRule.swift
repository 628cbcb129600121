/// The nodes above the fields keep what their fields inherit from them; only their lists of kids may grow.
///
/// Stops a flag such as read-only, a value or a type being taken from fields by way of the node above them.
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
