import Crypto
import SwiftASN1
import X509

/// What an OCSP response calls a certificate: `CertID` (RFC 6960 §4.1.1).
package struct OCSPCertificateID: Sendable, Hashable {
    package var digestAlgorithm: DigestAlgorithm
    var issuerNameHash: [UInt8]
    var issuerKeyHash: [UInt8]
    package var serialNumber: ExactInteger

    /// - Parameter digestAlgorithm: SHA-1 is what every responder knows (RFC 5019 §2.1.1); the hash serves as a name
    ///   here and nothing is proven by it, since the response is checked with the issuer's own key
    init(_ certificate: Certificate, issuer: Certificate, digestAlgorithm: DigestAlgorithm = .sha1) throws {
        var name = DER.Serializer()
        try name.serialize(certificate.issuer)
        self.digestAlgorithm = digestAlgorithm
        issuerNameHash = digestAlgorithm.digest(of: name.serializedBytes).bytes
        issuerKeyHash = digestAlgorithm.digest(of: issuer.publicKey.subjectPublicKeyInfoBytes).bytes
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

    /// Whether this names the certificate, whatever hash function it uses.
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
