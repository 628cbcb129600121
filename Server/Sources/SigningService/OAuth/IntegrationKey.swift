import Crypto
import CryptoExtras
import Essentials
import Foundation

/// An RSA public key with which an application's assertions are checked (RFC 7518 §3.3).
struct IntegrationKey: Sendable {
    /// The smallest and the largest modulus, in bits. Larger ones would only make checks slow.
    static let sizes = 2048...8192
    /// The largest file with a key, in bytes.
    static let fileLimit = 16 * 1024

    private let key: _RSA.Signing.PublicKey

    /// Reads a public key in PEM: a SubjectPublicKeyInfo (`PUBLIC KEY`) or a PKCS #1 key (`RSA PUBLIC KEY`).
    init(pem: String) throws(IntegrationKeyError) {
        guard pem.utf8.count <= Self.fileLimit else { throw .unreadable }
        guard !pem.contains("PRIVATE KEY-----") else { throw .privateKey }
        guard !pem.contains("BEGIN CERTIFICATE-----") else { throw .certificate }
        let text = pem.trimmingCharacters(in: .whitespacesAndNewlines)
        guard let key = try? _RSA.Signing.PublicKey(unsafePEMRepresentation: text),
            let exponent = try? key.getKeyPrimitives().publicExponent
        else { throw .unreadable }
        guard Self.sizes.contains(key.keySizeInBits) else { throw .size(bits: key.keySizeInBits) }
        guard exponent.drop(while: { $0 == 0 }).elementsEqual([1, 0, 1]) else { throw .exponent }
        self.key = key
    }

    /// Reads a key as it is stored.
    init(der: Data) throws {
        key = try _RSA.Signing.PublicKey(derRepresentation: der)
    }

    /// The SubjectPublicKeyInfo in DER (RFC 5280 §4.1.2.7).
    var der: Data { key.derRepresentation }

    /// The size of the modulus.
    var bits: Int { key.keySizeInBits }

    /// The first sixteen hexadecimal digits of the SHA-256 of ``der``, the same for the same key.
    var id: String { String(Hexadecimal.text(SHA256.hash(data: der)).prefix(16)) }

    /// Whether a signature over a text is this key's: RSASSA-PKCS1-v1_5 with SHA-256, which JWS calls RS256.
    func isValid(signature: Data, of text: Data) -> Bool {
        key.isValidSignature(
            _RSA.Signing.RSASignature(rawRepresentation: signature), for: SHA256.hash(data: text),
            padding: .insecurePKCS1v1_5)
    }
}

/// The reason why a file is not the public key of an application.
public enum IntegrationKeyError: Error, Sendable, Equatable, CustomStringConvertible {
    case unreadable
    case privateKey
    case certificate
    case size(bits: Int)
    case exponent

    /// One sentence for the operator.
    public var description: String {
        switch self {
        case .unreadable:
            "The file does not hold an RSA public key in PEM; \(Self.remedy)"
        case .privateKey:
            "The file holds a private key, which only the app may have; \(Self.remedy)"
        case .certificate:
            "The file holds a certificate, not a public key; openssl x509 -pubkey -noout -in FILE prints its key."
        case .size(let bits): "The key has \(bits) bits; it needs 2048 to 8192."
        case .exponent: "The key's public exponent is not 65537."
        }
    }

    private static let remedy = "openssl rsa -in PRIVATE -pubout prints the public key of a private one."
}
