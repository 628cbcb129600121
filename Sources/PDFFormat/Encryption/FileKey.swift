import Crypto
import Foundation

/// The key of an encrypted file, and whether it came from the owner's password.
struct FileKey: Sendable {
    var bytes: [UInt8]
    var isOwner: Bool
}

/// Derives the file's key with MD5 and RC4: revisions 2, 3 and 4 of the standard security handler (ISO 32000-2
/// §7.6.4.3.2 and §7.6.4.4).
struct LegacyKeyDerivation {
    let revision: Int
    /// The key's length in bytes, 5 to 16.
    let keyLength: Int
    /// The 32 bytes of `/O` and of `/U`.
    let owner: [UInt8]
    let user: [UInt8]
    let permissions: UInt32
    /// The first part of the file identifier.
    let identifier: [UInt8]
    let encryptsMetadata: Bool

    /// Returns the key; `nil` if the password is neither the owner's nor the user's.
    func key(password: String) -> FileKey? {
        for padded in EncryptionPassword.padded(password) {
            if let key = key(userPassword: userPassword(ownerPassword: padded)) {
                return FileKey(bytes: key, isOwner: true)
            }
            if let key = key(userPassword: padded) { return FileKey(bytes: key, isOwner: false) }
        }
        return nil
    }

    /// Derives the key with algorithm 2 and checks it with algorithm 6.
    private func key(userPassword padded: [UInt8]) -> [UInt8]? {
        var hash = Insecure.MD5()
        hash.update(data: padded)
        hash.update(data: owner)
        hash.update(data: [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: permissions >> $0) })
        hash.update(data: identifier)
        if revision >= 4, !encryptsMetadata { hash.update(data: [0xFF, 0xFF, 0xFF, 0xFF] as [UInt8]) }
        let key = Array(strengthened(Array(hash.finalize())).prefix(keyLength))
        return isRight(key) ? key : nil
    }

    /// Applies MD5 fifty more times from revision 3 on.
    private func strengthened(_ digest: [UInt8]) -> [UInt8] {
        guard revision >= 3 else { return digest }
        var digest = digest
        for _ in 0..<50 { digest = Array(Insecure.MD5.hash(data: digest.prefix(keyLength))) }
        return digest
    }

    /// Whether `/U` matches the key (algorithms 4 and 5).
    private func isRight(_ key: [UInt8]) -> Bool {
        guard revision >= 3 else {
            var cipher = RC4(key: key)
            return cipher.apply(to: EncryptionPassword.padding) == user
        }
        var expected = Array(Insecure.MD5.hash(data: EncryptionPassword.padding + identifier))
        for step in 0..<20 {
            var cipher = RC4(key: key.map { $0 ^ UInt8(step) })
            expected = cipher.apply(to: expected)
        }
        return expected.elementsEqual(user.prefix(16))
    }

    /// Algorithm 7: decrypts the user's password in `/O` with the owner's.
    private func userPassword(ownerPassword padded: [UInt8]) -> [UInt8] {
        let key = strengthened(Array(Insecure.MD5.hash(data: padded))).prefix(keyLength)
        guard revision >= 3 else {
            var cipher = RC4(key: key)
            return cipher.apply(to: owner)
        }
        var password = owner
        for step in stride(from: UInt8(19), through: 0, by: -1) {
            var cipher = RC4(key: key.map { $0 ^ step })
            password = cipher.apply(to: password)
        }
        return password
    }
}

/// Decrypts the file's key with AES-256: revisions 5 and 6 of the standard security handler (ISO 32000-2 §7.6.4.3.3 and
/// §7.6.4.3.4; for revision 5, Adobe Supplement to ISO 32000, extension level 3).
struct AES256KeyDerivation {
    let revision: Int
    /// 48 bytes each: a hash, a validation salt and a key salt.
    let owner: [UInt8]
    let user: [UInt8]
    /// The file's key, encrypted with the owner's and with the user's password: 32 bytes each.
    let ownerKey: [UInt8]
    let userKey: [UInt8]

    /// Returns the key; `nil` if the password is neither the owner's nor the user's.
    func key(password: String) -> FileKey? {
        for candidate in EncryptionPassword.unicode(password) {
            if hash(candidate, salt: owner[32..<40], user).elementsEqual(owner[0..<32]) {
                return key(hash(candidate, salt: owner[40..<48], user), ownerKey, isOwner: true)
            }
            if hash(candidate, salt: user[32..<40], []).elementsEqual(user[0..<32]) {
                return key(hash(candidate, salt: user[40..<48], []), userKey, isOwner: false)
            }
        }
        return nil
    }

    private func key(_ intermediate: [UInt8], _ encrypted: [UInt8], isOwner: Bool) -> FileKey? {
        let zeros = [UInt8](repeating: 0, count: CBCCipher.blockSize)
        return CBCCipher.raw(Data(encrypted), key: intermediate, vector: zeros, isEncrypting: false)
            .map { FileKey(bytes: Array($0), isOwner: isOwner) }
    }

    /// Algorithm 2.B, or a single SHA-256 in revision 5.
    private func hash(_ password: [UInt8], salt: ArraySlice<UInt8>, _ user: [UInt8]) -> [UInt8] {
        var key = Array(SHA256.hash(data: password + salt + user))
        guard revision >= 6 else { return key }
        var round = 0
        while true {
            let unit = password + key + user
            var input = Data(capacity: unit.count * 64)
            for _ in 0..<64 { input.append(contentsOf: unit) }
            guard
                let output = CBCCipher.raw(
                    input, key: Array(key[0..<16]), vector: Array(key[16..<32]), isEncrypting: true),
                let last = output.last
            else { return [] }
            // Modulo 3, a 16-byte number equals the sum of its bytes, because 256 is one more than a multiple of 3.
            switch output.prefix(16).reduce(0, { $0 + Int($1) }) % 3 {
            case 0: key = Array(SHA256.hash(data: output))
            case 1: key = Array(SHA384.hash(data: output))
            default: key = Array(SHA512.hash(data: output))
            }
            round += 1
            if round >= 64, Int(last) <= round - 32 { return Array(key.prefix(32)) }
        }
    }
}
