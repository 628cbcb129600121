import Foundation

/// Why a certificate does not lead to a trust anchor (RFC 5280 §6), or is unsuitable for its use.
public enum TrustProblem: Sendable, Hashable, Codable {
    /// No trust anchor was given.
    case noAnchors
    /// The certificate is self-signed and not among the anchors.
    case selfSigned
    /// The path ends at an issuer that is not among the anchors.
    case issuerNotTrusted(issuer: String)
    /// A certificate is not yet valid; includes the claimed time of signing if it was valid then.
    case notYetValid(certificate: String, notBefore: Date, claimedTime: Date? = nil)
    /// A certificate has expired; includes the claimed time of signing if it was valid then.
    case expired(certificate: String, notAfter: Date, claimedTime: Date? = nil)
    /// A certificate behind a timestamp was revoked.
    case timestampRevoked(certificate: String, at: Date)
    /// The timestamp is ahead of the verifier's clock.
    case timestampAhead(time: Date, now: Date)

    case signerCertificateUnreadable
    case authorityCertificateUnreadable
    case authorityCertificateMissing

    case keyUsageUnreadable
    /// The key usage does not include signatures (RFC 5280 §4.2.1.3).
    case keyUsageWithoutSignatures
    /// The extended key usage does not allow signing documents.
    case notForDocuments
    /// The extended key usage does not allow timestamps.
    case notForTimestamps
    /// The certificate has an unknown critical extension.
    case extensionUnknown(oid: String)
    /// An issuer is not a certificate authority.
    case mayNotIssue(issuer: String)
    /// An issuer's key usage does not allow signing certificates.
    case keyMayNotIssue(issuer: String)
    /// A certificate on the path is signed with a broken hash function.
    case issuanceHashWeak(certificate: String, hash: String)
    /// A certificate on the path is signed with an unsupported algorithm.
    case issuanceNotSupported(certificate: String, algorithm: String)
    /// The certificates form more paths than can be tried.
    case tooManyPaths
    /// An authority demands certificate policies that the certificate does not have (RFC 5280 §6.1).
    case policyNotMet(certificate: String)
    /// An authority may not issue certificates for the certificate's name (RFC 5280 §4.2.1.10).
    case nameNotPermitted(certificate: String, issuer: String)
    /// The chain violates a rule on path lengths, names or versions.
    case chainRuleBroken
    /// The chain was rejected for another reason, in the certificate library's words.
    case chainRefused(reason: String)
}

extension TrustProblem: CodedCase {
    package enum CodingKeys: String, CodingKey, CaseIterable {
        case noAnchors = "no-trust-anchors"
        case selfSigned = "self-signed"
        case issuerNotTrusted = "issuer-not-trusted"
        case notYetValid = "certificate-not-yet-valid"
        case expired = "certificate-expired"
        case timestampRevoked = "timestamp-certificate-revoked"
        case timestampAhead = "timestamp-ahead"
        case signerCertificateUnreadable = "signer-certificate-unreadable"
        case authorityCertificateUnreadable = "authority-certificate-unreadable"
        case authorityCertificateMissing = "authority-certificate-missing"
        case keyUsageUnreadable = "key-usage-unreadable"
        case keyUsageWithoutSignatures = "key-usage-without-signatures"
        case notForDocuments = "not-for-documents"
        case notForTimestamps = "not-for-timestamps"
        case extensionUnknown = "critical-extension-unknown"
        case mayNotIssue = "may-not-issue"
        case keyMayNotIssue = "key-may-not-issue"
        case issuanceHashWeak = "issuance-hash-weak"
        case issuanceNotSupported = "issuance-not-supported"
        case tooManyPaths = "too-many-paths"
        case policyNotMet = "policy-not-met"
        case nameNotPermitted = "name-not-permitted"
        case chainRuleBroken = "chain-rule-broken"
        case chainRefused = "chain-refused"
    }

    /// The stable code of the case, such as `chain-refused`; the member `code` in JSON.
    public var code: String { caseCode }

    /// Returns the same problem for a certificate that was valid at the claimed time of signing.
    func claimed(at time: Date) -> TrustProblem {
        switch self {
        case .notYetValid(let certificate, let start, _):
            .notYetValid(certificate: certificate, notBefore: start, claimedTime: time)
        case .expired(let certificate, let end, _):
            .expired(certificate: certificate, notAfter: end, claimedTime: time)
        default: self
        }
    }
}
