import Foundation
import X509

/// The revocation status of the certificates in a chain.
struct ChainRevocation: Sendable {
    var findings: [(certificate: Certificate, finding: RevocationFinding)] = []

    /// The summary for a report.
    var summary: RevocationSummary {
        let all = findings.map(\.finding)
        if all.contains(where: { if case .revoked = $0 { true } else { false } }) { return .revoked }
        if all.contains(where: { if case .inconclusive = $0 { true } else { false } }) { return .unknown }
        if all.contains(.good) { return all.contains(.unknown) ? .unknown : .good }
        return .notChecked
    }

    /// Returns why a timestamp is invalid, if a certificate in its chain was revoked.
    ///
    /// A revocation whose reason indicates no misuse leaves earlier timestamps valid (RFC 3161 §4). So does one that
    /// came after the timestamp is known to have existed.
    func problem(ofTimestampAt time: Date, knownAt known: Date) -> TrustProblem? {
        for (certificate, finding) in findings {
            guard case .revoked(let date, let reason) = finding, date <= known else { continue }
            if date > time, reason?.leavesEarlierTimestampsStanding == true { continue }
            return .timestampRevoked(certificate: SignerName.shortText(of: certificate), at: date)
        }
        return nil
    }

    /// Returns the findings against a signature.
    ///
    /// - Parameters:
    ///   - time: when the signature is known to have existed, or now
    ///   - isProven: whether a timestamp proves that time
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

/// Whether the certificates in a signature's chain were revoked when it was made.
public enum RevocationSummary: String, Sendable, Hashable, Codable {
    /// The issuers state that none was revoked.
    case good
    /// One was revoked. The problems say whether that was before or after the signature was made.
    case revoked
    /// There is revocation information, but it is not conclusive for all certificates.
    case unknown
    /// There is no revocation information, and none was requested.
    case notChecked = "not checked"
}
