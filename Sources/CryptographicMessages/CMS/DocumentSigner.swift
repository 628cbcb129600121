import Foundation
import X509

/// Whoever holds the private key behind a signature: a key in memory, a hardware token, a remote signing service.
///
/// The key never has to leave its holder. One signature asks once, with a few hundred bytes, whatever the size of
/// the document.
public protocol DocumentSigner: Sendable {
    /// The signer's certificate first, then each certificate's issuer; the trust anchor may be left out.
    var certificateChain: [Certificate] { get }

    /// The algorithm of the value that ``signature(over:)`` gives back.
    var algorithm: SignatureAlgorithm { get }

    /// Signs `input`.
    ///
    /// - Parameter input: The DER encoding of the CMS signed attributes (RFC 5652 §5.4), not yet hashed: the signer
    ///   applies the hash function of its algorithm itself; Ed25519 takes the bytes as they are.
    /// - Returns: The signature value in the encoding that ``SignatureAlgorithm/Kind`` names.
    func signature(over input: Data) async throws -> Data
}
