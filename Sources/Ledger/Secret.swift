import Crypto
import Essentials
import Foundation

/// A random secret: an access token, a ticket or a session cookie.
///
/// Only its SHA-256 is stored. 32 random bytes need no salt: they cannot be guessed, and the time of an index lookup
/// does not reveal how close a wrong secret was.
public struct Secret: Sendable, Hashable {
    /// The text that its holder presents: 43 characters of the URL-safe base64 alphabet (RFC 4648 §5).
    public let text: String

    /// Returns 32 bytes from the system's generator.
    public static func random() -> Secret {
        var generator = SystemRandomNumberGenerator()
        let words = (0..<4).map { _ in generator.next() as UInt64 }
        let bytes = words.withUnsafeBytes { Array($0) }
        return Secret(text: Base64URL.encode(bytes))
    }

    /// Wraps a presented secret.
    public init(text: String) {
        self.text = text
    }

    /// The stored form: the SHA-256 of the text (FIPS 180-4).
    public var hash: Data { Data(SHA256.hash(data: Data(text.utf8))) }
}

extension Secret: CustomStringConvertible {
    /// Does not contain the secret, so that it cannot get into a log by accident.
    public var description: String { "(secret)" }
}
