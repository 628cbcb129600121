import Crypto
import Essentials
import Foundation
import Ledger

/// Proof that the redeemer of a code is the one who requested it (RFC 7636).
enum ProofKey {
    /// Whether a text has only letters, digits, `-`, `.`, `_` and `~` (RFC 7636 §4.1).
    static func isText(_ text: String) -> Bool {
        text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                true
            default: false
            }
        }
    }

    /// Whether a challenge was made from a verifier (RFC 7636 §4.6).
    static func matches(verifier: String, challenge: String) -> Bool {
        guard (43...128).contains(verifier.utf8.count), isText(verifier) else { return false }
        let made = Base64URL.encode(SHA256.hash(data: Data(verifier.utf8)))
        return Data(made.utf8).isEqualInConstantTime(to: Data(challenge.utf8))
    }
}
