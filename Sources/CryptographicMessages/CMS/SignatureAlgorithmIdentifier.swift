import Crypto
import CryptoExtras
import Foundation
import SwiftASN1
import X509

/// Encodes a ``SignatureAlgorithm`` for a signer info (RFC 5652 §10.1).
extension SignatureAlgorithm {
    /// Returns the `AlgorithmIdentifier` of the signature under the given tag (RFC 5754 §3, RFC 4056 §3, RFC 8419
    /// §2.2).
    package func identifier(tag: UInt8 = DERBytes.sequence) -> [UInt8] {
        switch (kind, digest) {
        case (.rsaPKCS1, .sha256): DERBytes.value(tag, AlgorithmDER.rsaWithSHA256, DERBytes.null)
        case (.rsaPKCS1, .sha384): DERBytes.value(tag, AlgorithmDER.rsaWithSHA384, DERBytes.null)
        case (.rsaPKCS1, .sha512): DERBytes.value(tag, AlgorithmDER.rsaWithSHA512, DERBytes.null)
        case (.rsaPSS, _): DERBytes.value(tag, AlgorithmDER.rsaPSS, pssParameters)
        case (.ed25519, _): DERBytes.value(tag, AlgorithmDER.ed25519)
        case (_, .sha256): DERBytes.value(tag, AlgorithmDER.ecdsaWithSHA256)
        case (_, .sha384): DERBytes.value(tag, AlgorithmDER.ecdsaWithSHA384)
        case (_, .sha512): DERBytes.value(tag, AlgorithmDER.ecdsaWithSHA512)
        }
    }

    /// `RSASSA-PSS-params` (RFC 4055 §3.1); the hash functions have NULL parameters, as in §2.1.
    private var pssParameters: [UInt8] {
        let hash = DERBytes.value(DERBytes.sequence, digest.objectIdentifier, DERBytes.null)
        return DERBytes.value(
            DERBytes.sequence, DERBytes.value(DERBytes.context(0), hash),
            DERBytes.value(DERBytes.context(1), DERBytes.value(DERBytes.sequence, AlgorithmDER.mgf1, hash)),
            DERBytes.value(
                DERBytes.context(2), DERBytes.integer(CollectionOfOne(UInt8(digest.algorithm.digestLength)))))
    }

    /// Returns the maximum length, in bytes, of a value made with the key.
    package func longestValue(for key: Certificate.PublicKey) -> Int {
        switch kind {
        // A sequence of two integers, each as long as the curve's order, with at most one leading zero.
        case .ecdsaP256: return 2 + 2 * (2 + 33)
        case .ecdsaP384: return 2 + 2 * (2 + 49)
        case .ecdsaP521: return 3 + 2 * (2 + 66)
        case .ed25519: return 64
        case .rsaPKCS1, .rsaPSS:
            guard let bits = _RSA.Signing.PublicKey(real: key)?.keySizeInBits else { return 2048 }
            return (bits + 7) / 8
        }
    }

    /// Whether a signer's value is a signature of these bytes by the key of this certificate.
    ///
    /// Call it for signers outside of this process, whose key may not match the certificate: no signature is better
    /// than a wrong one in somebody's document.
    public func isValid(_ value: Data, over input: Data, for certificate: Certificate) -> Bool {
        scheme.check(value, over: Array(input), key: certificate.publicKey) == .valid
    }

    private var scheme: SignatureScheme {
        let kind: SignatureScheme.Kind =
            switch kind {
            case .rsaPKCS1: .rsaPKCS1
            case .rsaPSS: .rsaPSS(maskDigest: digest.algorithm, saltLength: digest.algorithm.digestLength)
            case .ecdsaP256, .ecdsaP384, .ecdsaP521: .ecdsa
            case .ed25519: .ed25519
            }
        return SignatureScheme(kind: kind, digest: digest.algorithm)
    }
}

extension SignatureAlgorithm.Digest {
    /// The `AlgorithmIdentifier` without parameters (RFC 5754 §2).
    package var identifier: [UInt8] { DERBytes.value(DERBytes.sequence, objectIdentifier) }

    fileprivate var objectIdentifier: [UInt8] {
        switch self {
        case .sha256: AlgorithmDER.sha256
        case .sha384: AlgorithmDER.sha384
        case .sha512: AlgorithmDER.sha512
        }
    }
}

/// Object identifiers in DER, encoded once.
enum AlgorithmDER {
    static let data = DERBytes.of(ASN1ObjectIdentifier.CMS.data)
    static let signedData = DERBytes.of(ASN1ObjectIdentifier.CMS.signedData)
    static let sha256 = DERBytes.of(ASN1ObjectIdentifier.Hash.sha256)
    static let sha384 = DERBytes.of(ASN1ObjectIdentifier.Hash.sha384)
    static let sha512 = DERBytes.of(ASN1ObjectIdentifier.Hash.sha512)
    static let mgf1 = DERBytes.of(ASN1ObjectIdentifier.SignatureScheme.mgf1)
    static let rsaPSS = DERBytes.of(ASN1ObjectIdentifier.AlgorithmIdentifier.rsaPSS)
    static let rsaWithSHA256 = DERBytes.of(ASN1ObjectIdentifier.AlgorithmIdentifier.sha256WithRSAEncryption)
    static let rsaWithSHA384 = DERBytes.of(ASN1ObjectIdentifier.AlgorithmIdentifier.sha384WithRSAEncryption)
    static let rsaWithSHA512 = DERBytes.of(ASN1ObjectIdentifier.AlgorithmIdentifier.sha512WithRSAEncryption)
    static let ecdsaWithSHA256 = DERBytes.of(ASN1ObjectIdentifier.SignatureScheme.ecdsaWithSHA256)
    static let ecdsaWithSHA384 = DERBytes.of(ASN1ObjectIdentifier.SignatureScheme.ecdsaWithSHA384)
    static let ecdsaWithSHA512 = DERBytes.of(ASN1ObjectIdentifier.SignatureScheme.ecdsaWithSHA512)
    static let ed25519 = DERBytes.of(ASN1ObjectIdentifier.SignatureScheme.ed25519)
}
