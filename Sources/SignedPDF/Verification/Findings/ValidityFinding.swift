import Foundation

/// A finding against a signature at the time that applies to it (ETSI EN 319 102-1 §5.5).
public enum ValidityFinding: Sendable, Hashable, Codable {
    /// A certificate was revoked before the proven time of the signature.
    case revokedBeforeProof(certificate: String, at: Date)
    /// A certificate was revoked, and nothing proves that the signature was made before.
    case revoked(certificate: String, at: Date)
    /// The revocation status of a certificate is unknown.
    case revocationUnknown(certificate: String, reasons: [RevocationDoubt])
    /// The algorithm was considered safe only until an earlier time.
    case algorithmOutdated(algorithm: String, until: Date)
    /// The timestamp is ahead of the verifier's clock.
    case timestampFromFuture(time: Date, now: Date)
    /// The claimed time of signing lies outside the certificate's validity.
    case claimedTimeImplausible
}

extension ValidityFinding: CodedCase {
    package enum CodingKeys: String, CodingKey, CaseIterable {
        case revokedBeforeProof = "certificate-revoked-before-proof"
        case revoked = "certificate-revoked"
        case revocationUnknown = "revocation-unknown"
        case algorithmOutdated = "algorithm-outdated"
        case timestampFromFuture = "timestamp-from-future"
        case claimedTimeImplausible = "claimed-time-implausible"
    }

    /// The stable code of the case, such as `algorithm-outdated`; the member `code` in JSON.
    public var code: String { caseCode }

    /// ``FindingSeverity/broken`` if the certificate was revoked before any proof of the signature, else doubtful.
    public var severity: FindingSeverity {
        if case .revokedBeforeProof = self { .broken } else { .doubtful }
    }
}
