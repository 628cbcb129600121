/// A finding of the verification about one signature: a case with its facts.
///
/// Programs branch on the case or its ``code``; ``sentence`` is the English text. As JSON: `{"code", "severity",
/// "message"}`, plus the facts of the case under their names.
public enum SignatureFinding: Sendable, Hashable {
    /// A finding in the signature's value.
    case value(CMSFinding)
    /// A finding in the signature's place in its file.
    case placement(PlacementFinding)
    /// A finding about validity at the time that applies to the signature.
    case validity(ValidityFinding)
    /// The reason that the certificate does not lead to a trust anchor. The signature may be vouched for all the same.
    case trust(TrustProblem)
    /// A change that a later revision made.
    case change(DocumentChange)
    /// A finding about the file as a whole.
    case file(FileFinding)
    /// A finding in the renderings of the pages.
    case appearance(AppearanceFinding)

    /// The stable code of the case.
    public var code: String {
        switch self {
        case .value(let finding): finding.code
        case .placement(let finding): finding.code
        case .validity(let finding): finding.code
        case .trust(let problem): problem.code
        case .change(let change): change.code
        case .file(let finding): finding.code
        case .appearance(let finding): finding.code
        }
    }

    /// What the finding means for the verdict.
    public var severity: FindingSeverity {
        switch self {
        case .value(let finding): finding.severity
        case .placement(let finding): finding.severity
        case .validity(let finding): finding.severity
        case .trust, .file, .appearance: .doubtful
        case .change(let change): change.standing.severity
        }
    }

    /// Whether the finding counts against the signature, whoever the signer is.
    public var isProblem: Bool {
        if case .trust = self { return false }
        return severity != .note
    }

    /// The change to the document, if the finding is one.
    var change: DocumentChange? {
        if case .change(let change) = self { change } else { nil }
    }
}

extension DocumentChange.Standing {
    var severity: FindingSeverity {
        switch self {
        case .permitted: .note
        case .doubtful: .doubtful
        case .forbidden: .broken
        }
    }
}
