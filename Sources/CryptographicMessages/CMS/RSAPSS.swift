import CryptoExtras
import Foundation

/// RSASSA-PSS with any salt length and mask (RFC 8017 §8.1.2).
///
/// swift-crypto checks PSS only if the salt is as long as the digest and the mask uses the same hash function. Other
/// signers use the longest salt that fits. Only public values are handled here, so nothing needs to take constant time.
enum RSAPSS {
    static func isValid(
        _ signature: Data, digest: DigestValue, key: _RSA.Signing.PublicKey, maskDigest: DigestAlgorithm,
        saltLength: Int
    ) -> Bool {
        guard let primitives = try? key.getKeyPrimitives(), signature.count == primitives.modulus.count,
            let field = MontgomeryField(modulus: Array(primitives.modulus)),
            let message = field.power(Array(signature), exponent: Array(primitives.publicExponent))
        else { return false }
        let encodedBits = key.keySizeInBits - 1
        let length = (encodedBits + 7) / 8
        guard message.dropLast(length).allSatisfy({ $0 == 0 }) else { return false }
        return isConsistent(
            Array(message.suffix(length)), encodedBits: encodedBits, digest: digest, maskDigest: maskDigest,
            saltLength: saltLength)
    }

    /// EMSA-PSS-VERIFY (RFC 8017 §9.1.2).
    private static func isConsistent(
        _ encoded: [UInt8], encodedBits: Int, digest: DigestValue, maskDigest: DigestAlgorithm, saltLength: Int
    ) -> Bool {
        let hashLength = digest.algorithm.digestLength
        let blockLength = encoded.count - hashLength - 1
        guard blockLength >= saltLength + 1, encoded.last == 0xBC else { return false }
        let hash = Array(encoded[blockLength..<blockLength + hashLength])
        let firstByteMask = UInt8(0xFF) >> (8 * encoded.count - encodedBits)
        guard encoded[0] & ~firstByteMask == 0 else { return false }
        let mask = mask(seed: hash, length: blockLength, digest: maskDigest)
        var block = zip(encoded, mask).map { $0 ^ $1 }
        block[0] &= firstByteMask
        let saltStart = blockLength - saltLength
        guard block[..<(saltStart - 1)].allSatisfy({ $0 == 0 }), block[saltStart - 1] == 1 else { return false }
        let salted = [UInt8](repeating: 0, count: 8) + digest.bytes + block[saltStart...]
        return digest.algorithm.digest(of: salted).bytes == hash
    }

    /// MGF1 (RFC 8017 §B.2.1).
    private static func mask(seed: [UInt8], length: Int, digest: DigestAlgorithm) -> [UInt8] {
        var mask: [UInt8] = []
        var counter = UInt32(0)
        while mask.count < length {
            mask += digest.digest(of: seed + withUnsafeBytes(of: counter.bigEndian) { Array($0) }).bytes
            counter += 1
        }
        return Array(mask.prefix(length))
    }
}
