import Crypto
import Essentials
import Foundation

/// The place of an encrypted value. A value decrypts only in its own place.
struct FieldPlace: Sendable, Hashable {
    let appID: String
    let userID: String
    let field: String

    /// The associated data: a label and the three names, each with its length, so that no two places have the same.
    func associatedData(_ label: String) -> Data {
        var data = Data()
        for text in [label, appID, userID, field] {
            let bytes = Data(text.utf8)
            withUnsafeBytes(of: UInt32(bytes.count).bigEndian) { data.append(contentsOf: $0) }
            data.append(bytes)
        }
        return data
    }
}

/// A random key of 256 bits that encrypts a user's fields on this device.
///
/// An encrypted value is the text `cse1.` and, in base64 for URLs, eight bytes that name the key, a nonce of twelve
/// bytes, the ciphertext and its tag of sixteen bytes (ChaCha20-Poly1305, RFC 8439).
struct FieldKey: Sendable {
    static let prefix = "cse1."
    private static let family = "cse"
    private static let label = "countersign-identity-field-1"
    static let idLength = 8

    let key: SymmetricKey

    /// Returns the keys in bytes, 32 each.
    static func all(in bytes: Data) -> [FieldKey] {
        stride(from: bytes.startIndex, to: bytes.endIndex, by: 32).map {
            FieldKey(key: SymmetricKey(data: bytes[$0..<min($0 + 32, bytes.endIndex)]))
        }
    }

    static func random() -> FieldKey { FieldKey(key: SymmetricKey(size: .bits256)) }

    /// Names the key without revealing it.
    var id: Data {
        var hash = SHA256()
        hash.update(data: Data("countersign-identity-key-1".utf8))
        key.withUnsafeBytes { hash.update(bufferPointer: $0) }
        return Data(hash.finalize().prefix(Self.idLength))
    }

    func encrypted(_ plain: Data, at place: FieldPlace) throws(IdentityError) -> String {
        do {
            let box = try ChaChaPoly.seal(plain, using: key, authenticating: place.associatedData(Self.label) + id)
            return Self.prefix + Base64URL.encode(id + box.combined)
        } catch {
            throw .encryption(.damaged)
        }
    }

    /// Whether a text is an encrypted value of any version.
    static func isEncrypted(_ text: String) -> Bool {
        guard text.hasPrefix(family), let dot = text.firstIndex(of: ".") else { return false }
        let version = text[text.index(text.startIndex, offsetBy: family.count)..<dot]
        return !version.isEmpty && version.utf8.count <= 3
            && version.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// Returns a value that one of the keys encrypted at this place.
    static func decrypted(
        _ text: String, at place: FieldPlace, with keys: [FieldKey]
    ) throws(IdentityError) -> Data {
        guard isEncrypted(text) else { throw .encryption(.notEncrypted) }
        guard text.hasPrefix(prefix) else { throw .encryption(.unknownVersion) }
        guard let bytes = Base64URL.decode(String(text.dropFirst(prefix.count))).map({ Data($0) }),
            bytes.count >= idLength + 12 + 16
        else {
            throw .encryption(.damaged)
        }
        let id = bytes.prefix(idLength)
        guard let key = keys.first(where: { $0.id == id }) else { throw .encryption(.otherKey) }
        do {
            let box = try ChaChaPoly.SealedBox(combined: bytes.dropFirst(idLength))
            return try ChaChaPoly.open(box, using: key.key, authenticating: place.associatedData(label) + id)
        } catch {
            throw .encryption(.damaged)
        }
    }
}
