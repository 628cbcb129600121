import Foundation
import SwiftASN1
@_spi(DisableValidityCheck) import X509

/// Whether a certificate leads to a trust anchor, and if not, why (RFC 5280 §6).
package struct TrustFindings: Sendable, Equatable {
    package var isTrusted: Bool
    package var problem: TrustProblem?
    /// The chain from the certificate to the anchor; empty if it is not trusted.
    package var chain: [Certificate] = []

    package init(isTrusted: Bool, problem: TrustProblem? = nil, chain: [Certificate] = []) {
        self.isTrusted = isTrusted
        self.problem = problem
        self.chain = chain
    }

    private static func untrusted(_ problem: TrustProblem) -> TrustFindings {
        TrustFindings(isTrusted: false, problem: problem)
    }

    /// - Parameters:
    ///   - certificate: the certificate to evaluate
    ///   - intermediates: certificates that may lead from it to an anchor
    ///   - anchors: the trusted certificates
    ///   - purpose: the use of the certificate
    ///   - time: the time at which the certificates must be valid: now, or a time that a trusted authority vouches for
    ///   - paths: the paths found so far for certificates of the same file
    ///   - claimedTime: the signer's claimed time of signing, to explain an expired certificate
    package static func evaluate(
        _ certificate: Certificate, intermediates: [Certificate], anchors: [Certificate], purpose: CertificatePurpose,
        time: Date, claimedTime: Date?, paths: CertificatePaths = CertificatePaths()
    ) async -> TrustFindings {
        if let problem = purpose.problem(of: certificate) ?? CriticalExtensions.problem(of: certificate) {
            return untrusted(problem)
        }
        guard !anchors.isEmpty else { return untrusted(.noAnchors) }
        let chain: [Certificate]
        if anchors.contains(certificate) {
            chain = [certificate]  // trusted by itself, whether it is an authority or not
        } else {
            switch await Self.chain(
                from: certificate, intermediates: intermediates, anchors: anchors, validAt: time, paths)
            {
            case .success(let found): chain = found
            case .failure(let problem): return untrusted(problem.reason)
            }
        }
        guard let problem = CertificateValidity.problem(of: chain, at: time) else {
            return TrustFindings(isTrusted: true, chain: chain)
        }
        if let claimedTime, CertificateValidity.problem(of: chain, at: claimedTime) == nil {
            return untrusted(problem.claimed(at: claimedTime))
        }
        return untrusted(problem)
    }

    private struct NoChain: Error {
        var reason: TrustProblem
    }

    /// Returns a chain that is valid at the time, or otherwise one whose only problem is its validity period.
    private static func chain(
        from leaf: Certificate, intermediates: [Certificate], anchors: [Certificate], validAt time: Date,
        _ paths: CertificatePaths
    ) async -> Result<[Certificate], NoChain> {
        // A file of a thousand signers has a thousand certificates, but each signer needs only one or two.
        let intermediates = CertificationPath.issuers(above: leaf, among: intermediates)
        let search = paths.search(from: leaf, through: intermediates, to: anchors)
        var problem: TrustProblem?
        for validity in [ValidityPolicy(time: time), ValidityPolicy(time: nil)] {
            for path in search.paths {
                if let broken = NameConstraintRules.problem(of: path) ?? PolicyRules.problem(of: path) {
                    problem = broken
                    continue
                }
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
                    problem = failures.last.map { Self.problem(behind: $0, validity) } ?? problem
                }
            }
        }
        guard search.isComplete else {
            return .failure(NoChain(reason: .tooManyPaths))
        }
        if let problem { return .failure(NoChain(reason: problem)) }
        let signatures = ([leaf] + intermediates).lazy.compactMap { StandInCertificate(of: $0)?.signatureProblem }
        if let problem = signatures.first {
            return .failure(NoChain(reason: problem))
        }
        if leaf.issuer == leaf.subject {
            return .failure(NoChain(reason: .selfSigned))
        }
        let issuer = lastIssuer(from: leaf, among: intermediates)
        return .failure(NoChain(reason: .issuerNotTrusted(issuer: SignerName.shortText(of: issuer))))
    }

    /// Returns the problem that a policy found, which the library passes on as text.
    private static func problem(
        behind failure: CertificateValidationResult.PolicyFailure, _ validity: ValidityPolicy
    ) -> TrustProblem {
        let (chain, text) = (Array(failure.chain), failure.policyFailureReason.description)
        let own = [IssuingPolicy.problem(of: chain), validity.problem(of: chain)].compactMap(\.self)
        if let problem = own.first(where: { $0.sentence == text }) { return problem }
        // The library's own reasons print whole certificates.
        return text.hasPrefix("RFC5280Policy") ? .chainRuleBroken : .chainRefused(reason: text)
    }

    /// Returns the issuer at which the path ends.
    private static func lastIssuer(from leaf: Certificate, among certificates: [Certificate]) -> DistinguishedName {
        var tip = leaf
        var rest = certificates
        while tip.issuer != tip.subject, let next = rest.firstIndex(where: { $0.subject == tip.issuer }) {
            tip = rest.remove(at: next)
        }
        return tip.issuer
    }
}

/// Rejects chains with a certificate that is not valid at a time; without a time it rejects none.
private struct ValidityPolicy: VerifierPolicy, Sendable {
    let verifyingCriticalExtensions: [ASN1ObjectIdentifier] = []
    var time: Date?

    func chainMeetsPolicyRequirements(chain: UnverifiedCertificateChain) async -> PolicyEvaluationResult {
        guard let problem = problem(of: Array(chain)) else { return .meetsPolicy }
        return .failsToMeetPolicy(reason: problem.sentence)
    }

    func problem(of chain: [Certificate]) -> TrustProblem? {
        time.flatMap { CertificateValidity.problem(of: chain, at: $0) }
    }
}

/// Rejects issuers that may not issue (RFC 5280 §4.2.1.3 and §4.2.1.9). It accepts the critical extensions that are
/// checked elsewhere or do not affect signatures.
private struct IssuingPolicy: VerifierPolicy, Sendable {
    let verifyingCriticalExtensions = CriticalExtensions.known

    func chainMeetsPolicyRequirements(chain: UnverifiedCertificateChain) async -> PolicyEvaluationResult {
        guard let problem = Self.problem(of: Array(chain)) else { return .meetsPolicy }
        return .failsToMeetPolicy(reason: problem.sentence)
    }

    static func problem(of chain: [Certificate]) -> TrustProblem? {
        let issuers = Array(chain.dropFirst())
        for (index, issuer) in issuers.enumerated() {
            let name = SignerName.shortText(of: issuer)
            // Version 1 cannot express who may issue: only an anchor is trusted without it (RFC 5280 §6.1.4 (k)).
            if issuer.version != .v1 || index + 1 < issuers.count {
                guard case .isCertificateAuthority? = try? issuer.extensions.basicConstraints else {
                    return .mayNotIssue(issuer: name)
                }
            }
            if let usage = try? issuer.extensions.keyUsage, !usage.keyCertSign {
                return .keyMayNotIssue(issuer: name)
            }
        }
        return nil
    }
}

/// Extensions that a reader must understand or else reject the certificate (RFC 5280 §4.2).
private enum CriticalExtensions {
    static let known: [ASN1ObjectIdentifier] = [
        .X509ExtensionID.basicConstraints, .X509ExtensionID.nameConstraints, .X509ExtensionID.keyUsage,
        .X509ExtensionID.extendedKeyUsage, .X509ExtensionID.subjectAlternativeName,
        PolicyExtensions.policies, PolicyExtensions.mappings, PolicyExtensions.constraints,
        PolicyExtensions.inhibitAnyPolicy,
    ]

    static func problem(of certificate: Certificate) -> TrustProblem? {
        for part in certificate.extensions where part.critical && !known.contains(part.oid) {
            return .extensionUnknown(oid: part.oid.description)
        }
        return nil
    }
}

/// Checks the validity periods of certificates.
package enum CertificateValidity {
    /// Returns the problem of the first certificate that is not valid; `nil` if all are.
    package static func problem(of chain: [Certificate], at time: Date) -> TrustProblem? {
        for certificate in chain {
            let name = SignerName.shortText(of: certificate)
            if time < certificate.notValidBefore {
                return .notYetValid(certificate: name, notBefore: certificate.notValidBefore)
            }
            if time > certificate.notValidAfter {
                return .expired(certificate: name, notAfter: certificate.notValidAfter)
            }
        }
        return nil
    }
}
