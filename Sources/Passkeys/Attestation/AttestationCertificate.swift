import Crypto
import CryptoExtras
import Foundation

/// The certificate of a model of authenticators (WebAuthn Level 3 §8.2.1).
struct AttestationCertificate {
    let key: PublicKey
    /// The model's identifier, if the certificate names one.
    let aaguid: [UInt8]?

    private enum ObjectIdentifier {
        static let organizationalUnit: [UInt8] = [0x55, 0x04, 0x0B]
        static let basicConstraints: [UInt8] = [0x55, 0x1D, 0x13]
        /// 1.3.6.1.4.1.45724.1.1.4, `id-fido-gen-ce-aaguid`.
        static let aaguid: [UInt8] = [0x2B, 0x06, 0x01, 0x04, 0x01, 0x82, 0xE5, 0x1C, 0x01, 0x01, 0x04]
    }

    init(_ bytes: [UInt8]) throws(PasskeyError) {
        var outer = DERReader(bytes[...])
        var certificate = DERReader(try outer.next(0x30).content)
        guard outer.isAtEnd else { throw DERReader.malformed }
        var fields = DERReader(try certificate.next(0x30).content)
        // Version 3 is the number 2.
        guard fields.nextTag == 0xA0, Array(try fields.next().content) == [0x02, 0x01, 0x02] else {
            throw .malformedAttestation("its certificate is not of version 3")
        }
        // The serial number, the algorithm, the issuer and the validity
        for tag: UInt8 in [0x02, 0x30, 0x30, 0x30] { _ = try fields.next(tag) }
        let unit = try Self.organizationalUnit(of: try fields.next(0x30).content)
        guard unit == "Authenticator Attestation" else {
            throw .malformedAttestation("its certificate is not one for attestation")
        }
        key = try Self.publicKey(Array(try fields.next(0x30).whole))
        var extensions: [[UInt8]: Extension] = [:]
        while !fields.isAtEnd {
            let element = try fields.next()
            if element.tag == 0xA3 { extensions = try Self.extensions(element.content) }
        }
        guard let constraints = extensions[ObjectIdentifier.basicConstraints], constraints.value == [0x30, 0x00] else {
            throw .malformedAttestation("its certificate may be an authority's")
        }
        guard let model = extensions[ObjectIdentifier.aaguid] else {
            aaguid = nil
            return
        }
        guard !model.isCritical, model.value.count == 18, model.value.starts(with: [0x04, 0x10]) else {
            throw .malformedAttestation("its certificate names its model in a wrong way")
        }
        aaguid = Array(model.value.dropFirst(2))
    }

    private static func organizationalUnit(of name: ArraySlice<UInt8>) throws(PasskeyError) -> String? {
        var names = DERReader(name)
        while !names.isAtEnd {
            var set = DERReader(try names.next(0x31).content)
            while !set.isAtEnd {
                var attribute = DERReader(try set.next(0x30).content)
                let type = try attribute.next(0x06)
                let value = try attribute.next()
                if Array(type.content) == ObjectIdentifier.organizationalUnit {
                    return String(validating: value.content, as: UTF8.self)
                }
            }
        }
        return nil
    }

    private static func publicKey(_ subjectPublicKeyInfo: [UInt8]) throws(PasskeyError) -> PublicKey {
        if let key = try? P256.Signing.PublicKey(derRepresentation: subjectPublicKeyInfo) {
            return PublicKey(key: .p256(key))
        }
        if let key = try? _RSA.Signing.PublicKey(derRepresentation: subjectPublicKeyInfo) {
            return PublicKey(key: .rsa(key))
        }
        throw .malformedAttestation("its certificate's key is neither of P-256 nor RSA")
    }

    private struct Extension {
        var isCritical: Bool
        var value: [UInt8]
    }

    private static func extensions(_ content: ArraySlice<UInt8>) throws(PasskeyError) -> [[UInt8]: Extension] {
        var list = DERReader(content)
        var elements = DERReader(try list.next(0x30).content)
        var extensions: [[UInt8]: Extension] = [:]
        while !elements.isAtEnd {
            var element = DERReader(try elements.next(0x30).content)
            let identifier = Array(try element.next(0x06).content)
            let isCritical = element.nextTag == 0x01 ? Array(try element.next().content) == [0xFF] : false
            guard extensions[identifier] == nil else { throw DERReader.malformed }
            extensions[identifier] = Extension(
                isCritical: isCritical, value: Array(try element.next(0x04).content))
        }
        return extensions
    }
}
