import Crypto
import CryptoExtras
import X509

/// The requested signature algorithm. Missing parts are derived from the key.
public struct AlgorithmChoice: Sendable, Hashable {
    /// The hash function; `nil` for the key's default.
    public var digest: SignatureAlgorithm.Digest?
    /// Whether an RSA key signs with the padding PSS instead of PKCS#1 v1.5.
    public var usesPSS: Bool

    /// Without arguments, the key decides. An RSA key that is not for PSS only then uses PKCS#1 v1.5.
    public init(digest: SignatureAlgorithm.Digest? = nil, usesPSS: Bool = false) {
        self.digest = digest
        self.usesPSS = usesPSS
    }

    /// Returns the algorithm for the key of a certificate.
    ///
    /// - Throws: ``SigningIdentityError/unsuitableAlgorithm(_:)`` if the choice does not fit the key,
    ///   ``SigningIdentityError/weakKey(bits:)`` and ``SigningIdentityError/unsupportedKey(_:)``
    public func algorithm(for key: Certificate.PublicKey) throws(SigningIdentityError) -> SignatureAlgorithm {
        if let key = _RSA.Signing.PublicKey(key) {
            guard key.keySizeInBits >= 2048 else { throw .weakKey(bits: key.keySizeInBits) }
            return try SignatureAlgorithm(usesPSS ? .rsaPSS : .rsaPKCS1, digest)
        }
        guard !usesPSS else { throw .unsuitableAlgorithm("PSS is a padding for RSA, and this is not an RSA key") }
        if P256.Signing.PublicKey(key) != nil { return try SignatureAlgorithm(.ecdsaP256, digest) }
        if P384.Signing.PublicKey(key) != nil { return try SignatureAlgorithm(.ecdsaP384, digest) }
        if P521.Signing.PublicKey(key) != nil { return try SignatureAlgorithm(.ecdsaP521, digest) }
        if Curve25519.Signing.PublicKey(key) != nil { return try SignatureAlgorithm(.ed25519, digest) }
        throw .unsupportedKey("keys of this kind")
    }
}
