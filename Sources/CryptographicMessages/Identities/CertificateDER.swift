import SwiftASN1
import X509

/// Certificates in DER (RFC 5280 §4.1), of more kinds than the certificate library reads: also those that are signed
/// with RSASSA-PSS, say.
///
/// A certificate of such a kind is represented by another one that stands in for it. It has the names, the key, the
/// times and the extensions of the original, but neither its bytes nor its signature: write it with ``bytes(of:)`` or
/// ``CertificatePEM/text(of:)``.
public enum CertificateDER {
    /// - Throws: ``IdentityError/unreadableCertificate(position:reason:)``
    public static func certificate(from bytes: [UInt8]) throws(IdentityError) -> Certificate {
        guard let node = try? DER.parse(bytes) else {
            throw .unreadableCertificate(position: 1, reason: "it is no X.509 certificate in DER form")
        }
        do {
            return try Certificate.reading(node)
        } catch {
            let key = UnreadableCertificate(node).unsupportedKey
            throw .unreadableCertificate(
                position: 1,
                reason: key.map { "its key is for \($0), which is not supported here" }
                    ?? "it is no X.509 certificate in DER form")
        }
    }

    /// The certificate as it was written.
    ///
    /// - Throws: ``IdentityError/signingFailed(_:)`` if it cannot be written
    public static func bytes(of certificate: Certificate) throws(IdentityError) -> [UInt8] {
        do {
            return try DERBytes.of(certificate)
        } catch {
            throw .signingFailed("a certificate cannot be written")
        }
    }
}

extension DERBytes {
    /// The certificate as it was written, also where a stand-in takes its place.
    package static func of(_ certificate: Certificate) throws -> [UInt8] {
        if let original = StandInCertificate(of: certificate) { return original.der }
        var coder = DER.Serializer()
        try coder.serialize(certificate)
        return coder.serializedBytes
    }
}
