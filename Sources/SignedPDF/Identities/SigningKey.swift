import Crypto
import CryptoExtras
import Foundation
import SwiftASN1
import X509

/// A private key that documents are signed with.
enum SigningKey: Sendable {
    case p256(P256.Signing.PrivateKey)
    case rsa(_RSA.Signing.PrivateKey)

    var algorithm: SignatureAlgorithm {
        switch self {
        case .p256: .ecdsaP256SHA256
        case .rsa: .rsaPKCS1SHA256
        }
    }

    /// The same key as the certificate library holds it.
    var certificateKey: Certificate.PrivateKey {
        switch self {
        case .p256(let key): Certificate.PrivateKey(key)
        case .rsa(let key): Certificate.PrivateKey(key)
        }
    }

    /// PKCS#8 in PEM form, unencrypted.
    var pem: String {
        switch self {
        case .p256(let key): key.pemRepresentation
        case .rsa(let key): key.pkcs8PEMRepresentation
        }
    }

    func signature(over input: Data) throws -> Data {
        let digest = SHA256.hash(data: input)
        return switch self {
        case .p256(let key): try key.signature(for: digest).derRepresentation
        case .rsa(let key): try key.signature(for: digest, padding: .insecurePKCS1v1_5).rawRepresentation
        }
    }
}

// MARK: - Reading

extension SigningKey {
    /// Reads the first private key of a PEM text: PKCS#8 (RFC 5958), SEC1 (RFC 5915) or PKCS#1 (RFC 8017 §A.1.2).
    init(pem: String) throws(IdentityError) {
        let documents: [PEMDocument]
        do {
            documents = try PEMDocument.parseMultiple(pemString: pem)
        } catch {
            // An encrypted PKCS#1 key has header lines that are no Base64.
            if pem.contains("ENCRYPTED") { throw .encryptedPrivateKey }
            throw .unreadablePrivateKey("the PEM text is damaged")
        }
        for document in documents {
            switch document.discriminator {
            case "PRIVATE KEY":
                self = try PrivateKeyInfo.read(document.derBytes).signingKey()
                return
            case "EC PRIVATE KEY":
                self = try ECPrivateKey(document.derBytes[...]).signingKey()
                return
            case "RSA PRIVATE KEY":
                self = try Self.rsa(pkcs1: document.derBytes)
                return
            case "ENCRYPTED PRIVATE KEY":
                throw .encryptedPrivateKey
            default:
                continue
            }
        }
        throw .noPrivateKey
    }

    /// Reads an `RSAPrivateKey` (RFC 8017 §A.1.2).
    static func rsa(pkcs1: [UInt8]) throws(IdentityError) -> SigningKey {
        let key: _RSA.Signing.PrivateKey
        do {
            key = try _RSA.Signing.PrivateKey(unsafeDERRepresentation: pkcs1)
        } catch CryptoKitError.incorrectParameterSize {
            throw .unsupportedKey("RSA keys of fewer than 1,024 bits")
        } catch {
            throw .unreadablePrivateKey("it is no RSA key as PKCS#1 writes it")
        }
        guard key.keySizeInBits >= 2048 else { throw .weakKey(bits: key.keySizeInBits) }
        return .rsa(key)
    }
}
