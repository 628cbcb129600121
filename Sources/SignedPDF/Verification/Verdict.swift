extension VerificationReport.Verdict {
    /// Combines the verdicts on all signatures of a file into the worst of them. The order of signatures and findings
    /// does not matter.
    ///
    /// Without a person's signature, a file is unsigned: a timestamp says when it existed, not who stands by it.
    package init(on signatures: [SignatureReport]) {
        let worst: Self = signatures.reduce(.unsigned) { $0.joined(with: Self(on: $1)) }
        self = worst != .invalid && !signatures.contains { $0.kind == .person } ? .unsigned : worst
    }

    private init(on signature: SignatureReport) {
        if signature.kind == .usageRights {
            // Programs break these when they rewrite a form. They say nothing of its contents.
            self = signature.intact == false || signature.isBroken ? .indeterminate : .unsigned
        } else if signature.intact == false || signature.isBroken {
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
    fileprivate var isBroken: Bool { findings.contains { $0.severity == .broken } }

    /// Whether the signature has no problem other than, possibly, a missing path to a trust anchor.
    var isFaultless: Bool { intact == true && !findings.contains(where: \.isProblem) }
}
