import Crypto
import Essentials
import Foundation

/// The name of a blob: the SHA-256 (FIPS 180-4) of its bytes as 64 lower-case hexadecimal digits.
public struct BlobHash: RawRepresentable, Hashable, Comparable, Sendable, Codable, CustomStringConvertible {
    /// 64 lower-case hexadecimal digits.
    public let rawValue: String

    /// Accepts 64 lower-case hexadecimal digits; returns `nil` for anything else.
    public init?(rawValue: String) {
        let bytes = rawValue.utf8
        guard bytes.count == 64,
            bytes.allSatisfy({ Hexadecimal.isDigit($0) && !(UInt8(ascii: "A")...UInt8(ascii: "F")).contains($0) })
        else { return nil }
        self.rawValue = rawValue
    }

    /// Hashes the bytes.
    public init(of bytes: Data) {
        self.init(digest: SHA256.hash(data: bytes))
    }

    /// Names the bytes by a digest that is already known.
    public init(digest: SHA256.Digest) {
        rawValue = digest.withUnsafeBytes { Hexadecimal.text($0) }
    }

    /// 64 zeros: the previous hash in the first event of a history.
    public static let none = BlobHash(zeros: 64)

    private init(zeros: Int) { rawValue = String(repeating: "0", count: zeros) }

    /// The 64 digits.
    public var description: String { rawValue }

    /// Orders hashes by their digits, for lists with one fixed order. The order says nothing about the bytes.
    public static func < (left: BlobHash, right: BlobHash) -> Bool { left.rawValue < right.rawValue }
}
