/// What one revision of a file did to an earlier one: what the rules of the ``DifferencePolicy`` say together.
enum RevisionComparison {
    /// All changes from one revision to a later one, in an order that people can follow, none of them twice.
    static func changes(from old: Revision, to new: Revision) -> [LaterChange] {
        do throws(PDFError) {
            if old.tree.isIncomplete || new.tree.isIncomplete {
                return [.other("the form was changed, but has too many or too deep fields to compare them")]
            }
            let revisions = try RevisionPair(old, new)
            var seen: Set<LaterChange> = []
            var changes: [LaterChange] = []
            for rule in DifferencePolicy.rules {
                for change in try rule.changes(in: revisions) where seen.insert(change).inserted {
                    changes.append(change)
                }
            }
            return changes
        } catch {
            return [.other("the file was changed so that it can no longer be compared")]
        }
    }
}
