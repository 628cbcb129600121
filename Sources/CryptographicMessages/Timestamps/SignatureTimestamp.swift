import Foundation
import SwiftASN1

/// A timestamp over a signature's value, stored in the unsigned attribute signature-time-stamp (RFC 3161 Appendix A,
/// ETSI EN 319 142-1 §6.3).
package enum SignatureTimestamp {
    /// The space to reserve for a token, in bytes. Real tokens have 2,000 to 7,000 bytes, most of them certificates.
    package static let usualRoom = 12 << 10

    /// Returns the container with the token among the unsigned attributes of its only signer.
    ///
    /// - Parameter container: a `ContentInfo` in DER
    package static func adding(_ token: [UInt8], to container: Data) throws(CMSError) -> Data {
        do {
            var outer = try DER.parse(Array(container)).children(of: .sequence)
            let type = try outer.required()
            var wrapper = try outer.required().children(of: .context(0))
            let signedData = Array(try wrapper.required().childNodes())
            guard let signers = signedData.last, signers.identifier == .set,
                let signer = try Array(signers.childNodes()).first
            else { throw CMSError.noSigner }
            var coder = DER.Serializer()
            try coder.appendConstructedNode(identifier: .sequence) { coder in
                coder.serialize(type)
                try coder.appendConstructedNode(identifier: .context(0)) { coder in
                    try coder.appendConstructedNode(identifier: .sequence) { coder in
                        for node in signedData.dropLast() { coder.serialize(node) }
                        try coder.appendConstructedNode(identifier: .set) { coder in
                            try write(signer, with: token, into: &coder)
                        }
                    }
                }
            }
            return Data(coder.serializedBytes)
        } catch let error as CMSError {
            throw error
        } catch {
            throw .malformed
        }
    }

    /// Writes the `SignerInfo` with one more unsigned attribute.
    private static func write(_ signer: ASN1Node, with token: [UInt8], into coder: inout DER.Serializer) throws {
        var parts = Array(try signer.childNodes())
        var attributes: [ASN1Any] = []
        if let last = parts.last, last.identifier == .context(1) {
            attributes = try last.childNodes().map { ASN1Any(derEncoded: $0) }
            parts.removeLast()
        }
        var attribute = DER.Serializer()
        try attribute.appendConstructedNode(identifier: .sequence) { coder in
            try coder.serialize(ASN1ObjectIdentifier.CMS.signatureTimestamp)
            coder.appendConstructedNode(identifier: .set) { $0.serializeRawBytes(token) }
        }
        attributes.append(ASN1Any(derEncoded: try DER.parse(attribute.serializedBytes)))
        let added = attributes
        try coder.appendConstructedNode(identifier: .sequence) { coder in
            for part in parts { coder.serialize(part) }
            try coder.serializeSetOf(added, identifier: .context(1))
        }
    }

    /// Requests a token over the signature value of a container.
    package static func token(over container: Data, by service: TimestampService) async throws -> TimestampToken {
        let value = try CMSSignedData.read(Array(container)).signer.value
        return try await service.token(over: DigestAlgorithm.sha256.digest(ofPieces: [value]))
    }
}
