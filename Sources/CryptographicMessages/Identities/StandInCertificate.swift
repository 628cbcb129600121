import Foundation
import SwiftASN1
import X509

/// A certificate that the certificate library refuses although nothing is wrong with it: because it is signed with
/// RSASSA-PSS or another algorithm that the library does not check, because its key is for RSASSA-PSS alone (RFC 4055
/// §1.2), or because its serial number is negative.
///
/// The library has no value for it, so a stand-in takes its place: the same certificate with those three things
/// exchanged for what the library takes, and the whole original in the place of its signature. Nobody's key fits that
/// signature; who signed a certificate, and how it is written, is asked of the original.
struct StandInCertificate {
    /// The certificate as it was written.
    let der: [UInt8]
    /// What its issuer signed.
    let signedBytes: ArraySlice<UInt8>
    let algorithm: AlgorithmReference
    let signature: ArraySlice<UInt8>
    let serialNumber: ExactInteger
    /// Whether the key may be used with RSASSA-PSS only.
    let isKeyForPSS: Bool
    /// The certificate with its parts exchanged.
    private let standIn: [UInt8]

    /// Certificates have some kilobytes. A stand-in is looked into time and again, so a hostile one must not be long.
    private static let longest = 1 << 16

    /// Reads the original.
    ///
    /// - Throws: `ASN1Error` if it is not the structure that RFC 5280 §4.1 describes, names two algorithms, or is longer
    ///   than any
    init(_ der: [UInt8]) throws {
        guard der.count <= Self.longest else { throw ASN1Error.invalidASN1Object(reason: "this is too long") }
        self.der = der
        var outer = try DER.parse(der).children(of: .sequence)
        let (body, algorithm, value) = try (outer.required(), outer.required(), outer.required())
        self.algorithm = try AlgorithmReference(algorithm)
        let bits = try ASN1BitString(derEncoded: value)
        let parts = try Array(body.childNodes())
        let first = parts.first?.identifier == .context(0) ? 1 : 0
        guard outer.next() == nil, bits.paddingBits == 0, parts.count > first + 5,
            parts[first + 1].encodedBytes == algorithm.encodedBytes  // RFC 5280 §4.1.1.2
        else { throw ASN1Error.invalidASN1Object(reason: "this is no certificate") }
        signedBytes = body.encodedBytes
        signature = bits.bytes
        serialNumber = try ExactInteger(parts[first])
        let key = try Array(parts[first + 5].childNodes())
        isKeyForPSS = try key.first.map { try AlgorithmReference($0).oid } == .AlgorithmIdentifier.rsaPSS

        var contents = parts.map { Array($0.encodedBytes) }
        if serialNumber.isNegative { contents[first] = ExactInteger(magnitude: serialNumber.bytes).der }
        contents[first + 1] = Self.marker
        if isKeyForPSS {
            contents[first + 5] = DERBytes.value(
                DERBytes.sequence, joining: [Self.rsa] + key.dropFirst().map { Array($0.encodedBytes) })
        }
        standIn = DERBytes.value(
            DERBytes.sequence, DERBytes.value(DERBytes.sequence, joining: contents), Self.marker,
            DERBytes.value(DERBytes.bitString, [0], der))
    }

    /// The original of a stand-in; `nil` for a certificate that the library read itself.
    ///
    /// Certificates come from strangers, who can write anything where a signature belongs. So what stands there counts
    /// only if this very certificate is made from it.
    init?(of certificate: Certificate) {
        guard certificate.signatureAlgorithm == .sha256WithRSAEncryption else { return nil }
        let bytes = certificate.signature.rawRepresentation
        guard bytes.first == DERBytes.sequence, let original = try? StandInCertificate(bytes),
            let own = try? Certificate(derEncoded: original.standIn), own == certificate
        else { return nil }
        self = original
    }

    /// The hash function that the certificate is signed with, if it can be forged.
    var weakHash: String? {
        if let name = WeakAlgorithm.hashName(in: algorithm.oid) { return name }
        let digest = SignatureScheme(algorithm, digest: .sha256)?.digest
        return digest.flatMap { $0.isWeak ? $0.name : nil }
    }

    /// Why the signature on the certificate cannot count here.
    var signatureProblem: TrustProblem? {
        let name = (try? certificate()).map { SignerName.shortText(of: $0) } ?? "unknown"
        if let weakHash { return .issuanceHashWeak(certificate: name, hash: weakHash) }
        guard SignatureScheme(algorithm, digest: .sha256) == nil else { return nil }
        let kind = AlgorithmName.name(of: algorithm) ?? "the algorithm \(algorithm.oid)"
        return .issuanceNotSupported(certificate: name, algorithm: kind)
    }

    func certificate() throws -> Certificate { try Certificate(derEncoded: standIn) }

    /// The algorithm that the library takes for any bytes: sha256WithRSAEncryption.
    private static let marker = DERBytes.value(DERBytes.sequence, AlgorithmDER.rsaWithSHA256, DERBytes.null)
    private static let rsa = DERBytes.value(
        DERBytes.sequence, DERBytes.of(ASN1ObjectIdentifier.AlgorithmIdentifier.rsaEncryption), DERBytes.null)
}

extension Certificate {
    /// Reads a certificate, with a stand-in for one that the library refuses.
    ///
    /// - Throws: what the library throws, if no stand-in can be made either
    package static func reading(_ node: ASN1Node) throws -> Certificate {
        do {
            return try Certificate(derEncoded: node)
        } catch {
            guard let certificate = try? StandInCertificate(Array(node.encodedBytes)).certificate() else { throw error }
            return certificate
        }
    }

    /// The serial number with its sign (RFC 5280 §4.1.2.2).
    var exactSerialNumber: ExactInteger {
        StandInCertificate(of: self)?.serialNumber ?? ExactInteger(magnitude: serialNumber.bytes)
    }

    /// Whether the key in this certificate signed another one, or itself, with an algorithm that is known here. The
    /// names are not looked at.
    func hasSigned(_ certificate: Certificate) -> Bool {
        guard let original = StandInCertificate(of: certificate) else {
            return publicKey.isValidSignature(certificate.signature, for: certificate) && !isKeyForPSS
        }
        guard original.weakHash == nil, let scheme = SignatureScheme(original.algorithm, digest: .sha256),
            !(isKeyForPSS && scheme.isWithoutPSS)
        else { return false }
        return scheme.check(Data(original.signature), over: Array(original.signedBytes), key: publicKey) == .valid
    }

    /// Whether the key may be used with RSASSA-PSS only (RFC 4055 §1.2).
    var isKeyForPSS: Bool { StandInCertificate(of: self)?.isKeyForPSS ?? false }
}
