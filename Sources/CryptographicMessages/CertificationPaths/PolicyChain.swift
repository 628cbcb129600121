import Crypto
import X509

/// A chain whose signatures were checked, in the form in which the library's verifier takes it to look at everything
/// else: path lengths, names, versions and critical extensions (RFC 5280 §6).
///
/// The verifier checks signatures as well and knows few kinds of them. So a chain with a ``StandInCertificate`` is
/// written anew with passing keys: the same names, times and extensions, signed in a way that it knows.
struct PolicyChain {
    let certificates: [Certificate]
    private var originals: [Certificate: Certificate] = [:]

    /// - Parameter path: From a certificate to an anchor; each was found to be signed by the next.
    /// - Throws: If a certificate cannot be written.
    init(_ path: [Certificate]) throws {
        guard path.contains(where: { StandInCertificate(of: $0) != nil }) else {
            certificates = path
            return
        }
        let keys = path.map { _ in Certificate.PrivateKey(P256.Signing.PrivateKey()) }
        certificates = try zip(path, zip(keys, keys.dropFirst() + keys.suffix(1))).map { original, keys in
            try Certificate(
                version: original.version, serialNumber: original.serialNumber, publicKey: keys.0.publicKey,
                notValidBefore: original.notValidBefore, notValidAfter: original.notValidAfter, issuer: original.issuer,
                subject: original.subject, signatureAlgorithm: .ecdsaWithSHA256, extensions: original.extensions,
                issuerPrivateKey: keys.1)
        }
        originals = Dictionary(zip(certificates, path)) { first, _ in first }
    }

    /// The certificates that these were written for.
    func originals(of chain: some Sequence<Certificate>) -> [Certificate] { chain.map { originals[$0] ?? $0 } }
}
