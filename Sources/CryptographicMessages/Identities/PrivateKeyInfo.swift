import Crypto
import SwiftASN1

/// A private key in PKCS#8: `PrivateKeyInfo` (RFC 5208 §5), or the newer `OneAsymmetricKey` (RFC 5958 §2) with a public
/// key at its end.
struct PrivateKeyInfo {
    var algorithm: AlgorithmReference
    var privateKey: ArraySlice<UInt8>

    static func read(_ der: [UInt8]) throws(SigningIdentityError) -> PrivateKeyInfo {
        do {
            return try PrivateKeyInfo(node: DER.parse(der))
        } catch {
            throw .unreadablePrivateKey("it is not a PKCS#8 structure")
        }
    }

    private init(node: ASN1Node) throws {
        self = try DER.sequence(node, identifier: .sequence) { nodes in
            _ = try Int(derEncoded: &nodes)
            let algorithm = try AlgorithmReference(&nodes)
            let key = try ASN1OctetString(derEncoded: &nodes)
            while nodes.next() != nil {}  // attributes and the public key
            return PrivateKeyInfo(algorithm: algorithm, privateKey: key.bytes)
        }
    }

    private init(algorithm: AlgorithmReference, privateKey: ArraySlice<UInt8>) {
        self.algorithm = algorithm
        self.privateKey = privateKey
    }

    /// Returns the key if its kind is supported for signing documents.
    func signingKey() throws(SigningIdentityError) -> SigningKey {
        switch algorithm.oid {
        case .AlgorithmIdentifier.rsaEncryption, .AlgorithmIdentifier.rsaPSS:
            return try SigningKey.rsa(pkcs1: Array(privateKey))
        case .AlgorithmIdentifier.idEcPublicKey:
            return try ECPrivateKey(privateKey).signingKey(outerCurve: algorithm.parametersOID)
        case .SignatureScheme.ed25519:
            return try ed25519Key()
        case [1, 3, 101, 113]:
            throw .unsupportedKey("Ed448 keys")
        default:
            throw .unsupportedKey("keys of the kind \(algorithm.oid)")
        }
    }

    /// Reads a `CurvePrivateKey` (RFC 8410 §7): an octet string within the octet string.
    private func ed25519Key() throws(SigningIdentityError) -> SigningKey {
        do {
            let seed = try ASN1OctetString(derEncoded: DER.parse(privateKey)).bytes
            return .ed25519(try Curve25519.Signing.PrivateKey(rawRepresentation: seed))
        } catch {
            throw .unreadablePrivateKey("it is not an Ed25519 key in the form of RFC 8410")
        }
    }

    /// Returns an Ed25519 key in PEM form (RFC 8410 §7). All bytes before the 32 of the key are constant.
    static func pem(of key: Curve25519.Signing.PrivateKey) -> String {
        let header: [UInt8] = [
            0x30, 0x2E, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
        ]
        return PEMDocument(type: "PRIVATE KEY", derBytes: header + key.rawRepresentation).pemString
    }
}
