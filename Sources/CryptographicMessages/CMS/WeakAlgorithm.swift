import SwiftASN1
import X509

/// Algorithms that are no longer safe. They are reported by name, and never part of a valid signature.
///
/// An attacker who can choose the algorithm of a signature chooses the weakest accepted one (a downgrade). So nothing
/// that relies on these algorithms counts as proof, even if it verifies.
enum WeakAlgorithm {
    /// Returns the name of the broken hash function that the identifier names, directly or in a signature algorithm;
    /// `nil` for others.
    static func hashName(in oid: ASN1ObjectIdentifier) -> String? { hashes[oid] }

    /// No real chain is longer; a hostile container may have thousands of certificates to take up time.
    private static let longestChain = 12

    /// Returns a finding for the first certificate, from the signer's up, that is signed with a broken hash function. A
    /// self-signed certificate is not trusted because of its signature, so it is not checked.
    static func finding(on leaf: Certificate, among certificates: [Certificate]) -> CMSFinding? {
        var tip = leaf
        for _ in 0..<longestChain {
            guard tip.issuer != tip.subject else { return nil }
            let isSHA1 = tip.signatureAlgorithm == .sha1WithRSAEncryption
            if let hash = isSHA1 ? DigestAlgorithm.sha1.name : StandInCertificate(of: tip)?.weakHash {
                return .certificateHashWeak(certificate: SignerName.shortText(of: tip), hash: hash)
            }
            guard let issuer = certificates.first(where: { $0.subject == tip.issuer && $0 != tip }) else { return nil }
            tip = issuer
        }
        return nil
    }

    /// Shorter RSA keys, in bits, can be broken (NIST SP 800-131A §3).
    static let shortestRSAKey = 2048

    // RFC 3279 §2.2, RFC 1319 to 1321.
    private static let hashes: [ASN1ObjectIdentifier: String] = [
        [1, 2, 840, 113_549, 2, 2]: "MD2", [1, 2, 840, 113_549, 1, 1, 2]: "MD2",
        [1, 2, 840, 113_549, 2, 4]: "MD4", [1, 2, 840, 113_549, 1, 1, 3]: "MD4",
        [1, 2, 840, 113_549, 2, 5]: "MD5", [1, 2, 840, 113_549, 1, 1, 4]: "MD5",
        .Hash.sha1: "SHA-1", .SignatureScheme.sha1WithRSA: "SHA-1", .SignatureScheme.ecdsaWithSHA1: "SHA-1",
        [1, 2, 840, 10_040, 4, 3]: "SHA-1",  // DSA
    ]
}
