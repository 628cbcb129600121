/// Something in the bytes added to a signed file that a reader may take otherwise than this one does.
struct UpdateFlaw: Error, Sendable, Hashable {
    var irregularity: UpdateIrregularity
    /// What it is in plain words, as a part of a sentence.
    var text: String { irregularity.words }
    /// The bytes of the update that it is in.
    var range: Range<Int>

    /// What the flaws are to a signature that ends before them.
    static func changes(of flaws: [UpdateFlaw], after end: Int?) -> [DocumentChange] {
        guard let end else { return [] }
        var changes: [DocumentChange] = []
        for flaw in flaws where end <= flaw.range.lowerBound {
            let kind = DocumentChange.Kind.irregularity(flaw.irregularity)
            guard !changes.contains(where: { $0.kind == kind }) else { continue }
            changes.append(
                DocumentChange(
                    kind, standing: flaw.irregularity.standing, from: flaw.range.lowerBound,
                    to: flaw.range.upperBound, areas: []))
        }
        return changes
    }
}
