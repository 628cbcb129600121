/// Something that verification found out about one signature: a case with its facts.
///
/// Programs branch on the case or its ``code``; ``sentence`` is made from the table of sentences. As JSON:
/// `{"code", "severity", "message"}` and the facts of the case under their names.
public enum SignatureFinding: Sendable, Hashable {
    /// In the signature's value.
    case value(CMSFinding)
    /// How the signature sits in its file.
    case placement(PlacementFinding)
    /// At the time that counts for the signature.
    case validity(ValidityFinding)
    /// Why the certificate does not lead to a trust anchor. The signature may be vouched for all the same.
    case trust(TrustProblem)
    /// What a later revision did.
    case change(DocumentChange)
    /// In the file as a whole.
    case file(FileFinding)
    /// In the pictures of the pages.
    case appearance(AppearanceFinding)

    /// The code of the case, which never changes.
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

    public var severity: FindingSeverity {
        switch self {
        case .value(let finding): finding.severity
        case .placement: .broken
        case .validity(let finding): finding.severity
        case .trust, .file, .appearance: .doubtful
        case .change(let change): change.standing.severity
        }
    }

    /// Whether it speaks against the signature itself, whoever made it.
    public var isProblem: Bool {
        if case .trust = self { return false }
        return severity != .note
    }

    /// What happened to the document, if that is what was found.
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
