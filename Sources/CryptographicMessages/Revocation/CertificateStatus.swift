import Foundation

/// The status of a certificate according to its issuer (RFC 6960 §2.2, RFC 5280 §5.3).
enum CertificateStatus: Sendable, Hashable {
    case good
    case revoked(at: Date, reason: RevocationReason?)
    /// The responder does not know the certificate.
    case unknown
}

/// `CRLReason` (RFC 5280 §5.3.1).
package enum RevocationReason: Int, Sendable, Hashable {
    case unspecified = 0
    case keyCompromise = 1
    case authorityCompromise = 2
    case affiliationChanged = 3
    case superseded = 4
    case cessationOfOperation = 5
    case certificateHold = 6
    case removeFromList = 8
    case privilegeWithdrawn = 9
    case attributeAuthorityCompromise = 10

    /// Whether signatures made before the revocation remain valid, as defined in RFC 3161 §4 for timestamp authorities.
    package var leavesEarlierTimestampsStanding: Bool {
        switch self {
        case .unspecified, .affiliationChanged, .superseded, .cessationOfOperation: true
        default: false
        }
    }
}
