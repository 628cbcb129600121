import Crypto
import Foundation
import SwiftASN1
import X509

/// A certificate authority of one's own: a P-256 key that issues certificates to signers.
///
///     let authority = try CertificateAuthority.make(commonName: "Example signing authority", notBefore: now)
///     let signer = try authority.issue(
///         commonName: "Ada Lovelace", email: "ada@example.org", notBefore: now, notAfter: now + 3600)
public struct CertificateAuthority: Sendable {
    /// The authority's self-signed certificate, which is the trust anchor for checking its signers' signatures.
    public let certificate: Certificate
    package let key: P256.Signing.PrivateKey

    private init(key: P256.Signing.PrivateKey, certificate: Certificate) {
        self.key = key
        self.certificate = certificate
    }

    /// How far a certificate's validity begins before it is issued, in seconds, so that it is valid for readers whose
    /// clocks are late.
    public static let clockSkew: TimeInterval = 300

    /// Creates an authority with a new key.
    ///
    /// - Parameters:
    ///   - commonName: its name for readers
    ///   - notBefore: the start of its validity
    ///   - years: the length of its validity
    public static func make(
        commonName: String, notBefore: Date, years: Int = 10
    ) throws(SigningIdentityError) -> CertificateAuthority {
        let key = P256.Signing.PrivateKey()
        let subject = try CertificateName.distinguished(commonName)
        let profile = CertificateProfile(
            subject: subject, publicKey: Certificate.PublicKey(key.publicKey), notBefore: notBefore,
            notAfter: CertificateProfile.date(yearsFrom: notBefore, years), use: .authority)
        let certificate = try profile.certificate(issuer: subject, issuerKey: Certificate.PrivateKey(key))
        return CertificateAuthority(key: key, certificate: certificate)
    }

    /// Restores an authority from PEM text.
    ///
    /// - Throws: ``SigningIdentityError`` if the key is not P-256, does not belong to the certificate, or the
    ///   certificate's basic constraints do not permit issuing others
    public init(pemKey: String, pemCertificate: String) throws(SigningIdentityError) {
        guard case .p256(let key) = try SigningKey(pem: pemKey) else { throw .unsupportedAuthorityKey }
        let publicKey = Certificate.PublicKey(key.publicKey)
        let certificates = try CertificatePEM.certificates(in: pemCertificate)
        guard let certificate = certificates.first(where: { $0.publicKey == publicKey }) else {
            throw .certificateDoesNotMatchKey
        }
        guard case .isCertificateAuthority? = try? certificate.extensions.basicConstraints else {
            throw .notAnAuthority
        }
        self.init(key: key, certificate: certificate)
    }

    /// The private key as unencrypted PKCS#8 PEM. Write it only to files that nobody else can read.
    public var keyPEM: String { key.pemRepresentation }

    /// Returns the certificate in PEM form.
    public func certificatePEM() throws(SigningIdentityError) -> String {
        try CertificatePEM.text(of: [certificate])
    }

    /// Creates a P-256 key and certifies it for signing documents.
    ///
    /// The certificate has critical key usage `digitalSignature` and `nonRepudiation`, a random 128-bit serial number,
    /// names in UTF-8, and the e-mail address as subject alternative name.
    ///
    /// - Parameters:
    ///   - commonName: the signer's name, of any length and in any script
    ///   - email: the signer's e-mail address
    ///   - notBefore: the start of the certificate's validity
    ///   - notAfter: the end of the certificate's validity
    ///   - revocationList: the address of the authority's revocation list for the certificate; `nil` for none
    /// - Throws: ``SigningIdentityError`` for an empty name, an invalid e-mail address, or an end before the start
    public func issue(
        commonName: String, email: String?, notBefore: Date, notAfter: Date, revocationList: String? = nil
    ) throws(SigningIdentityError) -> SigningIdentity {
        let key = P256.Signing.PrivateKey()
        let profile = CertificateProfile(
            subject: try CertificateName.distinguished(commonName),
            publicKey: Certificate.PublicKey(key.publicKey), notBefore: notBefore, notAfter: notAfter,
            use: .documentSigning(email: email), revocationList: revocationList)
        let leaf = try profile.certificate(
            issuer: certificate.subject, issuerKey: Certificate.PrivateKey(self.key))
        return try SigningIdentity(key: .p256(key), certificates: [leaf, certificate])
    }

    /// Whether the authority issued a certificate.
    public func hasIssued(_ other: Certificate) -> Bool {
        other.issuer == certificate.subject && certificate.publicKey.isValidSignature(other.signature, for: other)
    }

    /// Returns the same key with a certificate for the same name and time that names another revocation list.
    ///
    /// - Parameters:
    ///   - identity: a key with a certificate of this authority, without an e-mail address
    ///   - revocationList: the address of the authority's revocation list
    public func renew(_ identity: SigningIdentity, revocationList: String) throws(SigningIdentityError)
        -> SigningIdentity
    {
        let old = identity.certificate
        let profile = CertificateProfile(
            subject: old.subject, publicKey: old.publicKey, notBefore: old.notValidBefore, notAfter: old.notValidAfter,
            use: .documentSigning(email: nil), revocationList: revocationList)
        let leaf = try profile.certificate(issuer: certificate.subject, issuerKey: Certificate.PrivateKey(key))
        return try SigningIdentity(key: identity.key, certificates: [leaf, certificate])
    }
}
