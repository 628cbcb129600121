import DescribedErrors

/// Checks the trailer's other entries: encryption, the permanent part of the identifier, and nonstandard keys.
///
/// Stops a later revision that is decrypted differently from the signed one, and objects that the trailer keeps in use.
struct TrailerRule: DifferenceRule {
    /// Entries of cross-reference sections and streams, which differ in each revision.
    private static let ownEntries: Set<String> = [
        "Size", "Prev", "XRefStm", "Type", "W", "Index", "Filter", "DecodeParms", "DL", "Length", "Root", "Info", "ID",
        "DocChecksum",
    ]

    func changes(in revisions: RevisionPair) throws(PDFError) -> [LaterChange] {
        let objects = revisions.objects
        let (before, after) = (objects.old.trailer, objects.new.trailer)
        var changes: [LaterChange] = []
        if !objects.repeatSameKeys(before, after) { changes.append(.other(.trailerEntryRepeated)) }
        for key in objects.differingKeys(before, after) where !Self.ownEntries.contains(key) {
            // Older sections still have an entry that a later one omits.
            if after[key] == nil, key != "Encrypt" { continue }
            // The referenced object did not exist, and no reader uses the object that now has the number.
            if key != "Encrypt", objects.isDangling(before[key], after[key]) { continue }
            changes.append(
                .other(key == "Encrypt" ? .encryptionChanged : .trailerEntryChanged(key: key)))
        }
        // The identifier is part of an encrypted file's key, and does not affect anything visible.
        if after["Encrypt"] != nil, let first = try objects.old.value("ID", in: before).arrayValue?.first,
            let later = try objects.new.value("ID", in: after).arrayValue?.first, !objects.areEqual(first, later)
        {
            changes.append(.other(.identifierChanged))
        }
        return changes
    }
}
