import Foundation
import SwiftASN1
import X509

/// What the CMS structure of one signature says, checked against the bytes it covers.
struct SignerFindings: Sendable {
    enum Integrity: Sendable {
        case intact
        case broken
        /// It could not be checked with what this library knows.
        case unknown
    }

    var integrity: Integrity
    /// The name of the algorithm, as far as it is known.
    var algorithm = "unknown"
    /// The signer's certificate.
    var certificate: Certificate?
    /// All certificates that came with the signature.
    var certificates: [Certificate] = []
    /// The signing-time attribute (RFC 5652 §11.3): a claim of the signer.
    var claimedTime: Date?
    /// What a timestamp authority says, if it said anything.
    var timestamp: TimestampFindings?
    var problems: [SignatureProblem] = []

    /// Findings for a signature that cannot be read at all.
    static func unreadable(_ problem: SignatureProblem) -> SignerFindings {
        SignerFindings(integrity: problem.weight == .broken ? .broken : .unknown, problems: [problem])
    }
}

/// What was found out about a timestamp (RFC 3161).
struct TimestampFindings: Sendable {
    var time: Date
    var integrity: SignerFindings.Integrity
    var certificate: Certificate?
    var certificates: [Certificate]
}

extension SignerFindings {
    /// Checks the signature's value and attributes.
    ///
    /// - Parameters:
    ///   - signedData: The structure.
    ///   - content: The digest of the signed content by a hash function.
    init(_ signedData: CMSSignedData, content: (DigestAlgorithm) -> DigestValue) {
        let signer = signedData.signer
        self.init(integrity: .unknown, certificates: signedData.certificates)
        guard let digest = DigestAlgorithm(signer.digestAlgorithm.oid) else {
            problems.append(.doubtful("The hash function \(signer.digestAlgorithm.oid) is not known here."))
            return
        }
        let scheme = SignatureScheme(signer.signatureAlgorithm, digest: digest)
        certificate = signedData.signerCertificate
        guard let scheme else {
            problems.append(.doubtful("The algorithm \(signer.signatureAlgorithm.oid) is not known here."))
            return
        }
        algorithm = scheme.name(for: certificate?.publicKey)
        if digest.isWeak || scheme.digest.isWeak {
            problems.append(.doubtful("The signature relies on SHA-1, with which documents can be forged."))
        }
        guard let certificate else {
            if signedData.unreadableCertificates > 0 {
                problems.append(.doubtful("The signer's certificate is of a kind that is not known here."))
            } else {
                integrity = .broken
                problems.append(.broken("The signer's certificate is missing."))
            }
            return
        }
        if let attributes = signer.signedAttributes {
            checkAttributes(attributes, of: signedData, certificate, content: content(digest))
            if integrity != .broken { record(check(attributes, signer.value, scheme, certificate.publicKey)) }
        } else {
            record(scheme.check(signer.value, over: content(scheme.digest), key: certificate.publicKey))
        }
    }

    /// Content-type, message-digest and signing-certificate among the signed attributes (RFC 5652 §5.3, RFC 5035).
    private mutating func checkAttributes(
        _ attributes: CMSAttributes, of signedData: CMSSignedData, _ certificate: Certificate, content: DigestValue
    ) {
        let contentType = attributes.singleValue(of: .CMS.contentType).flatMap {
            try? ASN1ObjectIdentifier(derEncoded: $0)
        }
        if contentType != signedData.contentType {
            integrity = .broken
            problems.append(.broken("The signature does not say what kind of content it signs, or says it wrongly."))
        }
        let digest = attributes.singleValue(of: .CMS.messageDigest).flatMap { try? ASN1OctetString(berEncoded: $0) }
        if digest.map({ Array($0.bytes) }) != content.bytes {
            integrity = .broken
            problems.append(.broken("The signed bytes were changed: their digest is not the one that was signed."))
        }
        if SigningCertificateAttribute.check(attributes, names: certificate) == .differs {
            integrity = .broken
            problems.append(.broken("The signature was made for another certificate than the one that came with it."))
        }
        claimedTime = attributes.singleValue(of: .CMS.signingTime).flatMap { try? ASN1Time.date($0) }
    }

    private func check(
        _ attributes: CMSAttributes, _ value: Data, _ scheme: SignatureScheme, _ key: Certificate.PublicKey
    ) -> SignatureScheme.Outcome {
        var outcome = SignatureScheme.Outcome.invalid
        for form in attributes.signedForms where outcome == .invalid {
            outcome = scheme.check(value, over: form, key: key)
        }
        return outcome
    }

    private mutating func record(_ outcome: SignatureScheme.Outcome) {
        switch outcome {
        case .valid:
            integrity = .intact
        case .invalid:
            integrity = .broken
            problems.append(
                .broken("The signature was not made over these bytes with the key of the signer's certificate."))
        case .unsupported(let reason):
            integrity = .unknown
            problems.append(.doubtful("The signature could not be checked: \(reason)."))
        }
    }
}
