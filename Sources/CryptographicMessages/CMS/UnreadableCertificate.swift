import SwiftASN1
import X509

/// A certificate that the certificate library rejects, parsed far enough to explain why (RFC 5280 §4.1).
struct UnreadableCertificate: Sendable {
    private var issuer: DistinguishedName?
    private var serialNumber: ExactInteger?
    private var subject: DistinguishedName?
    private var keyAlgorithm: AlgorithmReference?
    private var modulusBits: Int?
    private var signatureAlgorithm: ASN1ObjectIdentifier?

    init(_ node: ASN1Node) {
        try? read(node)
    }

    private mutating func read(_ node: ASN1Node) throws {
        var certificate = try node.children(of: .sequence)
        var parts = try certificate.required().children(of: .sequence)
        signatureAlgorithm = try AlgorithmReference(&certificate).oid
        var next = try parts.required()
        if next.identifier == .context(0) { next = try parts.required() }  // the version
        serialNumber = try ExactInteger(next)
        _ = try parts.required()  // the signature algorithm once more
        issuer = try DistinguishedName(derEncoded: parts.required())
        _ = try parts.required()  // the validity
        subject = try DistinguishedName(derEncoded: parts.required())
        var key = try parts.required().children(of: .sequence)
        let algorithm = try AlgorithmReference(&key)
        keyAlgorithm = algorithm
        guard algorithm.oid == .AlgorithmIdentifier.rsaEncryption else { return }
        var numbers = try DER.parse(ASN1BitString(derEncoded: key.required()).bytes).children(of: .sequence)
        let modulus = try ArraySlice<UInt8>(derEncoded: numbers.required()).drop { $0 == 0 }
        modulusBits = modulus.count * 8 - (modulus.first?.leadingZeroBitCount ?? 0)
    }

    /// Whether this may be the certificate that a signer info names.
    func mayBe(_ identifier: CMSSignerInfo.Identifier) -> Bool {
        guard case .issuer(let name, let number) = identifier, let issuer else { return true }
        return issuer == name && serialNumber == number
    }

    /// The weakness of the certificate; `nil` if none is known.
    var weakness: CMSFinding? {
        let name = subject.map { SignerName.shortText(of: $0) } ?? "unknown"
        if let modulusBits, modulusBits < WeakAlgorithm.shortestRSAKey {
            return .keyWeak(certificate: name, bits: modulusBits)
        }
        if let signatureAlgorithm, let hash = WeakAlgorithm.hashName(in: signatureAlgorithm), issuer != subject {
            return .certificateHashWeak(certificate: name, hash: hash)
        }
        return nil
    }

    /// The name of the key's algorithm if it is unsupported: "ECDSA on brainpoolP256r1".
    var unsupportedKey: String? {
        guard let keyAlgorithm else { return nil }
        guard keyAlgorithm.oid == .AlgorithmIdentifier.idEcPublicKey else {
            return AlgorithmName.name(of: keyAlgorithm.oid)
        }
        guard let curve = keyAlgorithm.parametersOID else { return "ECDSA on a curve that has no name" }
        guard !Self.knownCurves.contains(curve) else { return nil }
        return "ECDSA on \(AlgorithmName.curve(curve) ?? "the curve \(curve)")"
    }

    private static let knownCurves: [ASN1ObjectIdentifier] = [
        .NamedCurves.secp256r1, .NamedCurves.secp384r1, .NamedCurves.secp521r1,
    ]

    /// The name of the key, such as "RSA 1024", as far as known.
    var keyName: String? { modulusBits.map { "RSA \($0)" } ?? unsupportedKey }
}
