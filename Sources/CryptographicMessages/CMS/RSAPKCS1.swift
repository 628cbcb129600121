import CryptoExtras
import Foundation

/// RSASSA-PKCS1-v1_5 with hash functions that swift-crypto does not support for it: SHA-3 (RFC 8017 §8.2.2).
///
/// Only public values are handled here, so nothing needs to take constant time.
enum RSAPKCS1 {
    static func isValid(_ signature: Data, digest: DigestValue, key: _RSA.Signing.PublicKey) -> Bool {
        guard let primitives = try? key.getKeyPrimitives(), signature.count == primitives.modulus.count,
            let field = MontgomeryField(modulus: Array(primitives.modulus)),
            let message = field.power(Array(signature), exponent: Array(primitives.publicExponent))
        else { return false }
        return message == encoded(digest, length: primitives.modulus.count)
    }

    /// EMSA-PKCS1-v1_5 (RFC 8017 §9.2). The whole encoding is compared, so that nothing can hide in the padding.
    private static func encoded(_ digest: DigestValue, length: Int) -> [UInt8]? {
        let info = DERBytes.value(
            DERBytes.sequence,
            DERBytes.value(DERBytes.sequence, DERBytes.of(digest.algorithm.oid), DERBytes.null),
            DERBytes.value(DERBytes.octetString, digest.bytes))
        let padding = length - info.count - 3
        guard padding >= 8 else { return nil }
        return [0, 1] + [UInt8](repeating: 0xFF, count: padding) + [0] + info
    }
}
