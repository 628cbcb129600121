import Crypto
import SwiftASN1
import X509

/// The identifier of a certificate in OCSP: `CertID` (RFC 6960 §4.1.1).
package struct OCSPCertificateID: Sendable, Hashable {
    package var digestAlgorithm: DigestAlgorithm
    var issuerNameHash: [UInt8]
    var issuerKeyHash: [UInt8]
    package var serialNumber: ExactInteger

    /// - Parameter digestAlgorithm: SHA-1 by default, which every responder supports (RFC 5019 §2.1.1). The hash is
    ///   only an identifier and proves nothing, because the response is checked with the issuer's own key.
    init(_ certificate: Certificate, issuer: Certificate, digestAlgorithm: DigestAlgorithm = .sha1) throws {
        var name = DER.Serializer()
        try name.serialize(certificate.issuer)
        self.digestAlgorithm = digestAlgorithm
        issuerNameHash = digestAlgorithm.digest(of: name.serializedBytes).bytes
        issuerKeyHash = digestAlgorithm.digest(of: issuer.keyBytes).bytes
        serialNumber = certificate.exactSerialNumber
    }

    init(_ node: ASN1Node) throws {
        var nodes = try node.children(of: .sequence)
        let algorithm = try AlgorithmReference(&nodes)
        guard let digest = DigestAlgorithm(algorithm.oid) else {
            throw ASN1Error.invalidASN1Object(reason: "the hash function \(algorithm.oid) is not known")
        }
        digestAlgorithm = digest
        issuerNameHash = Array(try ASN1OctetString(berEncoded: nodes.required()).bytes)
        issuerKeyHash = Array(try ASN1OctetString(berEncoded: nodes.required()).bytes)
        serialNumber = try ExactInteger(nodes.required())
    }

    /// Whether this identifies the certificate, regardless of the hash function.
    package func names(_ certificate: Certificate, issuer: Certificate) -> Bool {
        guard serialNumber == certificate.exactSerialNumber else { return false }
        return (try? OCSPCertificateID(certificate, issuer: issuer, digestAlgorithm: digestAlgorithm)) == self
    }

    func serialize(into coder: inout DER.Serializer) throws {
        try coder.appendConstructedNode(identifier: .sequence) { coder in
            try coder.appendConstructedNode(identifier: .sequence) { coder in
                try coder.serialize(digestAlgorithm.oid)
                try coder.serialize(ASN1Null())
            }
            try coder.serialize(ASN1OctetString(contentBytes: issuerNameHash[...]))
            try coder.serialize(ASN1OctetString(contentBytes: issuerKeyHash[...]))
            coder.serializeRawBytes(serialNumber.der)
        }
    }
}
