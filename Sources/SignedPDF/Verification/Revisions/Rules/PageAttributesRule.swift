import DescribedErrors

/// Checks size, visible part and rotation of every page, its own or inherited, and all entries without a rule of their
/// own.
///
/// Stops pages from being cropped or turned so that a clause is out of sight, actions on opening a page, and duplicate
/// keys, for which readers use different values.
struct PageAttributesRule: DifferenceRule {
    /// Entries that other rules compare, or that do not affect what a reader sees.
    private static let otherEntries: Set<String> = [
        "Type", "Annots", "Contents", "Resources", "MediaBox", "CropBox", "Rotate", "Tabs", "LastModified",
        "PieceInfo", "Metadata",
    ]

    func changes(in revisions: RevisionPair) -> [LaterChange] {
        let objects = revisions.objects
        var changes: [LaterChange] = []
        for (old, new) in revisions.pages {
            let page = new.number
            let areas = [ChangedArea(pageBefore: old.number, pageAfter: new.number)]
            for change in Self.inheritedDifferences(old, new, objects) { changes.append(.other(change, areas: areas)) }
            if !objects.repeatSameKeys(old.dictionary, new.dictionary) {
                changes.append(.other(.pageEntryRepeated(page: page), areas: areas))
            }
            if ["Tabs", "LastModified", "PieceInfo", "Metadata"].contains(where: {
                !objects.areEqual(old.dictionary[$0], new.dictionary[$0])
            }) {
                changes.append(LaterChange(.incidental(.pageNotesChanged(page: page))))
            }
            for key in objects.differingKeys(old.dictionary, new.dictionary) where !Self.otherEntries.contains(key) {
                changes.append(.other(.pageEntryChanged(page: page, key: key), areas: areas))
            }
        }
        return changes
    }

    /// Returns the changes of the attributes that a page may inherit.
    static func inheritedDifferences(_ old: PDFPage, _ new: PDFPage, _ objects: ObjectComparison) -> [ContentChange] {
        [
            ("MediaBox", ContentChange.pageSizeChanged(page: new.number)),
            ("CropBox", .pageVisiblePartChanged(page: new.number)), ("Rotate", .pageRotationChanged(page: new.number)),
        ].filter { !objects.areEqual(old.inherited[$0.0], new.inherited[$0.0]) }.map(\.1)
    }
}
