import Crypto
import CryptoExtras
import Foundation
import SwiftASN1
import X509

/// Detached CMS signatures as PAdES baseline B asks for them (RFC 5652 §5, ETSI EN 319 142-1 §6.3).
///
/// The signed attributes are content-type, message-digest and ESS signing-certificate-v2 (RFC 5035). There is no
/// signing-time attribute: PAdES keeps the claimed time in the signature dictionary.
public enum CMSSignature {
    /// Makes a `SignedData` over content of which only the digest is at hand.
    ///
    /// - Parameters:
    ///   - digest: The SHA-256 of the signed content: of a PDF file's byte range.
    ///   - signer: Who signs. Its certificates go into the structure.
    /// - Returns: A `ContentInfo` in DER.
    /// - Throws: ``IdentityError/noCertificate`` if the signer has none, and whatever the signer throws.
    public static func detached(digest: SHA256Digest, signer: some DocumentSigner) async throws -> Data {
        guard let leaf = signer.certificateChain.first else { throw IdentityError.noCertificate }
        let attributes = try SignedAttributes.der(digest: digest, signer: leaf)
        let value = try await signer.signature(over: Data(attributes))
        return Data(
            try contentInfo(
                attributes: attributes, value: value, algorithm: signer.algorithm, chain: signer.certificateChain))
    }

    /// Room that ``detached(digest:signer:)`` is sure to find enough for this signer: what to reserve in the file, in
    /// bytes.
    ///
    /// - Throws: ``IdentityError`` if the signer has no certificate.
    public static func estimatedSize(for signer: some DocumentSigner) throws -> Int {
        guard let leaf = signer.certificateChain.first else { throw IdentityError.noCertificate }
        var certificates = DER.Serializer()
        for certificate in signer.certificateChain { try certificates.serialize(certificate) }
        var issuer = DER.Serializer()
        try issuer.serialize(leaf.issuer)
        // The issuer and the serial number stand in the signer's identifier and in the ESS attribute.
        let names = 2 * (issuer.serializedBytes.count + leaf.serialNumber.bytes.count)
        return certificates.serializedBytes.count + names + longestValue(of: signer.algorithm, key: leaf.publicKey)
            + partsOfFixedLength
    }

    /// Above the length of everything else: object identifiers, digests and the headers of the structures, some 300.
    private static let partsOfFixedLength = 512

    private static func longestValue(of algorithm: SignatureAlgorithm, key: Certificate.PublicKey) -> Int {
        switch algorithm {
        case .ecdsaP256SHA256:
            return 72  // a sequence of two integers of up to 33 bytes
        case .rsaPKCS1SHA256:
            guard let bits = _RSA.Signing.PublicKey(key)?.keySizeInBits else { return 2048 }
            return (bits + 7) / 8
        }
    }

    /// `ContentInfo` (RFC 5652 §3) around `SignedData` (§5.1) with one `SignerInfo` (§5.3).
    private static func contentInfo(
        attributes: [UInt8], value: Data, algorithm: SignatureAlgorithm, chain: [Certificate]
    ) throws -> [UInt8] {
        var coder = DER.Serializer()
        try coder.appendConstructedNode(identifier: .sequence) { coder in
            try coder.serialize(ASN1ObjectIdentifier.CMS.signedData)
            try coder.serialize(explicitlyTaggedWithTagNumber: 0, tagClass: .contextSpecific) { coder in
                try coder.appendConstructedNode(identifier: .sequence) { coder in
                    try coder.serialize(1)
                    try coder.appendConstructedNode(identifier: .set) { try writeSHA256(into: &$0) }
                    try coder.appendConstructedNode(identifier: .sequence) { coder in
                        try coder.serialize(ASN1ObjectIdentifier.CMS.data)
                    }
                    try coder.serializeSetOf(chain, identifier: .context(0))
                    try coder.appendConstructedNode(identifier: .set) { coder in
                        try writeSignerInfo(
                            attributes: attributes, value: value, algorithm: algorithm, leaf: chain[0], into: &coder)
                    }
                }
            }
        }
        return coder.serializedBytes
    }

    private static func writeSignerInfo(
        attributes: [UInt8], value: Data, algorithm: SignatureAlgorithm, leaf: Certificate,
        into coder: inout DER.Serializer
    ) throws {
        try coder.appendConstructedNode(identifier: .sequence) { coder in
            try coder.serialize(1)
            try coder.appendConstructedNode(identifier: .sequence) { coder in
                try coder.serialize(leaf.issuer)
                try coder.serialize(leaf.serialNumber.bytes)
            }
            try writeSHA256(into: &coder)
            // What is signed is the SET OF; in the structure the same bytes carry the tag [0] (RFC 5652 §5.4).
            coder.serializeRawBytes([0xA0] + attributes.dropFirst())
            try coder.appendConstructedNode(identifier: .sequence) { coder in
                switch algorithm {
                case .ecdsaP256SHA256:
                    try coder.serialize(ASN1ObjectIdentifier.SignatureScheme.ecdsaWithSHA256)
                case .rsaPKCS1SHA256:
                    try coder.serialize(ASN1ObjectIdentifier.AlgorithmIdentifier.sha256WithRSAEncryption)
                    try coder.serialize(ASN1Null())
                }
            }
            try coder.serialize(ASN1OctetString(contentBytes: ArraySlice(value)))
        }
    }

    /// SHA-256 without parameters (RFC 5754 §2).
    private static func writeSHA256(into coder: inout DER.Serializer) throws {
        try coder.appendConstructedNode(identifier: .sequence) { try $0.serialize(ASN1ObjectIdentifier.Hash.sha256) }
    }
}
