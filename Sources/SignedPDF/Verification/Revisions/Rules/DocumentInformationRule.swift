import DescribedErrors

/// Permits updates of the document information dictionary (ISO 32000-2 §14.3.3) if it remains a dictionary of texts.
///
/// For title and author see ``MetadataRule``. Stops an entry that is neither a text nor a date, which some program may
/// interpret.
struct DocumentInformationRule: DifferenceRule {
    private static let housekeeping: Set<String> = ["ModDate", "Producer"]
    /// The entries that readers show (table 349).
    private static let shown: Set<String> = [
        "Title", "Author", "Subject", "Keywords", "Creator", "Producer", "CreationDate", "ModDate", "Trapped",
    ]

    func changes(in revisions: RevisionPair) throws(PDFError) -> [LaterChange] {
        let objects = revisions.objects
        let before = objects.old.trailer["Info"]
        let after = objects.new.trailer["Info"]
        if objects.areEqual(before, after) { return [] }
        let old = try objects.old.resolve(before ?? .null).dictionaryValue ?? [:]
        let object = try objects.new.resolve(after ?? .null)
        if object.isNull { return [LaterChange(.propertiesChanged)] }
        // The signed information dictionary did not exist; the object that now has its number serves another purpose.
        if objects.isDangling(before, after), Self.shown.isDisjoint(with: object.dictionaryValue?.keys ?? []) {
            return []
        }
        guard case .dictionary(let new) = object, objects.repeatSameKeys(old, new) else {
            return [.other(.informationReplaced)]
        }
        let keys = objects.differingKeys(old, new)
        for key in keys {
            switch try objects.new.value(key, in: new) {
            case .null, .string, .name, .bool: continue
            default: return [.other(.informationNotText(key: key))]
            }
        }
        return [LaterChange(keys.allSatisfy(Self.housekeeping.contains) ? .datesChanged : .propertiesChanged)]
    }
}
