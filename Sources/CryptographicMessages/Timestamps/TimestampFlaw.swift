/// Why a timestamp that answers the request cannot be relied on (RFC 3161 §2.3, §2.4.2).
public enum TimestampFlaw: Sendable, Hashable, Codable {
    /// A finding on the token's signature.
    case signature(CMSFinding)
    /// The token's signature could not be checked.
    case unchecked
    case severalSigners
    /// The signed attributes do not name the certificate.
    case certificateNotNamed
    /// The certificate is not valid, or not meant for timestamps.
    case certificate(TrustProblem)
    /// The certificate allows other uses beside timestamps.
    case keyUsageNotCritical
}

extension TimestampFlaw: CodedCase {
    package enum CodingKeys: String, CodingKey, CaseIterable {
        case signature, unchecked
        case severalSigners = "several-signers"
        case certificateNotNamed = "certificate-not-named"
        case certificate
        case keyUsageNotCritical = "key-usage-not-critical"
    }

    private enum SignatureCodingKeys: String, CodingKey { case _0 = "finding" }
    private enum CertificateCodingKeys: String, CodingKey { case _0 = "problem" }

    /// The stable code of the case, such as `key-usage-not-critical`; the member `code` in JSON.
    public var code: String { caseCode }
}
