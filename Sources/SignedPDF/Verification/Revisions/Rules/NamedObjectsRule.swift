import DescribedErrors

/// Checks the document's names: scripts, attached files, link targets.
///
/// Stops scripts that run on opening and change the visible content, and attached files that would seem to be signed.
struct NamedObjectsRule: DifferenceRule {
    func changes(in revisions: RevisionPair) throws(PDFError) -> [LaterChange] {
        let objects = revisions.objects
        let before = try objects.old.catalog()["Names"]
        let after = try objects.new.catalog()["Names"]
        if objects.areEqual(before, after) { return [] }
        let old = try objects.old.resolve(before ?? .null)
        let new = try objects.new.resolve(after ?? .null)
        guard let first = old.isNull ? [:] : old.dictionaryValue, let second = new.isNull ? [:] : new.dictionaryValue
        else { return [.other(.namesChanged)] }
        let changes = objects.differingKeys(first, second).map { key in
            LaterChange.other(first[key] == nil ? .namedObjectsAdded(key: key) : .namedObjectsChanged(key: key))
        }
        return changes.isEmpty ? [.other(.namesChanged)] : changes
    }
}
