import SwiftASN1

/// A private key as PKCS#8 wraps it: `PrivateKeyInfo` (RFC 5208 §5), read also when it is the newer
/// `OneAsymmetricKey` (RFC 5958 §2) with a public key at its end.
struct PrivateKeyInfo {
    var algorithm: AlgorithmReference
    var privateKey: ArraySlice<UInt8>

    static func read(_ der: [UInt8]) throws(IdentityError) -> PrivateKeyInfo {
        do {
            return try PrivateKeyInfo(node: DER.parse(der))
        } catch {
            throw .unreadablePrivateKey("it is not the PKCS#8 structure it should be")
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

    /// The key, if it is of a kind that signs documents.
    func signingKey() throws(IdentityError) -> SigningKey {
        switch algorithm.oid {
        case .AlgorithmIdentifier.rsaEncryption, .AlgorithmIdentifier.rsaPSS:
            return try SigningKey.rsa(pkcs1: Array(privateKey))
        case .AlgorithmIdentifier.idEcPublicKey:
            return try ECPrivateKey(privateKey).signingKey(outerCurve: algorithm.parametersOID)
        case [1, 3, 101, 112]:
            throw .unsupportedKey("Ed25519 keys")
        default:
            throw .unsupportedKey("keys of the kind \(algorithm.oid)")
        }
    }
}
