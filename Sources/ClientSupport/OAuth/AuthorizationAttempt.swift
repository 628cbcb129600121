import Crypto
import Essentials
import Foundation

/// The secrets of one log-in through the sign-in page, known to this app alone.
package struct AuthorizationAttempt: Sendable {
    /// Returned with the answer, so that no other answer is accepted (RFC 6749 §10.12).
    package let state: String
    /// Proves at the token endpoint that this app requested the code (RFC 7636 §4.1).
    package let verifier: String

    /// Generates both from the system's random source, 256 bits each.
    package init() {
        state = Self.random()
        verifier = Self.random()
    }

    /// The verifier's SHA-256 (RFC 7636 §4.2, `S256`).
    package var challenge: String { Base64URL.encode(Data(SHA256.hash(data: Data(verifier.utf8)))) }

    private static func random() -> String {
        var generator = SystemRandomNumberGenerator()
        return Base64URL.encode(Data((0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }))
    }
}
