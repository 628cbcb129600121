import Foundation
import SwiftASN1
import X509

/// A `SignedData` (RFC 5652 §5.1) read from a file by any program, in DER or BER.
package struct CMSSignedData: Sendable {
    /// The type of the signed content: id-data, or id-ct-TSTInfo in a timestamp.
    package var contentType: ASN1ObjectIdentifier
    /// The content; `nil` if it is detached.
    package var content: ArraySlice<UInt8>?
    /// The readable certificates; other kinds of certificate are skipped.
    package var certificates: [Certificate] = []
    /// The revocation lists in the structure, in DER.
    package var revocationLists: [[UInt8]] = []
    /// The certificates that were skipped because they cannot be read.
    var unreadableCertificates: [UnreadableCertificate] = []
    /// The first signer; a PDF signature has no others (ISO 32000-2 §12.8.3.3.1).
    package var signer: CMSSignerInfo
    /// The number of signers.
    package var signerCount = 1
    /// Whether bytes other than zeros follow the structure.
    package var hasTrailingData = false

    /// Reads the value of a signature dictionary's `/Contents`, which may be padded with zeros.
    package static func read(_ bytes: [UInt8]) throws(CMSError) -> CMSSignedData {
        guard let size = BERExtent.first(in: bytes[...]) else {
            throw .truncated
        }
        do {
            var result = try read(BER.parse(bytes.prefix(size)))
            result.hasTrailingData = bytes.dropFirst(size).contains { $0 != 0 }
            return result
        } catch let error as CMSError {
            throw error
        } catch {
            throw .malformed
        }
    }

    /// Reads a `ContentInfo` (RFC 5652 §3).
    package static func read(_ contentInfo: ASN1Node) throws -> CMSSignedData {
        var nodes = try contentInfo.children(of: .sequence)
        guard try ASN1ObjectIdentifier(berEncoded: &nodes) == .CMS.signedData else { throw CMSError.notSignedData }
        let wrapper = try nodes.required()
        var wrapped = try wrapper.children(of: .context(0))
        return try readSignedData(wrapped.required())
    }

    private static func readSignedData(_ node: ASN1Node) throws -> CMSSignedData {
        var nodes = try node.children(of: .sequence)
        _ = try Int(berEncoded: &nodes)
        _ = try nodes.required()  // the digest algorithms of all signers; each signer names its own
        let (contentType, content) = try readContent(nodes.required())
        var certificates: [Certificate] = []
        var unreadable: [UnreadableCertificate] = []
        var revocationLists: [[UInt8]] = []
        var signers: [CMSSignerInfo] = []
        while let part = nodes.next() {
            switch part.identifier {
            case .context(0):
                for certificate in try part.childNodes() where certificate.identifier == .sequence {
                    if let readable = try? Certificate.reading(certificate) {
                        certificates.append(readable)
                    } else {
                        unreadable.append(UnreadableCertificate(certificate))
                    }
                }
            case .set:
                signers = try part.childNodes().map { try CMSSignerInfo($0) }
            case .context(1):
                revocationLists = try part.childNodes().prefix(64).filter { $0.identifier == .sequence }
                    .map { Array($0.encodedBytes) }
            default:
                continue
            }
        }
        guard let signer = signers.first else { throw CMSError.noSigner }
        return CMSSignedData(
            contentType: contentType, content: content, certificates: certificates, revocationLists: revocationLists,
            unreadableCertificates: unreadable, signer: signer, signerCount: signers.count)
    }

    /// `EncapsulatedContentInfo` (RFC 5652 §5.2).
    private static func readContent(_ node: ASN1Node) throws -> (ASN1ObjectIdentifier, ArraySlice<UInt8>?) {
        var nodes = try node.children(of: .sequence)
        let type = try ASN1ObjectIdentifier(berEncoded: &nodes)
        guard let wrapper = nodes.next() else { return (type, nil) }
        var wrapped = try wrapper.children(of: .context(0))
        return (type, try ASN1OctetString(berEncoded: wrapped.required()).bytes)
    }

    /// The certificate that the signer info names; `nil` if it is missing.
    ///
    /// An authority can issue two certificates with one serial number, and a container can hold several of one key
    /// identifier. Then the signed attributes decide (RFC 5035 §3).
    package var signerCertificate: Certificate? {
        let named = certificates.filter { signer.identifier.names($0) }
        guard named.count > 1, let attributes = signer.signedAttributes else { return named.first }
        return named.first { SigningCertificateAttribute.check(attributes, names: $0) == .matches } ?? named.first
    }
}

extension ASN1Node {
    /// Returns the children of a constructed value with the expected tag.
    func children(of identifier: ASN1Identifier) throws -> ASN1NodeCollection.Iterator {
        guard self.identifier == identifier else { throw ASN1Error.unexpectedFieldType(self.identifier) }
        return try childNodes().makeIterator()
    }

    func childNodes() throws -> ASN1NodeCollection {
        guard case .constructed(let nodes) = content else { throw ASN1Error.unexpectedFieldType(identifier) }
        return nodes
    }
}

extension ASN1NodeCollection.Iterator {
    /// Returns the next value, which must exist.
    mutating func required() throws -> ASN1Node {
        guard let node = next() else { throw ASN1Error.invalidASN1Object(reason: "a value is missing") }
        return node
    }
}
