import Foundation
import X509

/// What was found out about the revocation of a chain's certificates.
struct ChainRevocation: Sendable {
    var findings: [(certificate: Certificate, finding: RevocationFinding)] = []

    /// One word for a report.
    var summary: RevocationSummary {
        let all = findings.map(\.finding)
        if all.contains(where: { if case .revoked = $0 { true } else { false } }) { return .revoked }
        if all.contains(where: { if case .inconclusive = $0 { true } else { false } }) { return .unknown }
        if all.contains(.good) { return all.contains(.unknown) ? .unknown : .good }
        return .notChecked
    }

    /// Why a timestamp does not hold, if a certificate behind it was revoked.
    ///
    /// A revocation for a reason that tells of no misuse leaves earlier timestamps standing (RFC 3161 §4); so does one
    /// that came after the timestamp is known to have existed.
    func problem(ofTimestampAt time: Date, knownAt known: Date) -> TrustProblem? {
        for (certificate, finding) in findings {
            guard case .revoked(let date, let reason) = finding, date <= known else { continue }
            if date > time, reason?.leavesEarlierTimestampsStanding == true { continue }
            return .timestampRevoked(certificate: SignerName.shortText(of: certificate), at: date)
        }
        return nil
    }

    /// What speaks against a signature.
    ///
    /// - Parameters:
    ///   - time: When the signature is known to have existed, or now.
    ///   - isProven: Whether a timestamp says so.
    func findings(ofSignatureAt time: Date, isProven: Bool) -> [ValidityFinding] {
        findings.compactMap { certificate, finding -> ValidityFinding? in
            let name = SignerName.shortText(of: certificate)
            switch finding {
            case .good, .exempt, .unknown:
                return nil
            case .revoked(let date, _):
                if date > time { return nil }
                return isProven
                    ? .revokedBeforeProof(certificate: name, at: date) : .revoked(certificate: name, at: date)
            case .inconclusive(let doubts):
                return .revocationUnknown(certificate: name, reasons: doubts)
            }
        }
    }
}

/// Whether the certificates behind a signature were revoked when it was made.
public enum RevocationSummary: String, Sendable, Hashable, Codable {
    /// The issuers vouch that they were not.
    case good
    /// One was; whether before or after the signature was made is told among the problems.
    case revoked
    /// There is information, but it does not settle the matter for all of them.
    case unknown
    /// There is no information, and nobody was asked.
    case notChecked = "not checked"
}
