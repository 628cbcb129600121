import SwiftASN1
import X509

/// A request to an OCSP responder about one certificate: `OCSPRequest` (RFC 6960 §4.1.1).
struct OCSPRequest: Sendable {
    var certificate: OCSPCertificateID
    /// The nonce that the response may repeat (RFC 9654). Many responders return prepared responses without it.
    var nonce: [UInt8]

    init(certificate: OCSPCertificateID, nonce: [UInt8] = TimestampRequest.randomNonce()) {
        self.certificate = certificate
        self.nonce = nonce
    }

    func der() throws -> [UInt8] {
        var coder = DER.Serializer()
        try coder.appendConstructedNode(identifier: .sequence) { coder in
            try coder.appendConstructedNode(identifier: .sequence) { coder in
                try coder.appendConstructedNode(identifier: .sequence) { coder in
                    try coder.appendConstructedNode(identifier: .sequence) { try certificate.serialize(into: &$0) }
                }
                try coder.serialize(explicitlyTaggedWithTagNumber: 2, tagClass: .contextSpecific) { coder in
                    try coder.appendConstructedNode(identifier: .sequence) { try writeNonce(into: &$0) }
                }
            }
        }
        return coder.serializedBytes
    }

    private func writeNonce(into coder: inout DER.Serializer) throws {
        var value = DER.Serializer()
        try value.serialize(ASN1OctetString(contentBytes: nonce[...]))
        try coder.appendConstructedNode(identifier: .sequence) { coder in
            try coder.serialize(ASN1ObjectIdentifier.OCSP.nonce)
            try coder.serialize(ASN1OctetString(contentBytes: value.serializedBytes[...]))
        }
    }
}

extension ASN1ObjectIdentifier {
    /// Object identifiers of the Online Certificate Status Protocol (RFC 6960).
    package enum OCSP {
        /// id-pkix-ocsp-basic (§4.2.1).
        package static let basic: ASN1ObjectIdentifier = [1, 3, 6, 1, 5, 5, 7, 48, 1, 1]
        /// id-pkix-ocsp-nonce (§4.4.1).
        static let nonce: ASN1ObjectIdentifier = [1, 3, 6, 1, 5, 5, 7, 48, 1, 2]
        /// id-pkix-ocsp-nocheck (§4.2.2.2.1): the responder's certificate needs no revocation check.
        static let noCheck: ASN1ObjectIdentifier = [1, 3, 6, 1, 5, 5, 7, 48, 1, 5]
        /// id-pkix-ocsp-archive-cutoff (§4.4.4).
        static let archiveCutoff: ASN1ObjectIdentifier = [1, 3, 6, 1, 5, 5, 7, 48, 1, 6]
    }
}
