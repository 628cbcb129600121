/// What makes every signature of a file doubtful.
public enum FileFinding: Sendable, Hashable, Codable {
    /// The form has so many or so deep fields that there may be signatures nobody looked at.
    case formTooLarge
    /// The cross-reference had to be put together from the objects; the reason is a part of a sentence.
    case rebuilt(reason: String)
    /// A signature of an earlier revision was taken out (``RemovedSignature``).
    case signatureRemoved(fieldName: String, signer: String, intact: Bool?, revision: Int)
}

extension FileFinding: CodedCase {
    package enum CodingKeys: String, CodingKey, CaseIterable {
        case formTooLarge = "form-too-large"
        case rebuilt = "file-rebuilt"
        case signatureRemoved = "signature-removed"
    }

    public var code: String { caseCode }
}
