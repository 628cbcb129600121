/// An irregularity in the bytes added to a signed file that other readers may interpret differently.
struct UpdateFlaw: Error, Sendable, Hashable {
    var irregularity: UpdateIrregularity
    /// The irregularity in plain English, as a clause.
    var text: String { irregularity.words }
    /// The byte range of the update that contains it.
    var range: Range<Int>

    /// Returns the flaws as changes for a signature that ends before them.
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
