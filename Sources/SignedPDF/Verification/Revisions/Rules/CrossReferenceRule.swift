/// Checks that no later cross-reference section has contradictory entries for one object.
///
/// Stops the hidden cross-reference stream of a hybrid file, which some readers prefer to the table and others ignore,
/// and subsections that list one object twice.
struct CrossReferenceRule: DifferenceRule {
    func changes(in revisions: RevisionPair) throws(PDFError) -> [LaterChange] {
        let last = revisions.objects.old.newestSection.offset
        for section in try revisions.objects.new.sections(newerThan: last) {
            let numbers = section.records.objectNumbers
            guard Set(numbers).count == numbers.count, !Self.contradictsItself(section) else {
                return [.other(.crossReferenceAmbiguous)]
            }
        }
        return []
    }

    /// Whether the stream of a hybrid section gives an object another place than the table.
    private static func contradictsItself(_ section: XrefSection) -> Bool {
        guard let hidden = section.hybridRecords else { return false }
        return hidden.objectNumbers.contains { number in
            switch section.records.entry(for: number) {
            case nil, .free: false
            case let entry: entry != hidden.entry(for: number)
            }
        }
    }
}
