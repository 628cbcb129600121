/// The root of the page tree is the same object and holds the same, but for what a program notes there for itself.
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

    /// Entries of pages and of nodes of their tree (ISO 32000-2 tables 30 and 31, and what older versions had).
    private static let known: Set<String> = [
        "Type", "Parent", "Kids", "Count", "Resources", "MediaBox", "CropBox", "BleedBox", "TrimBox", "ArtBox",
        "BoxColorInfo", "Contents", "Rotate", "Group", "Thumb", "B", "Dur", "Trans", "Annots", "AA", "A", "Metadata",
        "PieceInfo", "StructParent", "StructParents", "ID", "PZ", "SeparationInfo", "Tabs", "TemplateInstantiated",
        "PresSteps", "UserUnit", "VP", "AF", "OutputIntents", "DPart", "LastModified", "Hid", "OC", "Limits", "Names",
        "Nums", "Lang", "Filter", "FFilter", "F", "Length", "XObject", "Font", "ExtGState", "ColorSpace", "Pattern",
        "Shading", "Properties", "ProcSet", "Subtype",
        // What fields and elements of the structure inherit, should the node serve as their parent.
        "FT", "Ff", "V", "DV", "DA", "Q", "MaxLen", "T", "TU", "TM", "Opt", "S", "NS", "R", "C",
    ]

    /// Whether an entry is one that no reader looks for there: a plain value under a name of its own.
    private static func isNote(_ value: PDFObject?, named key: String) -> Bool {
        guard !known.contains(key) else { return false }
        switch value {
        case .string, .name, .bool, .integer, .real: return true
        default: return false
        }
    }
}
