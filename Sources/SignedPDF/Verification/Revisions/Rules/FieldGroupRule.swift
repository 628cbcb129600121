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
        // A group without an address is known by its name and place. Others may follow, which group new fields.
        let (before, after) = (revisions.old.tree.directGroups, revisions.new.tree.directGroups)
        let keepsAll =
            before.count <= after.count
            && zip(before, after).allSatisfy { group, later in
                group.name == later.name && objects.repeatSameKeys(group.dictionary, later.dictionary)
                    && objects.differingKeys(group.dictionary, later.dictionary).allSatisfy { $0 == "Kids" }
            }
        return keepsAll ? [] : [.other(.fieldGroupChanged)]
    }
}
