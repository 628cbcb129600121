import Foundation
import X509

/// The holder of a private key: a key in memory, a hardware token, a remote signing service.
///
/// The key never has to leave its holder. Each signature calls ``signature(over:)`` once with a few hundred bytes,
/// whatever the size of the document.
public protocol DocumentSigner: Sendable {
    /// The signer's certificate first, then each certificate's issuer; the trust anchor may be omitted.
    var certificateChain: [Certificate] { get }

    /// The algorithm of the values that ``signature(over:)`` returns.
    var algorithm: SignatureAlgorithm { get }

    /// Signs `input`.
    ///
    /// - Parameter input: the DER encoding of the CMS signed attributes (RFC 5652 §5.4), not yet hashed. The signer
    ///   applies the hash function of its algorithm; Ed25519 signs the bytes themselves.
    /// - Returns: the signature value in the encoding of the ``SignatureAlgorithm/Kind``
    func signature(over input: Data) async throws -> Data
}
