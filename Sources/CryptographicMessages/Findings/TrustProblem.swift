import Foundation

/// Why a certificate does not lead to a trust anchor (RFC 5280 §6), or does not count for what it was used.
public enum TrustProblem: Sendable, Hashable, Codable {
    /// No trust anchor was given.
    case noAnchors
    /// The certificate signed itself and is not among the anchors.
    case selfSigned
    /// The way up ends at an issuer that is not among the anchors.
    case issuerNotTrusted(issuer: String)
    /// A certificate is not valid yet; with the claimed time of signing if it was valid then.
    case notYetValid(certificate: String, notBefore: Date, claimedTime: Date? = nil)
    /// A certificate has ended; with the claimed time of signing if it was valid then.
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
    /// The extended key usage names other things than signing documents.
    case notForDocuments
    /// The extended key usage does not name timestamps.
    case notForTimestamps
    /// The certificate has a critical extension that is not known here.
    case extensionUnknown(oid: String)
    /// An issuer is no certificate authority.
    case mayNotIssue(issuer: String)
    /// An issuer's key usage does not include certificates.
    case keyMayNotIssue(issuer: String)
    /// A certificate on the way is signed with a hash function that can be forged.
    case issuanceHashWeak(certificate: String, hash: String)
    /// A certificate on the way is signed with an algorithm that is not computed here.
    case issuanceNotSupported(certificate: String, algorithm: String)
    /// The certificates lead to one another in more ways than can be tried.
    case tooManyPaths
    /// The chain breaks a rule on path lengths, names or versions.
    case chainRuleBroken
    /// The chain was refused for another reason, in the words of the certificate library.
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
        case chainRuleBroken = "chain-rule-broken"
        case chainRefused = "chain-refused"
    }

    public var code: String { caseCode }

    /// The same for a certificate that was valid at the claimed time of signing.
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
