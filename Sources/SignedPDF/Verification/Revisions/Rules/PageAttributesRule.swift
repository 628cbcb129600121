import DescribedErrors

/// Size, visible part and rotation of every page, its own or inherited, and all entries that no other rule looks at.
///
/// Stops pages that are cropped or turned so that a clause is out of sight, actions that run when a page is opened,
/// and entries given twice, of which readers take one or the other.
struct PageAttributesRule: DifferenceRule {
    /// Entries that other rules compare, or that say nothing about what a reader sees.
    private static let otherEntries: Set<String> = [
        "Type", "Annots", "Contents", "Resources", "MediaBox", "CropBox", "Rotate", "Tabs", "LastModified",
        "PieceInfo", "Metadata",
    ]

    private static let entryNames = [
        "AA": "actions were", "AF": "attached files were", "Thumb": "thumbnail was", "UserUnit": "unit was",
        "Parent": "place in the page tree was", "B": "articles were", "Trans": "transition was",
    ]

    func changes(in revisions: RevisionPair) -> [LaterChange] {
        let objects = revisions.objects
        var changes: [LaterChange] = []
        for (old, new) in revisions.pages {
            let page = "page \(new.number)"
            let areas = [ChangedArea(pageBefore: old.number, pageAfter: new.number)]
            for name in Self.inheritedDifferences(old, new, objects) {
                changes.append(.other("\(page)'s \(name) was changed", areas: areas))
            }
            if !objects.repeatSameKeys(old.dictionary, new.dictionary) {
                changes.append(.other("\(page) got an entry twice", areas: areas))
            }
            if ["Tabs", "LastModified", "PieceInfo", "Metadata"].contains(where: {
                !objects.areEqual(old.dictionary[$0], new.dictionary[$0])
            }) {
                changes.append(LaterChange(.incidental("what programs note about \(page) was changed")))
            }
            for key in objects.differingKeys(old.dictionary, new.dictionary) where !Self.otherEntries.contains(key) {
                let name = Self.entryNames[key] ?? "entry /\(QuotedText.plain(key)) was"
                changes.append(.other("\(page)'s \(name) changed", areas: areas))
            }
        }
        return changes
    }

    /// What of the attributes that a page may inherit is not as it was.
    static func inheritedDifferences(_ old: PDFPage, _ new: PDFPage, _ objects: ObjectComparison) -> [String] {
        [("MediaBox", "size"), ("CropBox", "visible part"), ("Rotate", "rotation")]
            .filter { !objects.areEqual(old.inherited[$0.0], new.inherited[$0.0]) }.map(\.1)
    }
}
