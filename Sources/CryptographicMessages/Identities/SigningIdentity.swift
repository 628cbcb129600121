import Crypto
import Foundation
import SwiftASN1
import X509

/// A private key in memory with the certificates of its holder.
///
///     let identity = try SigningIdentity(pemKey: key, pemCertificates: chain)
///     let signed = try await document.signedRevision(field, with: identity, at: Date())
///
/// Keys are ECDSA (P-256, P-384, P-521), Ed25519, or RSA with 2,048 bits or more.
public struct SigningIdentity: DocumentSigner {
    /// The signer's certificate first, then each certificate's issuer; the trust anchor may be missing.
    public let certificateChain: [Certificate]
    package let key: SigningKey
    /// The chain in DER, encoded once for all signatures.
    package let certificates: SignerCertificates?

    /// Follows from the key, unless the caller chose another one that fits it.
    public let algorithm: SignatureAlgorithm

    /// The signer's own certificate.
    public let certificate: Certificate

    init(
        key: SigningKey, certificates: [Certificate], choice: AlgorithmChoice = AlgorithmChoice()
    ) throws(SigningIdentityError) {
        guard !certificates.isEmpty else { throw .noCertificate }
        let publicKey = key.certificateKey.publicKey
        guard let leaf = certificates.first(where: { $0.publicKey == publicKey }) else {
            throw .certificateDoesNotMatchKey
        }
        self.key = key
        var choice = choice
        if leaf.isKeyForPSS { choice.usesPSS = true }
        self.algorithm = try choice.algorithm(for: publicKey)
        self.certificate = leaf
        let chain = CertificateChain.ordered(from: leaf, among: certificates)
        self.certificates = try? SignerCertificates(chain)
        self.certificateChain = chain
    }

    /// Reads a key and its certificates from PEM text.
    ///
    /// - Parameters:
    ///   - pemKey: an unencrypted private key: PKCS#8, SEC1 or PKCS#1. Other PEM blocks around it are ignored.
    ///   - pemCertificates: the signer's certificate and any issuers' certificates, in any order
    /// - Throws: ``SigningIdentityError`` if a part is missing, damaged or too weak, or the parts do not belong
    ///   together
    public init(pemKey: String, pemCertificates: String) throws(SigningIdentityError) {
        let key = try SigningKey(pem: pemKey)
        try self.init(key: key, certificates: CertificatePEM.certificates(in: pemCertificates))
    }

    /// Returns the same identity with another hash function or padding.
    ///
    /// - Throws: ``SigningIdentityError/unsuitableAlgorithm(_:)`` if the choice does not fit the key
    public func signing(by choice: AlgorithmChoice) throws(SigningIdentityError) -> SigningIdentity {
        try SigningIdentity(key: key, certificates: certificateChain, choice: choice)
    }

    /// Creates a P-256 key with a self-signed certificate, for tests and for people without an authority. It proves
    /// that everything was signed with one key, but not whose key it is.
    ///
    /// - Parameters:
    ///   - name: the signer's name; one of more than 64 characters is also kept in full beside a truncated common name
    ///   - email: the signer's e-mail address
    ///   - date: the start of the certificate's validity of two years
    public static func selfSigned(name: String, email: String? = nil, at date: Date) throws(SigningIdentityError)
        -> Self
    {
        let key = P256.Signing.PrivateKey()
        let subject = try CertificateName.distinguished(name)
        let profile = CertificateProfile(
            subject: subject, publicKey: Certificate.PublicKey(key.publicKey), notBefore: date,
            notAfter: CertificateProfile.date(yearsFrom: date, 2), use: .documentSigning(email: email))
        let certificate = try profile.certificate(issuer: subject, issuerKey: Certificate.PrivateKey(key))
        return try SigningIdentity(key: .p256(key), certificates: [certificate])
    }

    /// Signs with the key in memory.
    ///
    /// - Throws: the error of the key, which no ordinary key has
    public func signature(over input: Data) async throws -> Data {
        try key.signature(over: input, by: algorithm)
    }

    /// The private key as unencrypted PKCS#8 PEM. Write it only to files that nobody else can read.
    public var keyPEM: String { key.pem }

    /// Returns the chain in PEM form, the signer's certificate first.
    public func certificatesPEM() throws(SigningIdentityError) -> String {
        try CertificatePEM.text(of: certificateChain)
    }
}
