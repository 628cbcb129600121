import Crypto
import Foundation

/// Detached CMS signatures as PAdES baseline B asks for them (RFC 5652 §5, ETSI EN 319 142-1 §6.3).
///
/// The signed attributes are content-type, message-digest and ESS signing-certificate-v2 (RFC 5035). There is no
/// signing-time attribute: PAdES keeps the claimed time in the signature dictionary.
public enum CMSSignature {
    /// Makes a `SignedData` over content of which only the digest is at hand.
    ///
    /// - Parameters:
    ///   - digest: The digest of the signed content, by the hash function of the signer's algorithm: of a PDF file's
    ///     byte range.
    ///   - signer: Who signs. Its certificates go into the structure.
    /// - Returns: A `ContentInfo` in DER.
    /// - Throws: ``IdentityError/noCertificate`` if the signer has none, ``IdentityError/unsuitableAlgorithm(_:)`` for
    ///   a digest of another length, ``IdentityError/signingFailed(_:)`` for a value that is not the signer's
    ///   signature, and whatever the signer throws.
    public static func detached(digest: some Crypto.Digest, signer: some DocumentSigner) async throws -> Data {
        try await detached(digest: Array(digest), signer: signer)
    }

    package static func detached(digest: [UInt8], signer: some DocumentSigner) async throws -> Data {
        let certificates = try SignerCertificates.of(signer)
        let algorithm = signer.algorithm
        guard digest.count == algorithm.digest.algorithm.digestLength else {
            throw IdentityError.unsuitableAlgorithm("the digest at hand is not one of \(algorithm.digest.name)")
        }
        let attributes = SignedAttributes.der(digest: digest, certificates: certificates, algorithm: algorithm)
        let value = try await signer.signature(over: Data(attributes))
        // A key outside of this process may be another one than its certificate says: better no signature than a wrong
        // one in somebody's document.
        if !(signer is SigningIdentity), !algorithm.isValid(value, over: Data(attributes), for: certificates.leaf) {
            throw IdentityError.signingFailed("what came back is no signature by the key of the signer's certificate")
        }
        return Data(contentInfo(attributes: attributes, value: value, algorithm: algorithm, certificates: certificates))
    }

    /// Room that ``detached(digest:signer:)`` is sure to find enough for this signer: what to reserve in the file, in
    /// bytes.
    ///
    /// - Throws: ``IdentityError`` if the signer has no certificate.
    public static func estimatedSize(for signer: some DocumentSigner) throws -> Int {
        let certificates = try SignerCertificates.of(signer)
        // The issuer and the serial number stand in the signer's identifier and in the ESS attribute.
        let names = 2 * (certificates.issuer.count + certificates.serialNumber.count)
        return certificates.set.count + names + signer.algorithm.longestValue(for: certificates.leaf.publicKey)
            + partsOfFixedLength
    }

    /// Above the length of everything else: object identifiers, digests and the headers of the structures: some 350, or
    /// 520 with PSS and SHA-512.
    private static let partsOfFixedLength = 640

    /// `ContentInfo` (RFC 5652 §3) around `SignedData` (§5.1) with one `SignerInfo` (§5.3).
    private static func contentInfo(
        attributes: [UInt8], value: Data, algorithm: SignatureAlgorithm, certificates: SignerCertificates
    ) -> [UInt8] {
        let signerInfo = DERBytes.value(
            DERBytes.sequence, version,
            DERBytes.value(DERBytes.sequence, certificates.issuer, certificates.serialNumber),
            algorithm.digest.identifier,
            // What is signed is the SET OF; in the structure the same bytes carry the tag [0] (RFC 5652 §5.4).
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
