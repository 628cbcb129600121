import Crypto
import CryptoExtras
import Essentials
import Foundation

/// A user's keys under a passphrase that only the user has (scrypt, RFC 7914). The service never sees either.
///
/// The text is `csr1.` and, in base64 for URLs, the logarithm of scrypt's cost, its block size and its parallelism, one
/// byte each, a salt of 16 bytes, a nonce of 12, and the keys of 32 bytes each, the one that encrypts first, encrypted
/// together, with their tag of 16.
struct RecoveryExport: Sendable {
    static let shortestPassphrase = 12
    private static let prefix = "csr1."
    private static let label = "countersign-identity-recovery-1"
    private static let header = 3 + 16
    private static let mostKeys = 100

    /// 2¹⁷ blocks of 8 × 128 bytes: 128 MiB, as OWASP recommends.
    var logCost: UInt8 = 17

    func export(_ keys: [FieldKey], passphrase: String, place: FieldPlace) throws(IdentityError) -> String {
        guard passphrase.count >= Self.shortestPassphrase else {
            throw .encryption(.weakPassphrase(shortest: Self.shortestPassphrase))
        }
        let salt = SymmetricKey(size: .bits128).withUnsafeBytes { Data($0) }
        let header = Data([logCost, 8, 1]) + salt
        do {
            let wrapping = try Self.wrapping(passphrase, header)
            let plain = keys.prefix(Self.mostKeys).reduce(into: Data()) { bytes, key in
                key.key.withUnsafeBytes { bytes.append(contentsOf: $0) }
            }
            let box = try ChaChaPoly.seal(
                plain, using: wrapping, authenticating: place.associatedData(Self.label) + header)
            return Self.prefix + Base64URL.encode(header + box.combined)
        } catch {
            throw .encryption(.damaged)
        }
    }

    static func keys(in text: String, passphrase: String, place: FieldPlace) throws(IdentityError) -> [FieldKey] {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.hasPrefix(prefix) else {
            throw .encryption(text.hasPrefix("csr") ? .unknownVersion : .notEncrypted)
        }
        guard text.utf8.count <= 8192,
            let bytes = Base64URL.decode(String(text.dropFirst(prefix.count))).map({ Data($0) }),
            let length = Optional(bytes.count - header - 12 - 16), length > 0, length.isMultiple(of: 32),
            length / 32 <= mostKeys,
            // More would be an attempt to use up this device's memory.
            (10...18).contains(bytes[0]), bytes[1] == 8, bytes[2] == 1
        else { throw .encryption(.damaged) }
        let header = bytes.prefix(header)
        do {
            let box = try ChaChaPoly.SealedBox(combined: bytes.dropFirst(header.count))
            let plain = try ChaChaPoly.open(
                box, using: try wrapping(passphrase, header), authenticating: place.associatedData(label) + header)
            return FieldKey.all(in: plain)
        } catch {
            throw .encryption(.wrongPassphrase)
        }
    }

    private static func wrapping(_ passphrase: String, _ header: Data) throws -> SymmetricKey {
        // The same passphrase typed on another keyboard may be composed otherwise.
        let normal = passphrase.precomposedStringWithCompatibilityMapping
        return try KDF.Scrypt.deriveKey(
            from: Data(normal.utf8), salt: header.dropFirst(3), outputByteCount: 32, rounds: 1 << Int(header[0]),
            blockSize: Int(header[1]), parallelism: Int(header[2]), maxMemory: 1 << 29)
    }
}
