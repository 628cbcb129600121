import Crypto
import Foundation

/// A random text that opens something: an access token, a ticket, a session cookie.
///
/// Only its SHA-256 is kept. 32 random bytes need no salt: there is nothing to guess, and looking the hash up in an
/// index tells nothing about how near a wrong secret came.
public struct Secret: Sendable, Hashable {
    /// What its holder shows: 43 characters of the URL-safe base64 alphabet (RFC 4648 §5).
    public let text: String

    /// Draws 32 bytes from the system's generator.
    public static func random() -> Secret {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        let text = Data(bytes).base64EncodedString()
            .replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
        return Secret(text: text)
    }

    /// A secret as somebody showed it.
    public init(text: String) {
        self.text = text
    }

    /// What a store keeps of it: its SHA-256 (FIPS 180-4).
    public var hash: Data { Data(SHA256.hash(data: Data(text.utf8))) }
}

extension Secret: CustomStringConvertible {
    /// Never the secret, so that it does not get into a log by accident.
    public var description: String { "(secret)" }
}
