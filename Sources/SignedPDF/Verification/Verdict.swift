extension VerificationReport.Verdict {
    /// Combines the verdicts on all signatures of a file into the worst of them. The order of signatures and findings
    /// does not matter.
    package init(on signatures: [SignatureReport]) {
        self = signatures.reduce(.unsigned) { $0.joined(with: Self(on: $1)) }
    }

    private init(on signature: SignatureReport) {
        if signature.intact == false || signature.findings.contains(where: { $0.severity == .broken }) {
            self = .invalid
        } else if !signature.isFaultless {
            self = .indeterminate
        } else if signature.trusted {
            self = .valid
        } else {
            self = signature.vouchedBy == nil ? .indeterminate : .vouched
        }
    }

    private func joined(with other: Self) -> Self { rank >= other.rank ? self : other }

    private var rank: Int {
        switch self {
        case .unsigned: 0
        case .valid: 1
        case .vouched: 2
        case .indeterminate: 3
        case .invalid: 4
        }
    }
}

extension SignatureReport {
    /// Whether the signature has no problem other than, possibly, a missing path to a trust anchor.
    var isFaultless: Bool { intact == true && !findings.contains(where: \.isProblem) }
}
