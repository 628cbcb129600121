import Crypto
import Foundation
import SwiftASN1
import X509

/// The attributes that a signature of ours covers, as the `SET OF Attribute` that is hashed (RFC 5652 §5.3, §5.4).
enum SignedAttributes {
    /// Content-type, message-digest and signing-certificate-v2 in DER, where a set is sorted by its members' bytes.
    static func der(digest: SHA256Digest, signer: Certificate) throws -> [UInt8] {
        var certificate = DER.Serializer()
        try certificate.serialize(signer)
        let hash = SHA256.hash(data: certificate.serializedBytes)
        var coder = DER.Serializer()
        try coder.serializeSetOf([
            Attribute(type: .CMS.contentType) { try $0.serialize(ASN1ObjectIdentifier.CMS.data) },
            Attribute(type: .CMS.messageDigest) { coder in
                try coder.serialize(ASN1OctetString(contentBytes: ArraySlice(digest)))
            },
            Attribute(type: .CMS.signingCertificateV2) { coder in
                try write(certificate: signer, hash: hash, into: &coder)
            },
        ])
        return coder.serializedBytes
    }

    /// `SigningCertificateV2` with one `ESSCertIDv2` (RFC 5035 §3, §4); its hash algorithm is the default, SHA-256.
    private static func write(certificate: Certificate, hash: SHA256Digest, into coder: inout DER.Serializer) throws {
        try coder.appendConstructedNode(identifier: .sequence) { coder in
            try coder.appendConstructedNode(identifier: .sequence) { coder in
                try coder.appendConstructedNode(identifier: .sequence) { coder in
                    try coder.serialize(ASN1OctetString(contentBytes: ArraySlice(hash)))
                    try coder.appendConstructedNode(identifier: .sequence) { coder in
                        try coder.appendConstructedNode(identifier: .sequence) { coder in
                            try coder.serialize(GeneralName.directoryName(certificate.issuer))
                        }
                        try coder.serialize(certificate.serialNumber.bytes)
                    }
                }
            }
        }
    }

    /// An `Attribute` with one value.
    private struct Attribute: DERSerializable {
        var type: ASN1ObjectIdentifier
        var value: (inout DER.Serializer) throws -> Void

        func serialize(into coder: inout DER.Serializer) throws {
            try coder.appendConstructedNode(identifier: .sequence) { coder in
                try coder.serialize(type)
                try coder.appendConstructedNode(identifier: .set) { try value(&$0) }
            }
        }
    }
}
