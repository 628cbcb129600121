import DescribedErrors

/// The trailer's other entries: encryption, the permanent part of the identifier, and what no standard knows.
///
/// Stops a later revision that is decrypted otherwise than the signed one, and objects that are kept in use from the
/// trailer.
struct TrailerRule: DifferenceRule {
    /// Entries of cross-reference sections and streams, which each revision has of its own.
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
            // Older sections are still there for what a later one leaves out.
            if after[key] == nil, key != "Encrypt" { continue }
            // What it named did not exist, and nobody looks there for the object that has the number now.
            if key != "Encrypt", objects.isDangling(before[key], after[key]) { continue }
            changes.append(
                .other(key == "Encrypt" ? .encryptionChanged : .trailerEntryChanged(key: key)))
        }
        // The identifier is a part of the key of an encrypted file, and of nothing that is seen.
        if after["Encrypt"] != nil, let first = try objects.old.value("ID", in: before).arrayValue?.first,
            let later = try objects.new.value("ID", in: after).arrayValue?.first, !objects.areEqual(first, later)
        {
            changes.append(.other(.identifierChanged))
        }
        return changes
    }
}
