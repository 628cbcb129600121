import Foundation
import SwiftASN1
import X509

@testable import CryptographicMessages

/// A CMS signature from a careless or hostile program: the value is correct, and everything set here is not.
struct LooseCMS {
    var identity: SigningIdentity
    /// The signer info's `digestAlgorithm`, by which the content is digested.
    var digest = SignatureAlgorithm.Digest.sha256
    /// The algorithm that the signer info names and the value is made with.
    var algorithm = SignatureAlgorithm.ecdsaP256SHA256
    /// The algorithm in the algorithm-protection attribute; `nil` omits the attribute.
    var protects: SignatureAlgorithm? = .ecdsaP256SHA256
    var contentType = ASN1ObjectIdentifier.CMS.data
    /// The content for the message-digest attribute, if not the real one.
    var otherContent: Data?
    /// The certificate in the ESS attribute, if not the signer's.
    var otherCertificate: Certificate?
    /// The included certificates, if not the signer's.
    var certificates: [Certificate]?
    var leftOut: Set<ASN1ObjectIdentifier> = []
    var repeated: Set<ASN1ObjectIdentifier> = []
    /// Whether the attributes are signed and written in the reverse of DER's order.
    var isReversed = false

    func signed(_ content: Data) async throws -> Data {
        let own = try SignerCertificates([otherCertificate ?? identity.certificate])
        let identifier = DERBytes.value(
            DERBytes.sequence,
            DERBytes.value(DERBytes.octetString, DigestAlgorithm.sha256.digest(of: own.leafDER).bytes))
        var values: [(ASN1ObjectIdentifier, [UInt8])] = [
            (.CMS.contentType, DERBytes.of(contentType)),
            (
                .CMS.messageDigest,
                DERBytes.value(DERBytes.octetString, digest.algorithm.digest(of: otherContent ?? content).bytes)
            ),
            (
                .CMS.signingCertificateV2,
                DERBytes.value(DERBytes.sequence, DERBytes.value(DERBytes.sequence, identifier))
            ),
        ]
        if let protects {
            let value = DERBytes.value(
                DERBytes.sequence, protects.digest.identifier, protects.identifier(tag: DERBytes.context(1)))
            values.append((.CMS.algorithmProtection, value))
        }
        values.removeAll { leftOut.contains($0.0) }
        let members = (values + values.filter { repeated.contains($0.0) }).map { type, value in
            DERBytes.value(DERBytes.sequence, DERBytes.of(type), DERBytes.value(DERBytes.set, value))
        }
        let attributes =
            isReversed
            ? DERBytes.value(DERBytes.set, joining: members.sorted { $1.lexicographicallyPrecedes($0) })
            : DERBytes.set(of: members)
        let value = try identity.key.signature(over: Data(attributes), by: algorithm)
        return try container(attributes: attributes, value: value)
    }

    private func container(attributes: [UInt8], value: Data) throws -> Data {
        let signer = try SignerCertificates([identity.certificate])
        let version: [UInt8] = [2, 1, 1]
        let signerInfo = DERBytes.value(
            DERBytes.sequence, version, DERBytes.value(DERBytes.sequence, signer.issuer, signer.serialNumber),
            digest.identifier, [DERBytes.context(0)] + attributes.dropFirst(), algorithm.identifier(),
            DERBytes.value(DERBytes.octetString, Array(value)))
        let signedData = DERBytes.value(
            DERBytes.sequence, version, DERBytes.value(DERBytes.set, digest.identifier),
            DERBytes.value(DERBytes.sequence, AlgorithmDER.data),
            try SignerCertificates(certificates ?? [identity.certificate]).set, DERBytes.value(DERBytes.set, signerInfo)
        )
        return Data(
            DERBytes.value(
                DERBytes.sequence, AlgorithmDER.signedData, DERBytes.value(DERBytes.context(0), signedData)))
    }
}
