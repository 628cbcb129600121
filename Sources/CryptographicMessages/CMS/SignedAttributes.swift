import SwiftASN1
import X509

/// The attributes that this library's signatures cover, as the `SET OF Attribute` that is hashed (RFC 5652 §5.3, §5.4).
enum SignedAttributes {
    /// Returns content-type, message-digest and signing-certificate-v2 in DER.
    ///
    /// Algorithm protection (RFC 6211) is omitted. After a signature that has it, NSS 3.87 (and pdfsig) reports the
    /// next signature's certificate as damaged if it is the same one. The attribute is checked in signatures by others.
    ///
    /// - Parameter digest: the digest of the signed content, by the algorithm's hash function
    static func der(digest: [UInt8], certificates: SignerCertificates, algorithm: SignatureAlgorithm) -> [UInt8] {
        DERBytes.set(of: [
            attribute(Self.contentType, AlgorithmDER.data),
            attribute(Self.messageDigest, DERBytes.value(DERBytes.octetString, digest)),
            attribute(Self.signingCertificate, signingCertificate(certificates, by: algorithm.digest)),
        ])
    }

    /// Returns `SigningCertificateV2` with one `ESSCertIDv2` (RFC 5035 §3, §4), without the hash algorithm if that is
    /// the default, SHA-256.
    private static func signingCertificate(
        _ certificates: SignerCertificates, by digest: SignatureAlgorithm.Digest
    ) -> [UInt8] {
        let hash = digest.algorithm.digest(of: certificates.leafDER).bytes
        let directoryName = DERBytes.value(DERBytes.context(4), certificates.issuer)
        let issuerSerial = DERBytes.value(
            DERBytes.sequence, DERBytes.value(DERBytes.sequence, directoryName), certificates.serialNumber)
        let identifier = DERBytes.value(
            DERBytes.sequence, digest == .sha256 ? [] : digest.identifier,
            DERBytes.value(DERBytes.octetString, hash), issuerSerial)
        return DERBytes.value(DERBytes.sequence, DERBytes.value(DERBytes.sequence, identifier))
    }

    /// Returns an `Attribute` with one value.
    private static func attribute(_ type: [UInt8], _ value: [UInt8]) -> [UInt8] {
        DERBytes.value(DERBytes.sequence, type, DERBytes.value(DERBytes.set, value))
    }

    private static let contentType = DERBytes.of(ASN1ObjectIdentifier.CMS.contentType)
    private static let messageDigest = DERBytes.of(ASN1ObjectIdentifier.CMS.messageDigest)
    private static let signingCertificate = DERBytes.of(ASN1ObjectIdentifier.CMS.signingCertificateV2)
}
