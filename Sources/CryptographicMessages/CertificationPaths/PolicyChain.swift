import Crypto
import X509

/// A chain with checked signatures, prepared for the library's verifier, which then checks path lengths, names,
/// versions and critical extensions (RFC 5280 §6).
///
/// The verifier also checks signatures but supports few algorithms. So a chain with a ``StandInCertificate`` is
/// reissued with temporary keys: the same names, times and extensions, signed with a supported algorithm. So is one with
/// name constraints that only ``NameConstraintRules`` understands, without these.
struct PolicyChain {
    let certificates: [Certificate]
    private var originals: [Certificate: Certificate] = [:]

    /// - Parameter path: from a certificate to an anchor; each has been found to be signed by the next
    /// - Throws: an error if a certificate cannot be encoded
    init(_ path: [Certificate]) throws {
        guard path.contains(where: { StandInCertificate(of: $0) != nil || NameConstraintRules.isNeeded(for: $0) })
        else {
            certificates = path
            return
        }
        let keys = path.map { _ in Certificate.PrivateKey(P256.Signing.PrivateKey()) }
        certificates = try zip(path, zip(keys, keys.dropFirst() + keys.suffix(1))).map { original, keys in
            try Certificate(
                version: original.version, serialNumber: original.serialNumber, publicKey: keys.0.publicKey,
                notValidBefore: original.notValidBefore, notValidAfter: original.notValidAfter, issuer: original.issuer,
                subject: original.subject, signatureAlgorithm: .ecdsaWithSHA256,
                extensions: NameConstraintRules.reduced(original.extensions), issuerPrivateKey: keys.1)
        }
        originals = Dictionary(zip(certificates, path)) { first, _ in first }
    }

    /// Returns the original certificates of a chain.
    func originals(of chain: some Sequence<Certificate>) -> [Certificate] { chain.map { originals[$0] ?? $0 } }
}
