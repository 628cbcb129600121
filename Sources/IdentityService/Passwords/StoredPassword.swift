import Crypto
import CryptoExtras
import Essentials
import Foundation
import Ledger

/// A password as it is stored: its scrypt hash (RFC 7914), with a salt of its own.
public struct StoredPassword: Sendable, Hashable {
    let salt: Data
    let hash: Data
    let cost: PasswordCost

    static let shortest = 10
    /// The maximum length in UTF-8 bytes. Longer input can only be an attempt to keep the service busy.
    static let longest = 1024

    /// Generates a salt and hashes a password that somebody has chosen.
    ///
    /// - Throws: ``PasswordError``
    public init(_ password: String, cost: PasswordCost = .usual) throws {
        guard password.count >= Self.shortest else { throw PasswordError.tooShort(shortest: Self.shortest) }
        guard password.utf8.count <= Self.longest else { throw PasswordError.tooLong(longest: Self.longest) }
        guard !TextRules.holdsControlCharacter(password) else { throw PasswordError.controlCharacter }
        let salt = Secret.random().hash.prefix(16)
        self.init(salt: salt, hash: try Self.derive(password, salt: salt, cost: cost), cost: cost)
    }

    init(salt: Data, hash: Data, cost: PasswordCost) {
        self.salt = salt
        self.hash = hash
        self.cost = cost
    }

    /// Whether the password matches. Takes equally long for a wrong one.
    func matches(_ password: String) throws -> Bool {
        try Self.derive(password, salt: salt, cost: cost).isEqualInConstantTime(to: hash)
    }

    /// Derives the hash. Passwords are normalized to one Unicode form (NFC), whatever keyboard they were typed on (RFC
    /// 8265 §4.2).
    ///
    /// Scrypt takes the password as the key of an HMAC, which fills it up with zero bytes and replaces a long one by its
    /// hash (RFC 2104 §2), so that other passwords would match. The digest in base64 is always as long.
    private static func derive(_ password: String, salt: Data, cost: PasswordCost) throws -> Data {
        let digest = SHA256.hash(data: Data(password.precomposedStringWithCanonicalMapping.utf8))
        let key = try KDF.Scrypt.deriveKey(
            from: Data(digest).base64EncodedData(), salt: salt, outputByteCount: 32,
            rounds: cost.rounds, blockSize: cost.blockSize, parallelism: cost.parallelism)
        return key.withUnsafeBytes { Data($0) }
    }
}

/// The cost of trying a password.
public struct PasswordCost: Sendable, Hashable {
    /// N of RFC 7914 §2, a power of two; memory is 128 · N · r bytes.
    public var rounds: Int
    /// r
    public var blockSize: Int
    /// p
    public var parallelism: Int

    /// N, r and p of scrypt (RFC 7914 §2).
    public init(rounds: Int, blockSize: Int, parallelism: Int) {
        (self.rounds, self.blockSize, self.parallelism) = (rounds, blockSize, parallelism)
    }

    /// 32 MB, and about a tenth of a second on today's machines.
    public static let usual = PasswordCost(rounds: 1 << 15, blockSize: 8, parallelism: 3)
}

/// The reason why a password was rejected.
public enum PasswordError: Error, Sendable, Equatable, CustomStringConvertible {
    case tooShort(shortest: Int)
    case tooLong(longest: Int)
    /// It has a character that no keyboard types, such as a zero byte.
    case controlCharacter
    /// Another user signs in with this address.
    case addressTaken(String)

    /// One sentence that names the limit, or the address.
    public var description: String {
        switch self {
        case .tooShort(let shortest): "The password has fewer than \(shortest) characters."
        case .tooLong(let longest): "The password has more than \(longest) bytes."
        case .controlCharacter: "The password has a control character, such as a line break or a zero byte."
        case .addressTaken(let email): "Another user signs in with the e-mail address \(email)."
        }
    }
}
