import SwiftASN1
import X509

/// Reads and writes certificates in DER (RFC 5280 §4.1), including kinds that the certificate library rejects, such as
/// those signed with RSASSA-PSS.
///
/// A stand-in represents each of the latter. It has the original's names, key, times and extensions, but neither its
/// bytes nor its signature: write it with ``bytes(of:)`` or ``CertificatePEM/text(of:)``.
public enum CertificateDER {
    /// - Throws: ``SigningIdentityError/unreadableCertificate(position:reason:)``
    public static func certificate(from bytes: [UInt8]) throws(SigningIdentityError) -> Certificate {
        guard let node = try? DER.parse(bytes) else {
            throw .unreadableCertificate(position: 1, reason: "it is not an X.509 certificate in DER form")
        }
        do {
            return try Certificate.reading(node)
        } catch {
            let key = UnreadableCertificate(node).unsupportedKey
            throw .unreadableCertificate(
                position: 1,
                reason: key.map { "its key is for \($0), which is not supported here" }
                    ?? "it is not an X.509 certificate in DER form")
        }
    }

    /// Returns the original encoding of a certificate.
    ///
    /// - Throws: ``SigningIdentityError/signingFailed(_:)`` if it cannot be encoded
    public static func bytes(of certificate: Certificate) throws(SigningIdentityError) -> [UInt8] {
        do {
            return try DERBytes.of(certificate)
        } catch {
            throw .signingFailed("a certificate cannot be written")
        }
    }
}

extension DERBytes {
    /// Returns the original encoding of a certificate, including one with a stand-in.
    package static func of(_ certificate: Certificate) throws -> [UInt8] {
        if let original = StandInCertificate(of: certificate) { return original.der }
        var coder = DER.Serializer()
        try coder.serialize(certificate)
        return coder.serializedBytes
    }
}
