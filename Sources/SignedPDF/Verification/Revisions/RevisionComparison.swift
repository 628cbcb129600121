/// What one revision of a file did to an earlier one: what the rules of the ``DifferencePolicy`` say together.
enum RevisionComparison {
    /// All changes from one revision to a later one, in an order that people can follow, none of them twice.
    ///
    /// - Parameters:
    ///   - unchanged: What the comparisons of earlier revisions found out, and this one finds out for later ones.
    ///   - touched: The numbers of the objects that are not the same in both; nil if nobody knows.
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
            // What comes along with signing and filling in is no news beside it.
            let news = changes.filter { change in
                if case .incidental = change.kind { false } else { true }
            }
            return news.isEmpty ? changes : news
        } catch {
            return [.other(.notComparable)]
        }
    }
}
