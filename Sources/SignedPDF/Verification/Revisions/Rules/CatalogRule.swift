import DescribedErrors

/// Checks that the catalog has the same entries, except those with rules of their own. Its object number may change.
///
/// Stops actions on opening or printing, layers switched on and off (shadow attacks "hide" and "replace"), removed
/// permissions, different tags for screen readers, and a replaced catalog.
struct CatalogRule: DifferenceRule {
    /// Entries that other rules compare, or that do not affect what a reader sees.
    private static let separateEntries: Set<String> = [
        "Type", "Pages", "AcroForm", "DSS", "Metadata", "Extensions", "Names", "MarkInfo",
        "StructTreeRoot",
    ]

    func changes(in revisions: RevisionPair) throws(PDFError) -> [LaterChange] {
        let objects = revisions.objects
        let before = try objects.old.catalog()
        let after = try objects.new.catalog()
        var changes: [LaterChange] = []
        if objects.old.trailer["Root"] != objects.new.trailer["Root"] {
            changes.append(LaterChange(.setting(.catalogRenumbered)))
        }
        if !objects.repeatSameKeys(before, after) {
            changes.append(.other(.catalogEntryRepeated))
        }
        let (old, new) = (Self.withoutSeparateEntries(before), Self.withoutSeparateEntries(after))
        for key in objects.differingKeys(old, new) {
            if key == "Version", Self.raisesVersion(before[key], after[key]) {
                changes.append(LaterChange(.incidental(.versionRaised)))
                continue
            }
            changes.append(.other(.catalogEntryChanged(key: key)))
        }
        if !objects.areEqual(before["Extensions"], after["Extensions"]) {
            changes.append(LaterChange(.incidental(.extensionsDeclared)))
        }
        if !objects.areEqual(before["MarkInfo"], after["MarkInfo"]) {
            changes.append(LaterChange(.setting(.tagNoteChanged)))
        }
        return changes
    }

    /// Removes entries that can be large and are compared elsewhere.
    private static func withoutSeparateEntries(_ catalog: PDFDictionary) -> PDFDictionary {
        var rest = catalog
        for key in separateEntries { rest[key] = nil }
        return rest
    }

    /// Whether the only change is a newer version of PDF in a later revision.
    private static func raisesVersion(_ before: PDFObject?, _ after: PDFObject?) -> Bool {
        guard let after = after?.nameValue else { return false }
        return (before?.nameValue ?? "") < after
    }
}
