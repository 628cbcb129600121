import Crypto
import Foundation
import SwiftASN1
import X509

extension CertificateAuthority {
    /// Returns the authority's revocation list: a DER `CertificateList` without entries (RFC 5280 §5.1), because it has
    /// revoked no certificates. Each list has a higher number (§5.2.3) than lists of earlier seconds.
    ///
    /// - Parameters:
    ///   - date: the date of the list
    ///   - life: seconds until its `nextUpdate`
    /// - Throws: ``SigningIdentityError/signingFailed(_:)``
    public func revocationList(at date: Date, life: TimeInterval) throws(SigningIdentityError) -> Data {
        do {
            let algorithm = SignatureAlgorithm.ecdsaP256SHA256.identifier()
            let seconds = UInt64(max(0, date.timeIntervalSince1970))
            let number = DERBytes.integer((0..<8).reversed().map { UInt8(truncatingIfNeeded: seconds >> (8 * $0)) })
            let extensions = [
                try AuthorityKeyIdentifier(
                    keyIdentifier: SubjectKeyIdentifier(hash: certificate.publicKey).keyIdentifier
                ).makeCertificateExtension(),
                Certificate.Extension(oid: .CRL.number, critical: false, value: number[...]),
            ]
            let content = DERBytes.value(
                DERBytes.sequence, DERBytes.integer(CollectionOfOne(1)), algorithm,
                try DERBytes.of(certificate.subject), try ASN1Time.der(date), try ASN1Time.der(date + life),
                DERBytes.value(
                    DERBytes.context(0),
                    DERBytes.value(DERBytes.sequence, joining: try extensions.map { try DERBytes.of($0) })))
            let signature = try key.signature(for: SHA256.hash(data: content)).derRepresentation
            let value = ASN1BitString(bytes: Array(signature)[...])
            return Data(DERBytes.value(DERBytes.sequence, content, algorithm, try DERBytes.of(value)))
        } catch {
            throw .signingFailed("the revocation list could not be made (\(error))")
        }
    }
}
