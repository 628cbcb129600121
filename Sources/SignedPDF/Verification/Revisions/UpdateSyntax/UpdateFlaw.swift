/// Something in the bytes added to a signed file that a reader may take otherwise than this one does.
struct UpdateFlaw: Error, Sendable, Hashable {
    /// What it is in plain words, as a part of a sentence.
    var text: String
    /// Doubtful where readers differ in what they accept, forbidden where something was hidden.
    var standing: DocumentChange.Standing
    /// The bytes of the update that it is in.
    var range: Range<Int>

    /// What the flaws are to a signature that ends before them.
    static func changes(of flaws: [UpdateFlaw], after end: Int?) -> [DocumentChange] {
        guard let end else { return [] }
        var changes: [DocumentChange] = []
        for flaw in flaws where end <= flaw.range.lowerBound {
            guard !changes.contains(where: { $0.text == flaw.text && $0.standing == flaw.standing }) else { continue }
            changes.append(
                DocumentChange(
                    text: flaw.text, standing: flaw.standing, from: flaw.range.lowerBound, to: flaw.range.upperBound,
                    areas: []))
        }
        return changes
    }
}
