/// Compares two revisions of a file by all rules of the ``DifferencePolicy``.
enum RevisionComparison {
    /// Returns all changes from one revision to a later one, without duplicates and in reporting order.
    ///
    /// - Parameters:
    ///   - unchanged: the fields that earlier comparisons found unchanged; this comparison updates it
    ///   - touched: the numbers of the objects that differ, or `nil` if unknown
    static func changes(
        from old: Revision, to new: Revision, unchanged: UnchangedFields, touched: Set<Int>?
    ) -> [LaterChange] {
        do throws(PDFError) {
            if old.tree.isIncomplete || new.tree.isIncomplete {
                return [.other(.formNotCompared)]
            }
            let revisions = try RevisionPair(old, new, unchanged: unchanged, touched: touched)
            var seen: Set<LaterChange> = []
            var changes: [LaterChange] = []
            for rule in DifferencePolicy.rules {
                for change in try rule.changes(in: revisions) where seen.insert(change).inserted {
                    changes.append(change)
                }
            }
            // Side effects of signing and filling in are not reported beside them.
            let news = changes.filter { change in
                if case .incidental = change.kind { false } else { true }
            }
            return news.isEmpty ? changes : news
        } catch {
            return [.other(.notComparable)]
        }
    }
}
