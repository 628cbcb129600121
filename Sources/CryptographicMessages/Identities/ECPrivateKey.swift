import Crypto
import SwiftASN1

/// An elliptic curve key in SEC1 form: `ECPrivateKey` (RFC 5915 §3).
struct ECPrivateKey {
    private var scalar: ArraySlice<UInt8>
    /// The curve, which is optional if the key is inside PKCS#8.
    private var curve: ASN1ObjectIdentifier?

    init(_ der: ArraySlice<UInt8>) throws(SigningIdentityError) {
        do {
            var nodes = try DER.parse(der).children(of: .sequence)
            _ = try Int(derEncoded: &nodes)
            scalar = try ASN1OctetString(derEncoded: &nodes).bytes
            while let part = nodes.next() {
                guard part.identifier == .context(0) else { continue }  // the public key
                var parameters = try part.children(of: .context(0))
                curve = try? ASN1ObjectIdentifier(derEncoded: parameters.required())
            }
        } catch {
            throw .unreadablePrivateKey("it is not an elliptic curve key in the form of RFC 5915")
        }
    }

    /// Returns the key if its curve is supported for signing documents.
    ///
    /// - Parameter outerCurve: the curve in the PKCS#8 structure
    func signingKey(outerCurve: ASN1ObjectIdentifier? = nil) throws(SigningIdentityError) -> SigningKey {
        guard let curve = outerCurve ?? curve else {
            throw .unreadablePrivateKey("it does not name its elliptic curve")
        }
        do {
            switch curve {
            case .NamedCurves.secp256r1: return .p256(try P256.Signing.PrivateKey(rawRepresentation: scalar))
            case .NamedCurves.secp384r1: return .p384(try P384.Signing.PrivateKey(rawRepresentation: scalar))
            case .NamedCurves.secp521r1: return .p521(try P521.Signing.PrivateKey(rawRepresentation: scalar))
            default: break
            }
        } catch {
            throw .unreadablePrivateKey("its private value does not suit its curve")
        }
        throw .unsupportedKey("\(Self.name(of: curve)) keys")
    }

    private static func name(of curve: ASN1ObjectIdentifier) -> String {
        switch curve {
        case [1, 3, 132, 0, 10]: "secp256k1"
        default: "elliptic curve \(curve)"
        }
    }
}
