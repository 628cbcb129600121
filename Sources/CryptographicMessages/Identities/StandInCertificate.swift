import Crypto
import Foundation
import SwiftASN1
import X509

/// A valid certificate that the certificate library rejects for one of four reasons. It is signed with RSASSA-PSS or
/// another unsupported algorithm, its key is restricted to RSASSA-PSS (RFC 4055 §1.2) or on a Brainpool curve
/// (``BrainpoolKey``), or its serial number is negative.
///
/// The library cannot represent it, so a stand-in takes its place. The stand-in is the same certificate with those
/// things replaced by supported ones, and the whole original in place of its signature. No key verifies that
/// signature; checks of the issuer's signature and the encoding use the original.
struct StandInCertificate {
    /// The original certificate.
    let der: [UInt8]
    /// The bytes that the issuer signed.
    let signedBytes: ArraySlice<UInt8>
    let algorithm: AlgorithmReference
    let signature: ArraySlice<UInt8>
    let serialNumber: ExactInteger
    /// Whether the key is restricted to RSASSA-PSS.
    let isKeyForPSS: Bool
    /// The certificate with the replaced parts.
    private let standIn: [UInt8]

    /// The maximum size in bytes. Real certificates have some kilobytes; stand-ins are parsed often, so a hostile one
    /// must not be long.
    private static let longest = 1 << 16

    /// Reads the original.
    ///
    /// - Throws: `ASN1Error` if it does not have the structure of RFC 5280 §4.1, names two algorithms, or is too long
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
        else { throw ASN1Error.invalidASN1Object(reason: "this is not a certificate") }
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
        } else if let key = BrainpoolKey(parts[first + 5]) {
            contents[first + 5] = key.standIn
        }
        standIn = DERBytes.value(
            DERBytes.sequence, DERBytes.value(DERBytes.sequence, joining: contents), Self.marker,
            DERBytes.value(DERBytes.bitString, [0], der))
    }

    /// Returns the original of a stand-in; `nil` for a certificate that the library read itself.
    ///
    /// Certificates are untrusted and may have any bytes as a signature. So those bytes count as the original only if
    /// this very certificate can be derived from them.
    init?(of certificate: Certificate) {
        guard certificate.signatureAlgorithm == .sha256WithRSAEncryption else { return nil }
        let bytes = certificate.signature.rawRepresentation
        guard bytes.first == DERBytes.sequence, let original = try? StandInCertificate(bytes),
            let own = try? Certificate(derEncoded: original.standIn), own == certificate
        else { return nil }
        self = original
    }

    /// Reads a certificate that the library can represent as well.
    fileprivate init?(parsing certificate: Certificate) {
        guard let der = try? DERBytes.of(certificate), let parsed = try? StandInCertificate(der) else { return nil }
        self = parsed
    }

    /// The name of the hash function in the certificate's signature if it is broken; otherwise `nil`.
    var weakHash: String? {
        if let name = WeakAlgorithm.hashName(in: algorithm.oid) { return name }
        let digest = SignatureScheme(algorithm, digest: .sha256)?.digest
        return digest.flatMap { $0.isWeak ? $0.name : nil }
    }

    /// Why the signature on the certificate does not count; `nil` if it does.
    var signatureProblem: TrustProblem? {
        let name = (try? certificate()).map { SignerName.shortText(of: $0) } ?? "unknown"
        if let weakHash { return .issuanceHashWeak(certificate: name, hash: weakHash) }
        guard SignatureScheme(algorithm, digest: .sha256) == nil else { return nil }
        let kind = AlgorithmName.name(of: algorithm) ?? "the algorithm \(algorithm.oid)"
        return .issuanceNotSupported(certificate: name, algorithm: kind)
    }

    func certificate() throws -> Certificate { try Certificate(derEncoded: standIn) }

    /// An algorithm for which the library accepts any signature bytes: sha256WithRSAEncryption.
    private static let marker = DERBytes.value(DERBytes.sequence, AlgorithmDER.rsaWithSHA256, DERBytes.null)
    private static let rsa = DERBytes.value(
        DERBytes.sequence, DERBytes.of(ASN1ObjectIdentifier.AlgorithmIdentifier.rsaEncryption), DERBytes.null)
}

extension Certificate {
    /// Reads a certificate; returns a stand-in for one that the library rejects.
    ///
    /// - Throws: the library's error if no stand-in can be made either
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

    /// Whether this certificate's key signed another certificate, or itself, with a supported algorithm. Names are not
    /// compared.
    func hasSigned(_ certificate: Certificate) -> Bool {
        if let key = Curve25519.Signing.PublicKey(publicKey), key.isOfSmallOrder { return false }
        let isOnBrainpoolCurve = BrainpoolKey(publicKey) != nil
        let known = StandInCertificate(of: certificate)
        guard let original = isOnBrainpoolCurve ? known ?? StandInCertificate(parsing: certificate) : known else {
            // No signature by a stand-in counts.
            return !isOnBrainpoolCurve && publicKey.isValidSignature(certificate.signature, for: certificate)
                && !isKeyForPSS
        }
        guard original.weakHash == nil, let scheme = SignatureScheme(original.algorithm, digest: .sha256),
            !(isKeyForPSS && scheme.isWithoutPSS)
        else { return false }
        return scheme.check(Data(original.signature), over: Array(original.signedBytes), key: publicKey) == .valid
    }

    /// The bytes of the key that its hashes are made of: the content of the bit string (RFC 6960 §4.1.1).
    var keyBytes: [UInt8] { BrainpoolKey(publicKey)?.bytes ?? Array(publicKey.subjectPublicKeyInfoBytes) }

    /// Whether the key is restricted to RSASSA-PSS (RFC 4055 §1.2).
    package var isKeyForPSS: Bool { StandInCertificate(of: self)?.isKeyForPSS ?? false }
}
