import Crypto
import CryptoExtras
import Foundation
import SwiftASN1

/// PBES2 with PBKDF2 and AES-CBC (RFC 8018 §6.2).
struct PasswordBasedEncryption {
    /// The maximum number of rounds of key derivation in a file.
    static let roundLimit = 10_000_000

    private var salt: [UInt8]
    private var rounds: Int
    private var hash: KDF.Insecure.PBKDF2.HashFunction
    /// The length of the key in bytes.
    private var keyLength: Int
    private var initializationVector: [UInt8]

    init(_ algorithm: AlgorithmReference) throws {
        guard algorithm.oid == Self.pbes2 else {
            if let name = Self.outdated[algorithm.oid] { throw SigningIdentityError.outdatedPKCS12(algorithm: name) }
            throw SigningIdentityError.unsupportedPKCS12("the encryption \(algorithm.oid)")
        }
        guard let parameters = algorithm.parameters else {
            throw SigningIdentityError.unreadablePKCS12("its encryption has no parameters")
        }
        var nodes = try parameters.children(of: .sequence)
        let derivation = try AlgorithmReference(&nodes)
        let cipher = try AlgorithmReference(&nodes)

        guard derivation.oid == Self.pbkdf2, let parameters = derivation.parameters else {
            throw SigningIdentityError.unsupportedPKCS12("the key derivation \(derivation.oid)")
        }
        (salt, rounds, hash) = try Self.readDerivation(parameters)

        switch cipher.oid {
        case [2, 16, 840, 1, 101, 3, 4, 1, 2]: keyLength = 16
        case [2, 16, 840, 1, 101, 3, 4, 1, 22]: keyLength = 24
        case [2, 16, 840, 1, 101, 3, 4, 1, 42]: keyLength = 32
        case [1, 2, 840, 113_549, 3, 7]: throw SigningIdentityError.outdatedPKCS12(algorithm: "triple DES")
        case [1, 2, 840, 113_549, 3, 2]: throw SigningIdentityError.outdatedPKCS12(algorithm: "RC2")
        case [1, 3, 14, 3, 2, 7]: throw SigningIdentityError.outdatedPKCS12(algorithm: "DES")
        default: throw SigningIdentityError.unsupportedPKCS12("the cipher \(cipher.oid)")
        }
        guard let vector = cipher.parameters else {
            throw SigningIdentityError.unreadablePKCS12("its cipher has no initialization vector")
        }
        initializationVector = Array(try ASN1OctetString(berEncoded: vector).bytes)
    }

    /// `PBKDF2-params` (RFC 8018 Appendix A.2).
    private static func readDerivation(
        _ node: ASN1Node
    ) throws -> (salt: [UInt8], rounds: Int, hash: KDF.Insecure.PBKDF2.HashFunction) {
        var nodes = try node.children(of: .sequence)
        let salt = Array(try ASN1OctetString(berEncoded: nodes.required()).bytes)
        let rounds = try Int(berEncoded: &nodes)
        guard (1...roundLimit).contains(rounds) else {
            throw SigningIdentityError.unsupportedPKCS12("\(rounds) rounds of key derivation")
        }
        var hash = KDF.Insecure.PBKDF2.HashFunction.insecureSHA1
        while let node = nodes.next() {
            guard node.identifier == .sequence else { continue }  // the key's length, which the cipher implies
            switch try AlgorithmReference(node).oid {
            case [1, 2, 840, 113_549, 2, 7]: hash = .insecureSHA1
            case [1, 2, 840, 113_549, 2, 9]: hash = .sha256
            case [1, 2, 840, 113_549, 2, 10]: hash = .sha384
            case [1, 2, 840, 113_549, 2, 11]: hash = .sha512
            case let other: throw SigningIdentityError.unsupportedPKCS12("the key derivation function \(other)")
            }
        }
        return (salt, rounds, hash)
    }

    /// - Throws: ``SigningIdentityError/wrongPassword`` if the decrypted padding is invalid
    func decrypted(_ ciphertext: ArraySlice<UInt8>, password: String) throws -> [UInt8] {
        guard !ciphertext.isEmpty, ciphertext.count.isMultiple(of: 16) else {
            throw SigningIdentityError.unreadablePKCS12("its encrypted content has a wrong length")
        }
        let vector: AES._CBC.IV
        do {
            vector = try AES._CBC.IV(ivBytes: initializationVector)
        } catch {
            throw SigningIdentityError.unreadablePKCS12("its initialization vector is not 16 bytes long")
        }
        let key = try KDF.Insecure.PBKDF2.deriveKey(
            from: Array(password.utf8), salt: salt, using: hash, outputByteCount: keyLength,
            unsafeUncheckedRounds: rounds)
        do {
            return Array(try AES._CBC.decrypt(ciphertext, using: key, iv: vector))
        } catch {
            throw SigningIdentityError.wrongPassword
        }
    }

    private static let pbes2: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 5, 13]
    private static let pbkdf2: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 5, 12]

    /// The encryptions of RFC 7292 Appendix C and of PKCS#5 v1.5, all of them broken or nearly so.
    private static let outdated: [ASN1ObjectIdentifier: String] = [
        [1, 2, 840, 113_549, 1, 12, 1, 1]: "128-bit RC4",
        [1, 2, 840, 113_549, 1, 12, 1, 2]: "40-bit RC4",
        [1, 2, 840, 113_549, 1, 12, 1, 3]: "triple DES",
        [1, 2, 840, 113_549, 1, 12, 1, 4]: "triple DES with two keys",
        [1, 2, 840, 113_549, 1, 12, 1, 5]: "128-bit RC2",
        [1, 2, 840, 113_549, 1, 12, 1, 6]: "40-bit RC2",
        [1, 2, 840, 113_549, 1, 5, 3]: "DES",
        [1, 2, 840, 113_549, 1, 5, 10]: "DES",
        [1, 2, 840, 113_549, 1, 5, 11]: "RC2",
    ]
}
