import Foundation

/// What is found out about the revocation of one certificate at one time.
package enum RevocationFinding: Sendable, Hashable {
    /// Its issuer vouches that it was not revoked.
    case good
    case revoked(at: Date, reason: RevocationReason?)
    /// Nobody can revoke it, or nobody needs to ask: it is an anchor, signed itself, or says so (RFC 6960 §4.2.2.2.1).
    case exempt
    /// There is no information on it.
    case unknown
    /// There is information, but it does not settle the matter.
    case inconclusive([RevocationDoubt])

    /// Whether the matter is settled.
    package var isConclusive: Bool {
        switch self {
        case .good, .revoked, .exempt: true
        case .unknown, .inconclusive: false
        }
    }
}
