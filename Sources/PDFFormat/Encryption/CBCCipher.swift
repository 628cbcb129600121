import Crypto
import CryptoExtras
import Foundation

/// AES in cipher block chaining mode, as PDF uses it (ISO 32000-2 §7.6.3.1).
enum CBCCipher {
    static let blockSize = 16

    /// Decrypts a string or stream: an initialization vector, then whole blocks, padded as in RFC 8018 §6.1.1.
    ///
    /// Like other readers, ignores an incomplete last block and keeps invalid padding.
    static func decrypted(_ bytes: Data, key: [UInt8]) -> Data {
        let whole = bytes.count / blockSize * blockSize
        guard whole >= 2 * blockSize else { return Data() }
        let vector = bytes.slice(0..<blockSize)
        guard var plain = raw(bytes.slice(blockSize..<whole), key: key, vector: Array(vector), isEncrypting: false)
        else { return Data() }
        if let padding = plain.last, padding >= 1, padding <= blockSize {
            plain.removeLast(Int(padding))
        }
        return plain
    }

    /// Encrypts with a fresh random initialization vector, which comes first in the result.
    static func encrypted(_ bytes: Data, key: [UInt8]) -> Data {
        let vector = AES._CBC.IV()
        let cipherText = try? AES._CBC.encrypt(bytes, using: SymmetricKey(data: key), iv: vector)
        return Data(vector) + (cipherText ?? Data())
    }

    /// Encrypts or decrypts whole blocks without padding. Returns `nil` for an incomplete block.
    static func raw(_ bytes: Data, key: [UInt8], vector: [UInt8], isEncrypting: Bool) -> Data? {
        guard let vector = try? AES._CBC.IV(ivBytes: vector) else { return nil }
        let key = SymmetricKey(data: key)
        return isEncrypting
            ? try? AES._CBC.encrypt(bytes, using: key, iv: vector, noPadding: true)
            : try? AES._CBC.decrypt(bytes, using: key, iv: vector, noPadding: true)
    }
}
