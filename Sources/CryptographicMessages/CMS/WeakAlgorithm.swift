import SwiftASN1
import X509

/// Algorithms that are no longer safe: told by name, and never part of a valid signature.
///
/// Whoever can name the algorithm of a signature names the weakest that is still believed (a downgrade), so nothing
/// that relies on one of these counts as proof, even where it checks out.
enum WeakAlgorithm {
    /// The hash function, if the identifier names it or a signature made with it and it can be forged.
    static func hashName(in oid: ASN1ObjectIdentifier) -> String? { hashes[oid] }

    /// No real chain has more; a container may be made of thousands of certificates to take up time.
    private static let longestChain = 12

    /// A certificate that is signed with a hash function which can be forged, on the way from the
    /// signer's up. A self-signed certificate is believed for other reasons than its signature.
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

    /// RSA keys below this many bits can be taken apart (NIST SP 800-131A §3).
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
