import Essentials
import Foundation

/// A proof of who a recipient is.
public struct Identification: Hashable, Sendable, Codable {
    /// How somebody proved who they are. The raw value is the form in histories.
    public enum Method: String, Codable, CodingKeyRepresentable, CaseIterable, Sendable {
        /// They opened the link in a message to their address.
        case mailLink
        /// They knew the code that the sender had given them.
        case accessCode
        /// They knew the one-time code in a message to their address.
        case mailCode
        /// The sender's own program vouched for them.
        case sender
        /// They signed in with their address at the service.
        case signIn
    }

    /// How they proved it.
    public var method: Method
    /// How the sender's program identified them, in the words of the API's `authenticationMethod`.
    public var detail: String?
    /// When it did.
    public var at: Date?

    /// `detail` and `at` are for the sender's own program only.
    public init(_ method: Method, detail: String? = nil, at: Date? = nil) {
        self.method = method
        self.detail = detail
        self.at = at
    }
}

/// A code that the sender gives a recipient by other means, stored as a salted hash.
public struct AccessCode: Hashable, Sendable, Codable {
    private var salt: String
    private var digest: BlobHash

    /// - Parameter salt: a random text
    public init(_ code: String, salt: String) {
        self.salt = salt
        digest = Self.digest(code, salt)
    }

    /// Compares in constant time.
    public func matches(_ code: String) -> Bool {
        digest.rawValue.utf8.isEqualInConstantTime(to: Self.digest(code, salt).rawValue.utf8)
    }

    private static let rounds = 20_000

    private static func digest(_ code: String, _ salt: String) -> BlobHash {
        var hash = BlobHash(of: Data("\(salt)\n\(code.precomposedStringWithCanonicalMapping)".utf8))
        for _ in 1..<rounds { hash = BlobHash(of: Data(hash.rawValue.utf8)) }
        return hash
    }
}
