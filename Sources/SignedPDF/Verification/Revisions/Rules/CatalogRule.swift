import DescribedErrors

/// The catalog has the same entries, but for those that have rules of their own; it may stand under another number.
///
/// Stops actions when the document is opened or printed, layers switched on and off (shadow attacks "hide" and
/// "replace"), permissions taken away, other tags for people who listen, and another catalog altogether.
struct CatalogRule: DifferenceRule {
    /// Entries that other rules compare, or that say nothing about what a reader sees.
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

    /// They can be large, and are compared elsewhere.
    private static func withoutSeparateEntries(_ catalog: PDFDictionary) -> PDFDictionary {
        var rest = catalog
        for key in separateEntries { rest[key] = nil }
        return rest
    }

    /// Whether the only thing that happened is that a later revision uses a newer version of PDF.
    private static func raisesVersion(_ before: PDFObject?, _ after: PDFObject?) -> Bool {
        guard let after = after?.nameValue else { return false }
        return (before?.nameValue ?? "") < after
    }
}
