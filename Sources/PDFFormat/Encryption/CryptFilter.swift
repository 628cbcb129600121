import Crypto
import Foundation

/// How the bytes of strings or streams are encrypted (ISO 32000-2 §7.6.6).
enum CryptFilter: Sendable, Hashable {
    case identity
    case rc4
    /// AES-128 with a key for each object.
    case aes128
    /// AES-256 with the file's key.
    case aes256

    func decrypted(_ bytes: Data, fileKey: [UInt8], of reference: PDFReference) -> Data {
        switch self {
        case .identity: return bytes
        case .rc4:
            var cipher = RC4(key: Self.objectKey(fileKey, reference, isAES: false))
            return Data(cipher.apply(to: bytes))
        case .aes128: return CBCCipher.decrypted(bytes, key: Self.objectKey(fileKey, reference, isAES: true))
        case .aes256: return CBCCipher.decrypted(bytes, key: fileKey)
        }
    }

    func encrypted(_ bytes: Data, fileKey: [UInt8], of reference: PDFReference) -> Data {
        switch self {
        case .identity, .rc4: decrypted(bytes, fileKey: fileKey, of: reference)
        case .aes128: CBCCipher.encrypted(bytes, key: Self.objectKey(fileKey, reference, isAES: true))
        case .aes256: CBCCipher.encrypted(bytes, key: fileKey)
        }
    }

    /// Algorithm 1 (ISO 32000-2 §7.6.3.2): derives the object's key from the file's key and the object's number.
    private static func objectKey(_ fileKey: [UInt8], _ reference: PDFReference, isAES: Bool) -> [UInt8] {
        var hash = Insecure.MD5()
        hash.update(data: fileKey)
        let (number, generation) = (reference.number, reference.generation)
        hash.update(data: [0, 8, 16].map { UInt8(truncatingIfNeeded: number >> $0) })
        hash.update(data: [0, 8].map { UInt8(truncatingIfNeeded: generation >> $0) })
        if isAES { hash.update(data: Array("sAlT".utf8)) }
        return Array(hash.finalize().prefix(min(fileKey.count + 5, 16)))
    }
}
