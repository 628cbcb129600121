import Crypto
import CryptoExtras
import Foundation

/// A stored password: its scrypt hash (RFC 7914), with its own salt.
struct StoredPassword: Sendable, Hashable {
    let salt: Data
    let hash: Data
    let cost: Cost

    /// The cost of trying a password.
    struct Cost: Sendable, Hashable {
        /// N of RFC 7914 §2, a power of two; memory is 128 · N · r bytes.
        var rounds: Int
        /// r
        var blockSize: Int
        /// p
        var parallelism: Int

        /// 32 MB, and about a tenth of a second on today's machines.
        static let usual = Cost(rounds: 1 << 15, blockSize: 8, parallelism: 3)
    }

    static let shortest = 10
    /// The maximum length in UTF-8 bytes. Longer input can only be an attempt to keep the service busy.
    static let longest = 1024

    /// Generates a salt and hashes the password.
    init(_ password: String, cost: Cost = .usual) throws {
        var generator = SystemRandomNumberGenerator()
        let salt = Data((0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
        self.init(salt: salt, hash: try Self.derive(password, salt: salt, cost: cost), cost: cost)
    }

    init(salt: Data, hash: Data, cost: Cost) {
        self.salt = salt
        self.hash = hash
        self.cost = cost
    }

    /// Whether the password matches. Takes equally long for a wrong one.
    func matches(_ password: String) throws -> Bool {
        let other = try Self.derive(password, salt: salt, cost: cost)
        return EqualSecrets.areEqual(hash, other)
    }

    /// Derives the hash. Passwords are normalized to one Unicode form (NFC), whatever keyboard they were typed on (RFC
    /// 8265 §4.2).
    private static func derive(_ password: String, salt: Data, cost: Cost) throws -> Data {
        let key = try KDF.Scrypt.deriveKey(
            from: Data(password.precomposedStringWithCanonicalMapping.utf8), salt: salt, outputByteCount: 32,
            rounds: cost.rounds, blockSize: cost.blockSize, parallelism: cost.parallelism)
        return key.withUnsafeBytes { Data($0) }
    }
}

/// Comparison in constant time, which does not reveal how much matched.
enum EqualSecrets {
    static func areEqual(_ left: Data, _ right: Data) -> Bool {
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

/// The reason why a password was rejected.
public enum PasswordError: Error, Sendable, Equatable, CustomStringConvertible {
    case tooShort(shortest: Int)
    case tooLong(longest: Int)
    case unknownUser(String)
    /// Several users have the address; an id must be given.
    case severalUsers(String, ids: [String])
    /// Another user signs in with this address.
    case addressTaken(String)

    public var description: String {
        switch self {
        case .tooShort(let shortest): "The password has fewer than \(shortest) characters."
        case .tooLong(let longest): "The password has more than \(longest) bytes."
        case .unknownUser(let email): "No user has the e-mail address \(email)."
        case .severalUsers(let email, let ids):
            "Several users have the e-mail address \(email). Choose one with --user: \(ids.joined(separator: ", "))."
        case .addressTaken(let email): "Another user signs in with the e-mail address \(email)."
        }
    }
}
