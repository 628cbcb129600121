/// Checks that the root of the page tree is the same object with the same contents, except for private entries of
/// programs.
///
/// Stops edits of the tree that other readers may interpret differently: another root, a wrong count, entries that only
/// some readers inherit.
struct PageTreeRule: DifferenceRule {
    func changes(in revisions: RevisionPair) throws(PDFError) -> [LaterChange] {
        let objects = revisions.objects
        // The rules for pages report these changes more precisely.
        guard revisions.oldPages.map(\.reference) == revisions.newPages.map(\.reference),
            revisions.pages.allSatisfy({ PageAttributesRule.inheritedDifferences($0, $1, objects).isEmpty })
        else { return [] }
        let before = try objects.old.catalog()["Pages"]
        let after = try objects.new.catalog()["Pages"]
        let change = [LaterChange.other(.pageTreeChanged)]
        guard let first = before?.referenceValue, let second = after?.referenceValue else {
            return before != nil && after != nil && objects.areEqual(before, after) ? [] : change
        }
        guard first == second else { return change }
        if objects.areEqual(first, second) { return [] }
        guard case .dictionary(let old) = try objects.old.object(first),
            case .dictionary(let new) = try objects.new.object(second), objects.repeatSameKeys(old, new)
        else { return change }
        let keys = objects.differingKeys(old, new)
        guard !keys.isEmpty, keys.allSatisfy({ Self.isNote(new[$0], named: $0) && old[$0] == nil }) else {
            return change
        }
        return [LaterChange(.setting(.pageTreeNoted))]
    }

    /// Entries of pages and of page tree nodes (ISO 32000-2 tables 30 and 31, and those of older versions).
    private static let known: Set<String> = [
        "Type", "Parent", "Kids", "Count", "Resources", "MediaBox", "CropBox", "BleedBox", "TrimBox", "ArtBox",
        "BoxColorInfo", "Contents", "Rotate", "Group", "Thumb", "B", "Dur", "Trans", "Annots", "AA", "A", "Metadata",
        "PieceInfo", "StructParent", "StructParents", "ID", "PZ", "SeparationInfo", "Tabs", "TemplateInstantiated",
        "PresSteps", "UserUnit", "VP", "AF", "OutputIntents", "DPart", "LastModified", "Hid", "OC", "Limits", "Names",
        "Nums", "Lang", "Filter", "FFilter", "F", "Length", "XObject", "Font", "ExtGState", "ColorSpace", "Pattern",
        "Shading", "Properties", "ProcSet", "Subtype",
        // Entries that fields and structure elements inherit, in case the node serves as their parent.
        "FT", "Ff", "V", "DV", "DA", "Q", "MaxLen", "T", "TU", "TM", "Opt", "S", "NS", "R", "C",
    ]

    /// Whether an entry is one that no reader uses there: a plain value under a private name.
    private static func isNote(_ value: PDFObject?, named key: String) -> Bool {
        guard !known.contains(key) else { return false }
        switch value {
        case .string, .name, .bool, .integer, .real: return true
        default: return false
        }
    }
}
