/// Checks that no object or trailer of a later revision has a duplicate key.
///
/// Stops dictionaries of which one reader uses the first value and another the last: an empty rectangle for the
/// verifier and one as large as the page for people.
struct RepeatedEntriesRule: DifferenceRule {
    func changes(in revisions: RevisionPair) throws(PDFError) -> [LaterChange] {
        let (old, new) = (revisions.objects.old, revisions.objects.new)
        var seen: Set<Int> = []
        for section in try new.sections(newerThan: old.newestSection.offset) {
            if Self.repeatsEntry(.dictionary(section.trailer)) { return [Self.change] }
            for number in section.objectNumbers where seen.insert(number).inserted {
                guard case .offset(_, let generation) = try new.entry(for: number) ?? .free else {
                    if case .compressed = try new.entry(for: number),
                        try Self.isRepeating(PDFReference(number: number), old, new)
                    {
                        return [Self.change]
                    }
                    continue
                }
                if try Self.isRepeating(PDFReference(number: number, generation: generation), old, new) {
                    return [Self.change]
                }
            }
        }
        return []
    }

    private static let change = LaterChange.other(.objectEntryRepeated)

    /// Whether an object has a duplicate key that it did not have before.
    private static func isRepeating(
        _ reference: PDFReference, _ old: PDFDocument, _ new: PDFDocument
    ) throws(PDFError) -> Bool {
        // An unreadable object is reported by the rule for whatever refers to it.
        guard let object = try? new.object(reference), repeatsEntry(object) else { return false }
        return (try? old.object(reference)) != object
    }

    private static func repeatsEntry(_ object: PDFObject) -> Bool {
        switch object {
        case .dictionary(let dictionary): repeatsEntry(dictionary)
        case .stream(let stream): repeatsEntry(stream.dictionary)
        case .array(let elements): elements.contains(where: repeatsEntry)
        default: false
        }
    }

    private static func repeatsEntry(_ dictionary: PDFDictionary) -> Bool {
        var keys: Set<String> = []
        return dictionary.entries.contains { !keys.insert($0.key).inserted || repeatsEntry($0.value) }
    }
}
