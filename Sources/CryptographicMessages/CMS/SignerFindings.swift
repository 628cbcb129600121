import Foundation
import SwiftASN1
import X509

/// The results of checking one signature's CMS structure against the bytes it covers.
package struct SignerFindings: Sendable {
    package enum Integrity: Sendable {
        case intact
        case broken
        /// The signature could not be checked with the supported algorithms.
        case unknown

        /// Whether the signature is intact, for reports; `nil` if it could not be checked.
        package var isIntact: Bool? {
            switch self {
            case .intact: true
            case .broken: false
            case .unknown: nil
            }
        }
    }

    package var integrity: Integrity
    /// The name of the algorithm, as far as known.
    package var algorithm = "unknown"
    /// The signer's certificate.
    package var certificate: Certificate?
    /// All certificates in the signature's container.
    package var certificates: [Certificate] = []
    /// The time in the signing-time attribute (RFC 5652 §11.3), which the signer claims.
    package var claimedTime: Date?
    /// The results for the signature's timestamps.
    package var timestamps: [TimestampFindings] = []
    /// The signature scheme; `nil` if unknown.
    package var scheme: SignatureScheme?
    /// Whether the signature meets PAdES baseline B (ETSI EN 319 142-1 §6.3).
    package var isBaseline = false
    /// Revocation information in the signature.
    package var archival = RevocationInfoArchival()
    package var findings: [CMSFinding] = []
    /// Whether the signed attributes are in DER (RFC 5652 §5.4).
    package var attributesAreDER = true

    /// Returns the findings for an unreadable signature.
    package static func unreadable(_ finding: CMSFinding) -> SignerFindings {
        SignerFindings(integrity: finding.severity == .broken ? .broken : .unknown, findings: [finding])
    }
}

/// The results of checking a timestamp (RFC 3161).
package struct TimestampFindings: Sendable {
    package var time: Date
    package var integrity: SignerFindings.Integrity
    package var certificate: Certificate?
    package var certificates: [Certificate]
    package var scheme: SignatureScheme?
    /// The hash function of the timestamped digest; `nil` if it is unsupported.
    package var digestAlgorithm: DigestAlgorithm?
    package var archival = RevocationInfoArchival()
}

extension TimestampFindings {
    package init(of findings: SignerFindings, _ info: TimestampInfo) {
        self.init(
            time: info.time, integrity: findings.integrity, certificate: findings.certificate,
            certificates: findings.certificates, scheme: findings.scheme,
            digestAlgorithm: DigestAlgorithm(info.imprintAlgorithm), archival: findings.archival)
    }
}

extension SignerFindings {
    /// Checks the signature's value and attributes.
    ///
    /// - Parameters:
    ///   - signedData: the structure
    ///   - content: returns the digest of the signed content by a hash function
    package init(_ signedData: CMSSignedData, content: (DigestAlgorithm) -> DigestValue) {
        let signer = signedData.signer
        self.init(integrity: .unknown, certificates: signedData.certificates)
        certificate = signedData.signerCertificate
        guard let digest = DigestAlgorithm(signer.digestAlgorithm.oid) else {
            recordUnknown(signer)
            return
        }
        guard let scheme = SignatureScheme(signer.signatureAlgorithm, digest: digest) else {
            if let attributes = signer.signedAttributes {
                checkContent(attributes, of: signedData, content: content(digest))
            }
            recordUnknown(signer)
            return
        }
        self.scheme = scheme
        algorithm = scheme.name(for: certificate?.publicKey)
        noteWeaknesses(digest, scheme)
        if let attributes = signer.signedAttributes {
            checkContent(attributes, of: signedData, content: content(digest))
            checkAlgorithms(attributes, of: signer)
        }
        guard let certificate else {
            recordMissingCertificate(signedData)
            return
        }
        if certificate.isKeyForPSS, scheme.isWithoutPSS {
            findings.append(.keyForPSSOnly)
        }
        if let weak = WeakAlgorithm.finding(on: certificate, among: signedData.certificates) { findings.append(weak) }
        guard let attributes = signer.signedAttributes else {
            record(scheme.check(signer.value, over: content(scheme.digest), key: certificate.publicKey))
            return
        }
        archival = (try? attributes.values(of: RevocationInfoArchival.type).first.map { try .init($0) }) ?? archival
        if SigningCertificateAttribute.check(attributes, names: certificate) == .differs {
            integrity = .broken
            findings.append(.certificateDiffers)
        }
        claimedTime = attributes.singleValue(of: .CMS.signingTime).flatMap { try? ASN1Time.date($0) }
        if integrity != .broken { record(check(attributes, signer.value, scheme, certificate.publicKey)) }
    }

    /// Records an algorithm that is unknown, unsupported or too weak.
    private mutating func recordUnknown(_ signer: CMSSignerInfo) {
        let (hash, own) = (signer.digestAlgorithm.oid, signer.signatureAlgorithm)
        if let weak = WeakAlgorithm.hashName(in: hash) ?? WeakAlgorithm.hashName(in: own.oid) {
            algorithm = "a signature with \(weak)"
            findings.append(.hashWeak(hash: weak))
            return
        }
        // Ed448's hash function is as unknown as Ed448 itself, which is the better name.
        let isHashKnown = DigestAlgorithm(hash) != nil
        let name =
            AlgorithmName.name(of: own.oid)
            ?? (isHashKnown ? AlgorithmName.name(of: own) : AlgorithmName.name(of: hash))
        if let name { algorithm = name }
        if let name {
            findings.append(.algorithmNotSupported(algorithm: name, part: .signature))
        } else if isHashKnown {
            findings.append(.algorithmUnknown(oid: own.oid.description))
        } else {
            findings.append(.hashFunctionNotSupported(oid: hash.description, part: .signature))
        }
    }

    /// Returns the finding for an unsupported hash function.
    package static func unsupported(_ hash: ASN1ObjectIdentifier, _ part: CMSFinding.Part) -> CMSFinding {
        guard let name = WeakAlgorithm.hashName(in: hash) ?? AlgorithmName.name(of: hash) else {
            return .hashFunctionNotSupported(oid: hash.description, part: part)
        }
        return .algorithmNotSupported(algorithm: name, part: part)
    }

    private mutating func noteWeaknesses(_ digest: DigestAlgorithm, _ scheme: SignatureScheme) {
        if digest.isWeak || scheme.digest.isWeak {
            findings.append(.hashWeak(hash: digest.isWeak ? digest.name : scheme.digest.name))
        }
        if digest != scheme.digest {
            // RFC 8933 §3: if they differ, somebody other than the signer could have chosen the weaker one.
            findings.append(.hashFunctionsDiffer(document: digest.name, signature: scheme.digest.name))
        }
    }

    /// Checks content-type and message-digest among the signed attributes (RFC 5652 §5.3).
    private mutating func checkContent(
        _ attributes: CMSAttributes, of signedData: CMSSignedData, content: DigestValue
    ) {
        let contentType = attributes.singleValue(of: .CMS.contentType).flatMap {
            try? ASN1ObjectIdentifier(derEncoded: $0)
        }
        if contentType != signedData.contentType {
            integrity = .broken
            findings.append(.contentTypeDiffers)
        }
        let digest = attributes.singleValue(of: .CMS.messageDigest).flatMap { try? ASN1OctetString(berEncoded: $0) }
        if digest.map({ Array($0.bytes) }) != content.bytes {
            integrity = .broken
            findings.append(.digestDiffers)
        }
    }

    private mutating func checkAlgorithms(_ attributes: CMSAttributes, of signer: CMSSignerInfo) {
        guard AlgorithmProtectionAttribute.check(attributes, of: signer) == .differs else { return }
        integrity = .broken
        findings.append(.algorithmsDiffer)
    }

    private mutating func recordMissingCertificate(_ signedData: CMSSignedData) {
        guard let candidate = signedData.unreadableCertificates.first(where: { $0.mayBe(signedData.signer.identifier) })
        else {
            integrity = .broken
            findings.append(.certificateMissing)
            return
        }
        if let weakness = candidate.weakness {
            findings.append(weakness)
        } else if let key = candidate.unsupportedKey {
            findings.append(.algorithmNotSupported(algorithm: key, part: .signature))
        } else {
            findings.append(.certificateUnknown)
        }
        if let keyName = candidate.keyName { algorithm = keyName }
    }

    private mutating func check(
        _ attributes: CMSAttributes, _ value: Data, _ scheme: SignatureScheme, _ key: Certificate.PublicKey
    ) -> SignatureScheme.Outcome {
        var outcome = SignatureScheme.Outcome.invalid
        for form in attributes.signedForms where outcome == .invalid {
            outcome = scheme.check(value, over: form.bytes, key: key)
            attributesAreDER = form.isDER
        }
        if outcome == .valid, !attributesAreDER {
            findings.append(.attributesNotDER)
        }
        return outcome
    }

    private mutating func record(_ outcome: SignatureScheme.Outcome) {
        switch outcome {
        case .valid:
            integrity = .intact
        case .invalid:
            integrity = .broken
            findings.append(.valueWrong)
        case .unsupported(let obstacle):
            integrity = .unknown
            findings.append(.keyUnsuitable(obstacle: obstacle))
        }
    }
}
