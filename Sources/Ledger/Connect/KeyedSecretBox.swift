import Crypto
import Foundation

/// Seals secrets with AES-256-GCM (NIST SP 800-38D) under one key: a nonce of 12 bytes, the ciphertext, and a tag of 16
/// bytes. The purpose is authenticated with it.
public struct KeyedSecretBox: SecretBox {
    /// The size of the key in bytes.
    public static let keySize = 32

    private let key: SymmetricKey

    /// Makes a box with a new random key, which is lost with it.
    public init() {
        key = SymmetricKey(size: .bits256)
    }

    /// - Returns: `nil` if the key does not have ``keySize`` bytes
    public init?(key: Data) {
        guard key.count == Self.keySize else { return nil }
        self.key = SymmetricKey(data: key)
    }

    /// Returns the bytes of a new random key.
    public static func newKey() -> Data { SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) } }

    /// Uses a new random nonce each time, so the same secret never gives the same bytes twice.
    public func seal(_ secret: Data, for purpose: String) throws -> Data {
        let box = try AES.GCM.seal(secret, using: key, authenticating: Data(purpose.utf8))
        guard let sealed = box.combined else {
            throw StorageError.unreadable(what: "A secret", reason: "it could not be sealed")
        }
        return sealed
    }

    /// HMAC-SHA256 (RFC 2104) under a key of its own for each purpose (HKDF, RFC 5869).
    public func hash(of text: String, for purpose: String) -> Data {
        let own = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: key, info: Data("hash/\(purpose)".utf8), outputByteCount: Self.keySize)
        return Data(HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: own))
    }

    /// - Throws: ``StorageError/unreadable(what:reason:)`` for another key or purpose, and for damaged bytes
    public func open(_ sealed: Data, for purpose: String) throws -> Data {
        do {
            return try AES.GCM.open(AES.GCM.SealedBox(combined: sealed), using: key, authenticating: Data(purpose.utf8))
        } catch {
            throw StorageError.unreadable(
                what: "A stored secret", reason: "it was sealed under another key, or is damaged")
        }
    }
}
