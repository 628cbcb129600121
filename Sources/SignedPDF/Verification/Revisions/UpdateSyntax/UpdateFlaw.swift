/// Something in the bytes added to a signed file that a reader may take otherwise than this one does.
struct UpdateFlaw: Error, Sendable, Hashable {
    /// What it is in plain words, as a part of a sentence.
    var text: String
    /// Doubtful where readers differ in what they accept, forbidden where something was hidden.
    var standing: DocumentChange.Standing
    /// The bytes of the update that it is in.
    var range: Range<Int>

    /// The sentence for a signature that was made before.
    var problem: SignatureProblem {
        switch standing {
        case .forbidden:
            .broken(text.prefix(1).uppercased() + text.dropFirst() + " after this signature was made.")
        case .doubtful, .permitted:
            .doubtful(
                "What was added after this signature is not written as the standard has it: \(text). This verifier is "
                    + "strict here: other programs repair such a file by guessing, and may show something else than what "
                    + "was checked.")
        }
    }
}

extension SignatureCheck {
    /// Takes note of a flaw in what was added after the signature.
    mutating func note(_ flaw: UpdateFlaw) {
        guard let end = placement.revisionEnd, end <= flaw.range.lowerBound, !problems.contains(flaw.problem) else {
            return
        }
        if flaw.standing == .forbidden { laterChanges.append(flaw.text) }
        problems.append(flaw.problem)
        changes.append(
            DocumentChange(
                text: flaw.text, standing: flaw.standing, from: flaw.range.lowerBound, to: flaw.range.upperBound,
                areas: []))
    }
}
