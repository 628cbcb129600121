import Crypto
import CryptoExtras
import Foundation
import SwiftASN1
import X509

/// A private key for signing documents.
package enum SigningKey: Sendable {
    case p256(P256.Signing.PrivateKey)
    case p384(P384.Signing.PrivateKey)
    case p521(P521.Signing.PrivateKey)
    case ed25519(Curve25519.Signing.PrivateKey)
    case rsa(_RSA.Signing.PrivateKey)

    /// The same key in the certificate library's type.
    var certificateKey: Certificate.PrivateKey {
        switch self {
        case .p256(let key): Certificate.PrivateKey(key)
        case .p384(let key): Certificate.PrivateKey(key)
        case .p521(let key): Certificate.PrivateKey(key)
        case .ed25519(let key): Certificate.PrivateKey(key)
        case .rsa(let key): Certificate.PrivateKey(key)
        }
    }

    /// The key as unencrypted PKCS#8 in PEM form.
    var pem: String {
        switch self {
        case .p256(let key): key.pemRepresentation
        case .p384(let key): key.pemRepresentation
        case .p521(let key): key.pemRepresentation
        case .ed25519(let key): PrivateKeyInfo.pem(of: key)
        case .rsa(let key): key.pkcs8PEMRepresentation
        }
    }

    /// - Parameter algorithm: an algorithm for this kind of key; except for RSA keys, only its hash function is used
    package func signature(over input: Data, by algorithm: SignatureAlgorithm) throws -> Data {
        if case .ed25519(let key) = self { return try key.signature(for: input) }
        return switch algorithm.digest {
        case .sha256: try signature(for: SHA256.hash(data: input), usesPSS: algorithm.kind == .rsaPSS)
        case .sha384: try signature(for: SHA384.hash(data: input), usesPSS: algorithm.kind == .rsaPSS)
        case .sha512: try signature(for: SHA512.hash(data: input), usesPSS: algorithm.kind == .rsaPSS)
        }
    }

    private func signature(for digest: some Digest, usesPSS: Bool) throws -> Data {
        switch self {
        case .p256(let key): try Self.der(key.signature(for: digest).rawRepresentation)
        case .p384(let key): try Self.der(key.signature(for: digest).rawRepresentation)
        case .p521(let key): try Self.der(key.signature(for: digest).rawRepresentation)
        case .ed25519: throw SigningIdentityError.unsuitableAlgorithm("Ed25519 does not sign digests")
        case .rsa(let key):
            try key.signature(for: digest, padding: usesPSS ? .PSS : .insecurePKCS1v1_5).rawRepresentation
        }
    }
}

extension SigningKey {
    /// Encodes the two numbers of a signature, each half of the bytes, as `ECDSA-Sig-Value` (RFC 3279 §2.2.3).
    fileprivate static func der(_ raw: Data) -> Data {
        let raw = Array(raw)
        let half = raw.count / 2
        return Data(
            DERBytes.value(
                DERBytes.sequence, DERBytes.integer(raw.prefix(half)), DERBytes.integer(raw.suffix(half))))
    }
}

// MARK: - Reading

extension SigningKey {
    /// Reads the first private key in PEM text: PKCS#8 (RFC 5958), SEC1 (RFC 5915) or PKCS#1 (RFC 8017 §A.1.2).
    init(pem: String) throws(SigningIdentityError) {
        let documents: [PEMDocument]
        do {
            documents = try PEMDocument.parseMultiple(pemString: pem)
        } catch {
            // An encrypted PKCS#1 key has header lines that are not Base64.
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
    static func rsa(pkcs1: [UInt8]) throws(SigningIdentityError) -> SigningKey {
        let key: _RSA.Signing.PrivateKey
        do {
            key = try _RSA.Signing.PrivateKey(unsafeDERRepresentation: pkcs1)
        } catch CryptoKitError.incorrectParameterSize {
            throw .unsupportedKey("RSA keys of fewer than 1,024 bits")
        } catch {
            throw .unreadablePrivateKey("it is not an RSA key in the form of PKCS#1")
        }
        guard key.keySizeInBits >= 2048 else { throw .weakKey(bits: key.keySizeInBits) }
        return .rsa(key)
    }
}
