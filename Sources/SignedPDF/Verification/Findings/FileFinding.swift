/// A finding that makes every signature of a file doubtful.
public enum FileFinding: Sendable, Hashable, Codable {
    /// The form is too large or too deep to be searched completely, so some signatures may be unchecked.
    case formTooLarge
    /// The cross-reference had to be rebuilt from the objects; `reason` is a clause.
    case rebuilt(reason: String)
    /// A signature of an earlier revision was removed (``RemovedSignature``).
    case signatureRemoved(fieldName: String, signer: String, intact: Bool?, revision: Int)
}

extension FileFinding: CodedCase {
    package enum CodingKeys: String, CodingKey, CaseIterable {
        case formTooLarge = "form-too-large"
        case rebuilt = "file-rebuilt"
        case signatureRemoved = "signature-removed"
    }

    /// The stable code of the case, such as `file-rebuilt`; the member `code` in JSON.
    public var code: String { caseCode }
}
