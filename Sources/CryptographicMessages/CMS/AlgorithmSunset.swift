import CryptoExtras
import Foundation
import X509

/// How long signatures of each kind are considered unforgeable.
///
/// The dates follow NIST IR 8547 (transition to post-quantum standards) and SP 800-131A. Strength of 112 bits, as of
/// RSA below 3,072 bits, ends with 2030; all current algorithms end with 2035.
package enum AlgorithmSunset {
    private static let endOf2030 = Date(timeIntervalSince1970: 1_924_991_999)
    private static let endOf2035 = Date(timeIntervalSince1970: 2_082_758_399)

    /// Returns the last moment, and the name of what ends then.
    package static func end(of scheme: SignatureScheme, key: Certificate.PublicKey) -> (date: Date, name: String) {
        let name = scheme.name(for: key)
        if let bits = _RSA.Signing.PublicKey(real: key)?.keySizeInBits, bits < 3072 { return (endOf2030, name) }
        return (endOf2035, name)
    }
}
