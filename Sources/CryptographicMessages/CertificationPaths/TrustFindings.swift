import Foundation
import SwiftASN1
@_spi(DisableValidityCheck) import X509

/// Whether a certificate leads to a trust anchor, and if not, why (RFC 5280 §6).
package struct TrustFindings: Sendable, Equatable {
    package var isTrusted: Bool
    /// One sentence.
    package var problem: String?
    /// From the certificate to the anchor, if it is trusted.
    package var chain: [Certificate] = []

    package init(isTrusted: Bool, problem: String? = nil, chain: [Certificate] = []) {
        self.isTrusted = isTrusted
        self.problem = problem
        self.chain = chain
    }

    private static func untrusted(_ problem: String) -> TrustFindings {
        TrustFindings(isTrusted: false, problem: problem)
    }

    /// - Parameters:
    ///   - certificate: Whose trust is asked for.
    ///   - intermediates: Certificates that may lead from it to an anchor.
    ///   - anchors: The certificates that are trusted without a reason.
    ///   - purpose: What the certificate was used for.
    ///   - time: When the certificates must be valid: now, or a time that a trusted authority vouches for.
    ///   - paths: What was found out about other certificates of the same file.
    ///   - claimedTime: When the signer says to have signed, to explain an expired certificate.
    package static func evaluate(
        _ certificate: Certificate, intermediates: [Certificate], anchors: [Certificate], purpose: CertificatePurpose,
        time: Date, claimedTime: Date?, paths: CertificatePaths = CertificatePaths()
    ) async -> TrustFindings {
        if let problem = purpose.problem(of: certificate) ?? CriticalExtensions.problem(of: certificate) {
            return untrusted(problem)
        }
        guard !anchors.isEmpty else { return untrusted("No trust anchor was given.") }
        let chain: [Certificate]
        if anchors.contains(certificate) {
            chain = [certificate]  // trusted by itself, whether it is an authority or not
        } else {
            switch await Self.chain(
                from: certificate, intermediates: intermediates, anchors: anchors, validAt: time, paths)
            {
            case .success(let found): chain = found
            case .failure(let problem): return untrusted(problem.sentence)
            }
        }
        guard let problem = CertificateValidity.problem(of: chain, at: time) else {
            return TrustFindings(isTrusted: true, chain: chain)
        }
        if let claimedTime, CertificateValidity.problem(of: chain, at: claimedTime) == nil {
            return untrusted(
                "\(problem) It was valid at the claimed time of signing, "
                    + "\(claimedTime.formatted(.iso8601)), but nobody vouches for that time.")
        }
        return untrusted(problem)
    }

    private struct NoChain: Error {
        var sentence: String
    }

    /// A chain that is valid at the time, or else one whose only fault is that it is not.
    private static func chain(
        from leaf: Certificate, intermediates: [Certificate], anchors: [Certificate], validAt time: Date,
        _ paths: CertificatePaths
    ) async -> Result<[Certificate], NoChain> {
        // A file of a thousand signers has a thousand certificates, of which each needs one or two.
        let intermediates = CertificationPath.issuers(above: leaf, among: intermediates)
        let search = paths.search(from: leaf, through: intermediates, to: anchors)
        var problem: String?
        for validity in [ValidityPolicy(time: time), ValidityPolicy(time: nil)] {
            for path in search.paths {
                guard let written = try? PolicyChain(path) else { continue }
                var verifier = Verifier(rootCertificates: CertificateStore(written.certificates.suffix(1))) {
                    IssuingPolicy()
                    RFC5280Policy.withValidityCheckDisabled()
                    validity
                }
                let between = CertificateStore(written.certificates.dropFirst().dropLast())
                switch await verifier.validate(leaf: written.certificates.first ?? leaf, intermediates: between) {
                case .validCertificate(let chain): return .success(written.originals(of: chain))
                case .couldNotValidate(let failures):
                    problem = failures.last?.policyFailureReason.description ?? problem
                }
            }
        }
        guard search.isComplete else {
            return .failure(
                NoChain(sentence: "The certificates in the file lead to one another in more ways than can be tried."))
        }
        if let problem {
            // The library's own reasons print whole certificates.
            let isOurs = !problem.hasPrefix("RFC5280Policy")
            return .failure(
                NoChain(
                    sentence: isOurs
                        ? problem
                        : "The certificate chain breaks a rule on path lengths, names or versions of RFC 5280."))
        }
        let signatures = ([leaf] + intermediates).lazy.compactMap { StandInCertificate(of: $0)?.signatureProblem }
        if let problem = signatures.first {
            return .failure(NoChain(sentence: problem))
        }
        if leaf.issuer == leaf.subject {
            return .failure(NoChain(sentence: "The certificate is self-signed and not among the trust anchors."))
        }
        let issuer = lastIssuer(from: leaf, among: intermediates)
        return .failure(
            NoChain(sentence: "The issuer “\(SignerName.shortText(of: issuer))” is not among the trust anchors."))
    }

    /// The name at which the way up ends.
    private static func lastIssuer(from leaf: Certificate, among certificates: [Certificate]) -> DistinguishedName {
        var tip = leaf
        var rest = certificates
        while tip.issuer != tip.subject, let next = rest.firstIndex(where: { $0.subject == tip.issuer }) {
            tip = rest.remove(at: next)
        }
        return tip.issuer
    }
}

/// Refuses chains of which a certificate is not valid at a time; without a time it refuses none.
private struct ValidityPolicy: VerifierPolicy, Sendable {
    let verifyingCriticalExtensions: [ASN1ObjectIdentifier] = []
    var time: Date?

    func chainMeetsPolicyRequirements(chain: UnverifiedCertificateChain) async -> PolicyEvaluationResult {
        guard let time, let problem = CertificateValidity.problem(of: Array(chain), at: time) else {
            return .meetsPolicy
        }
        return .failsToMeetPolicy(reason: problem)
    }
}

/// Refuses issuers that may not issue (RFC 5280 §4.2.1.3 and §4.2.1.9), and answers for the critical extensions that are
/// looked at elsewhere or say nothing against a signature.
private struct IssuingPolicy: VerifierPolicy, Sendable {
    let verifyingCriticalExtensions = CriticalExtensions.known

    func chainMeetsPolicyRequirements(chain: UnverifiedCertificateChain) async -> PolicyEvaluationResult {
        let issuers = Array(chain.dropFirst())
        for (index, issuer) in issuers.enumerated() {
            let name = SignerName.shortText(of: issuer)
            // Version 1 cannot say who may issue: only an anchor is trusted without (RFC 5280 §6.1.4 (k)).
            if issuer.version != .v1 || index + 1 < issuers.count {
                guard case .isCertificateAuthority? = try? issuer.extensions.basicConstraints else {
                    return .failsToMeetPolicy(reason: "“\(name)” may not issue certificates.")
                }
            }
            if let usage = try? issuer.extensions.keyUsage, !usage.keyCertSign {
                return .failsToMeetPolicy(reason: "The key of “\(name)” may not sign certificates.")
            }
        }
        return .meetsPolicy
    }
}

/// Extensions that a certificate's reader must understand or else refuse the certificate (RFC 5280 §4.2).
private enum CriticalExtensions {
    static let known: [ASN1ObjectIdentifier] = [
        .X509ExtensionID.basicConstraints, .X509ExtensionID.nameConstraints, .X509ExtensionID.keyUsage,
        .X509ExtensionID.extendedKeyUsage, .X509ExtensionID.subjectAlternativeName,
        [2, 5, 29, 32],  // certificate policies: every policy is acceptable
    ]

    static func problem(of certificate: Certificate) -> String? {
        for part in certificate.extensions where part.critical && !known.contains(part.oid) {
            return "The certificate has a critical extension \(part.oid) that is not known here."
        }
        return nil
    }
}

/// Whether certificates are valid at a time.
package enum CertificateValidity {
    /// A sentence on the first certificate that is not.
    package static func problem(of chain: [Certificate], at time: Date) -> String? {
        for certificate in chain {
            let name = SignerName.shortText(of: certificate)
            if time < certificate.notValidBefore {
                return "The certificate of “\(name)” is not valid before "
                    + "\(certificate.notValidBefore.formatted(.iso8601))."
            }
            if time > certificate.notValidAfter {
                return "The certificate of “\(name)” expired at \(certificate.notValidAfter.formatted(.iso8601))."
            }
        }
        return nil
    }
}
