import Crypto
import CryptoExtras
import Foundation

/// A passkey's public key: a COSE key (RFC 9052 §7) of one of three algorithms.
struct PublicKey: Sendable {
    enum Key: Sendable {
        case p256(P256.Signing.PublicKey)
        case ed25519(Curve25519.Signing.PublicKey)
        case rsa(_RSA.Signing.PublicKey)
    }

    let key: Key

    var algorithm: PasskeyAlgorithm {
        switch key {
        case .p256: .es256
        case .ed25519: .edDSA
        case .rsa: .rs256
        }
    }

    init(key: Key) { self.key = key }

    init(cose: CBORValue) throws(PasskeyError) {
        guard let number = cose[3]?.integer else { throw .malformedKey("it names no algorithm") }
        guard let algorithm = PasskeyAlgorithm(rawValue: number) else { throw .algorithmNotOffered(number) }
        switch algorithm {
        case .es256:
            guard cose[1]?.integer == 2, cose[-1]?.integer == 1, let x = cose[-2]?.bytes, let y = cose[-3]?.bytes,
                x.count == 32, y.count == 32
            else { throw .malformedKey("it is not a point of P-256") }
            // The initializer refuses points that are not on the curve.
            guard let key = try? P256.Signing.PublicKey(rawRepresentation: x + y) else {
                throw .malformedKey("it is not a point of P-256")
            }
            self.key = .p256(key)
        case .edDSA:
            guard cose[1]?.integer == 1, cose[-1]?.integer == 6, let x = cose[-2]?.bytes, x.count == 32,
                let key = try? Curve25519.Signing.PublicKey(rawRepresentation: x)
            else { throw .malformedKey("it is not a key of Ed25519") }
            self.key = .ed25519(key)
        case .rs256:
            guard cose[1]?.integer == 3, let modulus = cose[-1]?.bytes, let exponent = cose[-2]?.bytes else {
                throw .malformedKey("it is not an RSA key")
            }
            guard (256...1024).contains(modulus.count), let first = modulus.first, first >= 0x80 else {
                throw .malformedKey("its modulus does not have 2,048 to 8,192 bits")
            }
            guard exponent == [1, 0, 1] else { throw .malformedKey("its exponent is not 65,537") }
            guard let key = try? _RSA.Signing.PublicKey(n: Data(modulus), e: Data(exponent)) else {
                throw .malformedKey("it is not an RSA key")
            }
            self.key = .rsa(key)
        }
    }

    func isValid(signature: [UInt8], of message: [UInt8]) -> Bool {
        switch key {
        case .p256(let key):
            guard let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature) else { return false }
            return key.isValidSignature(signature, for: message)
        case .ed25519(let key): return key.isValidSignature(signature, for: message)
        case .rsa(let key):
            let signature = _RSA.Signing.RSASignature(rawRepresentation: signature)
            return key.isValidSignature(signature, for: message, padding: .insecurePKCS1v1_5)
        }
    }
}
