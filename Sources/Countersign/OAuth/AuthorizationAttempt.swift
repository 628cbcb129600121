import Crypto
import Foundation

/// One log-in through the sign-in page: what only this app and the server know of it.
package struct AuthorizationAttempt: Sendable {
    /// Comes back with the answer, so that nobody else's answer is taken (RFC 6749 §10.12).
    package let state: String
    /// Shows at the token endpoint that the code was asked for here (RFC 7636 §4.1).
    let verifier: String

    /// Draws both from the system's random source, 256 bits each.
    package init() {
        state = Self.random()
        verifier = Self.random()
    }

    /// The verifier's SHA-256 (RFC 7636 §4.2, `S256`).
    var challenge: String { Self.base64URL(Data(SHA256.hash(data: Data(verifier.utf8)))) }

    private static func random() -> String {
        var generator = SystemRandomNumberGenerator()
        return base64URL(Data((0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }))
    }

    private static func base64URL(_ data: Data) -> String {
        data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
