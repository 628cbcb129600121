import Crypto
import SwiftASN1
import X509

/// The ESS attributes signing-certificate (RFC 2634 §5.4) and signing-certificate-v2 (RFC 5035 §3). The signature
/// covers its certificate, so that nobody can substitute another one with the same key.
package enum SigningCertificateAttribute {
    package enum Finding: Equatable {
        /// There is no such attribute.
        case absent
        /// It names the certificate.
        case matches
        /// It names another certificate, or is unreadable.
        case differs
    }

    /// Checks the attributes against the certificate. If both versions are present, both must match.
    package static func check(_ attributes: CMSAttributes, names certificate: Certificate) -> Finding {
        var findings: [Finding] = []
        for (type, fallback) in [
            (ASN1ObjectIdentifier.CMS.signingCertificate, DigestAlgorithm.sha1), (.CMS.signingCertificateV2, .sha256),
        ] {
            let values = attributes.values(of: type)
            if values.isEmpty { continue }
            let isNamed = (try? values.allSatisfy { try names(certificate, in: $0, defaultDigest: fallback) }) ?? false
            findings.append(isNamed ? .matches : .differs)
        }
        if findings.isEmpty { return .absent }
        return findings.contains(.differs) ? .differs : .matches
    }

    /// Whether the first certificate identifier, which is the signer's, matches the certificate.
    private static func names(
        _ certificate: Certificate, in value: ASN1Node, defaultDigest: DigestAlgorithm
    ) throws -> Bool {
        var attribute = try value.children(of: .sequence)
        var identifiers = try attribute.required().children(of: .sequence)
        var identifier = try identifiers.required().children(of: .sequence)
        var part = try identifier.required()
        var digest = defaultDigest
        if part.identifier == .sequence {
            guard let named = DigestAlgorithm(try AlgorithmReference(part).oid) else { return false }
            digest = named
            part = try identifier.required()
        }
        let hash = try ASN1OctetString(berEncoded: part).bytes
        return digest.digest(of: try DERBytes.of(certificate)).bytes == Array(hash)
    }
}
