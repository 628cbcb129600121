import Crypto
import Foundation

/// Creates detached CMS signatures that conform to PAdES baseline B (RFC 5652 §5, ETSI EN 319 142-1 §6.3).
///
/// The signed attributes are content-type, message-digest and ESS signing-certificate-v2 (RFC 5035). There is no
/// signing-time attribute: PAdES keeps the claimed time in the signature dictionary.
public enum CMSSignature {
    /// Creates a `SignedData` over content given by its digest.
    ///
    /// - Parameters:
    ///   - digest: the digest of the signed content (a PDF file's byte range), by the hash function of the signer's
    ///     algorithm
    ///   - signer: the signer, whose certificates go into the structure
    /// - Returns: a `ContentInfo` in DER
    /// - Throws: ``SigningIdentityError/noCertificate`` if the signer has none,
    ///   ``SigningIdentityError/unsuitableAlgorithm(_:)`` for a digest of the wrong length,
    ///   ``SigningIdentityError/signingFailed(_:)`` if the value is not the signer's signature, and the signer's errors
    public static func detached(digest: some Crypto.Digest, signer: some DocumentSigner) async throws -> Data {
        try await detached(digest: Array(digest), signer: signer)
    }

    package static func detached(digest: [UInt8], signer: some DocumentSigner) async throws -> Data {
        let certificates = try SignerCertificates.of(signer)
        let algorithm = signer.algorithm
        guard digest.count == algorithm.digest.algorithm.digestLength else {
            throw SigningIdentityError.unsuitableAlgorithm("the given digest is not a \(algorithm.digest.name) digest")
        }
        let attributes = SignedAttributes.der(digest: digest, certificates: certificates, algorithm: algorithm)
        let value = try await signer.signature(over: Data(attributes))
        // A key outside of this process may not match its certificate. No signature is better than a wrong one in
        // somebody's document.
        if !(signer is SigningIdentity), !algorithm.isValid(value, over: Data(attributes), for: certificates.leaf) {
            throw SigningIdentityError.signingFailed("the signature returned does not match the signer's certificate")
        }
        return Data(contentInfo(attributes: attributes, value: value, algorithm: algorithm, certificates: certificates))
    }

    /// Returns the number of bytes to reserve in the file for a signature by this signer. ``detached(digest:signer:)``
    /// never needs more.
    ///
    /// - Throws: ``SigningIdentityError`` if the signer has no certificate
    public static func estimatedSize(for signer: some DocumentSigner) throws -> Int {
        let certificates = try SignerCertificates.of(signer)
        // The signer's identifier and the ESS attribute both contain the issuer and the serial number.
        let names = 2 * (certificates.issuer.count + certificates.serialNumber.count)
        return certificates.set.count + names + signer.algorithm.longestValue(for: certificates.leaf.publicKey)
            + partsOfFixedLength
    }

    /// An upper bound, in bytes, for object identifiers, digests and headers: they take some 350, or 520 with PSS and
    /// SHA-512.
    private static let partsOfFixedLength = 640

    /// `ContentInfo` (RFC 5652 §3) around `SignedData` (§5.1) with one `SignerInfo` (§5.3).
    private static func contentInfo(
        attributes: [UInt8], value: Data, algorithm: SignatureAlgorithm, certificates: SignerCertificates
    ) -> [UInt8] {
        let signerInfo = DERBytes.value(
            DERBytes.sequence, version,
            DERBytes.value(DERBytes.sequence, certificates.issuer, certificates.serialNumber),
            algorithm.digest.identifier,
            // The SET OF is signed; in the structure the same bytes have the tag [0] (RFC 5652 §5.4).
            [DERBytes.context(0)] + attributes.dropFirst(),
            algorithm.identifier(),
            DERBytes.value(DERBytes.octetString, Array(value)))
        let signedData = DERBytes.value(
            DERBytes.sequence, version,
            DERBytes.value(DERBytes.set, algorithm.digest.identifier),
            DERBytes.value(DERBytes.sequence, AlgorithmDER.data),
            certificates.set,
            DERBytes.value(DERBytes.set, signerInfo))
        return DERBytes.value(
            DERBytes.sequence, AlgorithmDER.signedData, DERBytes.value(DERBytes.context(0), signedData))
    }

    private static let version: [UInt8] = [DERBytes.integer, 1, 1]
}
