import Crypto
import CryptoExtras
import Foundation

/// A password as the database keeps it: what scrypt (RFC 7914) makes of it, with a salt of its own.
struct StoredPassword: Sendable, Hashable {
    let salt: Data
    let hash: Data
    let cost: Cost

    /// How much work it is to try a password.
    struct Cost: Sendable, Hashable {
        /// N of RFC 7914 §2, a power of two; memory is 128 · N · r bytes.
        var rounds: Int
        /// r
        var blockSize: Int
        /// p
        var parallelism: Int

        /// 32 MB, and about a tenth of a second on the machines of today.
        static let usual = Cost(rounds: 1 << 15, blockSize: 8, parallelism: 3)
    }

    static let shortest = 10
    /// In UTF-8 bytes; what is longer is no password but an attempt to keep us busy.
    static let longest = 1024

    /// Draws a salt and does the work.
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

    /// Whether this is the password. Takes as long for a wrong one as for the right one.
    func matches(_ password: String) throws -> Bool {
        let other = try Self.derive(password, salt: salt, cost: cost)
        return EqualSecrets.areEqual(hash, other)
    }

    /// Passwords are compared in one Unicode form (NFC), whatever keyboard they were typed on (RFC 8265 §4.2).
    private static func derive(_ password: String, salt: Data, cost: Cost) throws -> Data {
        let key = try KDF.Scrypt.deriveKey(
            from: Data(password.precomposedStringWithCanonicalMapping.utf8), salt: salt, outputByteCount: 32,
            rounds: cost.rounds, blockSize: cost.blockSize, parallelism: cost.parallelism)
        return key.withUnsafeBytes { Data($0) }
    }
}

/// Comparing without telling through the time it takes how much was right.
enum EqualSecrets {
    static func areEqual(_ left: Data, _ right: Data) -> Bool {
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

/// Why a password was not taken.
public enum PasswordError: Error, Sendable, Equatable, CustomStringConvertible {
    case tooShort(shortest: Int)
    case tooLong(longest: Int)
    case unknownUser(String)
    /// Several users have the address; the id says which is meant.
    case severalUsers(String, ids: [String])
    /// Somebody else signs in with this address.
    case addressTaken(String)

    public var description: String {
        switch self {
        case .tooShort(let shortest): "The password has fewer than \(shortest) characters."
        case .tooLong(let longest): "The password has more than \(longest) bytes."
        case .unknownUser(let email): "No user has the e-mail address \(email)."
        case .severalUsers(let email, let ids):
            "Several users have the e-mail address \(email); say which with --user: \(ids.joined(separator: ", "))."
        case .addressTaken(let email): "Another user signs in with the e-mail address \(email)."
        }
    }
}
