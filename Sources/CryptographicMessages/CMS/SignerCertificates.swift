import SwiftASN1
import X509

/// A signer's certificates in DER, encoded once for all their uses in a signature.
package struct SignerCertificates: Sendable {
    package let leaf: Certificate
    let leafDER: [UInt8]
    /// All certificates under the tag [0] (RFC 5652 §5.1).
    package let set: [UInt8]
    /// The leaf's issuer and serial number, each with its DER header.
    package let issuer: [UInt8]
    package let serialNumber: [UInt8]

    /// - Throws: ``SigningIdentityError/noCertificate`` for an empty chain
    init(_ chain: [Certificate]) throws {
        guard let leaf = chain.first else { throw SigningIdentityError.noCertificate }
        self.leaf = leaf
        let all = try chain.map { try DERBytes.of($0) }
        leafDER = all[0]
        set = DERBytes.set(DERBytes.context(0), of: all)
        issuer = try DERBytes.of(leaf.issuer)
        serialNumber = leaf.exactSerialNumber.der
    }

    /// Returns a signer's certificates, already encoded if the signer keeps them.
    package static func of(_ signer: some DocumentSigner) throws -> SignerCertificates {
        if let identity = signer as? SigningIdentity, let certificates = identity.certificates { return certificates }
        return try SignerCertificates(signer.certificateChain)
    }
}
