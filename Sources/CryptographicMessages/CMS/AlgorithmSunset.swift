import CryptoExtras
import Foundation
import X509

/// Until when signatures of a kind count as unforgeable.
///
/// The dates are those of NIST IR 8547 (transition to post-quantum standards) and SP 800-131A: 112 bits of strength, as
/// of RSA with fewer than 3,072 bits, until the end of 2030; all of today's kinds until the end of 2035.
package enum AlgorithmSunset {
    private static let endOf2030 = Date(timeIntervalSince1970: 1_924_991_999)
    private static let endOf2035 = Date(timeIntervalSince1970: 2_082_758_399)

    /// The last moment, and the name of what ends.
    package static func end(of scheme: SignatureScheme, key: Certificate.PublicKey) -> (date: Date, name: String) {
        let name = scheme.name(for: key)
        if let bits = _RSA.Signing.PublicKey(key)?.keySizeInBits, bits < 3072 { return (endOf2030, name) }
        return (endOf2035, name)
    }
}
