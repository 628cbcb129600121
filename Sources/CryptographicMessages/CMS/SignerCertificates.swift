import SwiftASN1
import X509

/// A signer's certificates as DER, written once for all the places in a signature where they or their parts stand.
package struct SignerCertificates: Sendable {
    package let leaf: Certificate
    let leafDER: [UInt8]
    /// All certificates under the tag [0] (RFC 5652 §5.1).
    package let set: [UInt8]
    /// The leaf's issuer and its serial number, each with its header.
    package let issuer: [UInt8]
    package let serialNumber: [UInt8]

    /// - Throws: ``IdentityError/noCertificate`` for an empty chain.
    init(_ chain: [Certificate]) throws {
        guard let leaf = chain.first else { throw IdentityError.noCertificate }
        self.leaf = leaf
        let all = try chain.map { try DERBytes.of($0) }
        leafDER = all[0]
        set = DERBytes.set(DERBytes.context(0), of: all)
        issuer = try DERBytes.of(leaf.issuer)
        serialNumber = leaf.exactSerialNumber.der
    }

    /// Those of a signer, without writing them again where it has them.
    package static func of(_ signer: some DocumentSigner) throws -> SignerCertificates {
        if let identity = signer as? SigningIdentity, let certificates = identity.certificates { return certificates }
        return try SignerCertificates(signer.certificateChain)
    }
}
