import Foundation

/// The revocation status of one certificate at one time.
package enum RevocationFinding: Sendable, Hashable {
    /// The issuer confirms that it was not revoked.
    case good
    case revoked(at: Date, reason: RevocationReason?)
    /// No check is needed: the certificate is an anchor, is self-signed, or says so (RFC 6960 §4.2.2.2.1).
    case exempt
    /// There is no information.
    case unknown
    /// There is information, but it is inconclusive.
    case inconclusive([RevocationDoubt])

    /// Whether the status is settled.
    package var isConclusive: Bool {
        switch self {
        case .good, .revoked, .exempt: true
        case .unknown, .inconclusive: false
        }
    }
}
