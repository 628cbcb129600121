import SwiftASN1
import X509

/// A certificate that the certificate library does not take, read so far as to say why (RFC 5280 §4.1).
struct UnreadableCertificate: Sendable {
    private var issuer: DistinguishedName?
    private var serialNumber: ExactInteger?
    private var subject: DistinguishedName?
    private var keyAlgorithm: ASN1ObjectIdentifier?
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
        keyAlgorithm = try AlgorithmReference(&key).oid
        guard keyAlgorithm == .AlgorithmIdentifier.rsaEncryption else { return }
        var numbers = try DER.parse(ASN1BitString(derEncoded: key.required()).bytes).children(of: .sequence)
        let modulus = try ArraySlice<UInt8>(derEncoded: numbers.required()).drop { $0 == 0 }
        modulusBits = modulus.count * 8 - (modulus.first?.leadingZeroBitCount ?? 0)
    }

    /// Whether it may be the certificate that a signer info names.
    func mayBe(_ identifier: CMSSignerInfo.Identifier) -> Bool {
        guard case .issuer(let name, let number) = identifier, let issuer else { return true }
        return issuer == name && serialNumber == number
    }

    /// What is weak about it, in one sentence.
    var weakness: String? {
        let name = subject.map { SignerName.shortText(of: $0) } ?? "unknown"
        if let modulusBits, modulusBits < WeakAlgorithm.shortestRSAKey {
            return "The key of “\(name)” is RSA with \(modulusBits) bits; fewer than "
                + "\(WeakAlgorithm.shortestRSAKey) are too weak to be relied on."
        }
        if let signatureAlgorithm, let hash = WeakAlgorithm.hashName(in: signatureAlgorithm), issuer != subject {
            return WeakAlgorithm.sentence(onCertificateOf: name, hash: hash)
        }
        return nil
    }

    /// "RSA 1024", as far as it is known.
    var keyName: String? { modulusBits.map { "RSA \($0)" } }
}
