/// The root of the page tree is the same object and holds the same.
///
/// Stops edits of the tree that leave the pages as this program finds them, but not as another reader may: another
/// root, a wrong count, entries that only some readers inherit.
struct PageTreeRule: DifferenceRule {
    func changes(in revisions: RevisionPair) throws(PDFError) -> [LaterChange] {
        let objects = revisions.objects
        // Changes that the rules for pages tell better.
        guard revisions.oldPages.map(\.reference) == revisions.newPages.map(\.reference),
            revisions.pages.allSatisfy({ PageAttributesRule.inheritedDifferences($0, $1, objects).isEmpty })
        else { return [] }
        let before = try objects.old.catalog()["Pages"]
        let after = try objects.new.catalog()["Pages"]
        let isKept: Bool
        if let first = before?.referenceValue, let second = after?.referenceValue {
            isKept = first == second && objects.areEqual(first, second)
        } else {
            isKept = before != nil && after != nil && objects.areEqual(before, after)
        }
        return isKept ? [] : [.other("the tree of the document's pages was changed")]
    }
}
