import Crypto
import Foundation
import SwiftASN1

/// A hash function for checking signatures in files. Functions that this system cannot compute are not represented.
package struct DigestAlgorithm: Sendable {
    package typealias Function = any (HashFunction & SendableMetatype).Type

    let oid: ASN1ObjectIdentifier
    package let name: String
    /// The length of the digest in bytes.
    let digestLength: Int
    package let function: Function

    private init<H: HashFunction & SendableMetatype>(_ oid: ASN1ObjectIdentifier, _ name: String, _ function: H.Type) {
        self.oid = oid
        self.name = name
        self.function = function
        digestLength = H.Digest.byteCount
    }

    /// - Returns: `nil` if the hash function is unknown or unavailable on this system
    package init?(_ oid: ASN1ObjectIdentifier) {
        guard let known = Self.all[oid] else { return nil }
        self = known
    }

    package static let sha1 = DigestAlgorithm(.Hash.sha1, "SHA-1", Insecure.SHA1.self)
    package static let sha256 = DigestAlgorithm(.Hash.sha256, "SHA-256", SHA256.self)
    package static let sha384 = DigestAlgorithm(.Hash.sha384, "SHA-384", SHA384.self)
    package static let sha512 = DigestAlgorithm(.Hash.sha512, "SHA-512", SHA512.self)

    /// SHA-3 (FIPS 202), if the system provides it.
    static let sha3: [DigestAlgorithm] = {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return [] }
        return [
            DigestAlgorithm(.Hash.sha3_256, "SHA3-256", SHA3_256.self),
            DigestAlgorithm(.Hash.sha3_384, "SHA3-384", SHA3_384.self),
            DigestAlgorithm(.Hash.sha3_512, "SHA3-512", SHA3_512.self),
        ]
    }()

    private static let all = Dictionary(uniqueKeysWithValues: allCases.map { ($0.oid, $0) })

    /// Whether collisions can be produced.
    package var isWeak: Bool { self == .sha1 }

    package func digest(of bytes: some Sequence<UInt8>) -> DigestValue {
        digest(ofPieces: [Data(bytes)])
    }

    /// Returns the digest of the concatenated pieces. Mapped pieces are read while hashing, never copied.
    package func digest(ofPieces pieces: [Data]) -> DigestValue {
        DigestValue(algorithm: self, value: function.digest(ofPieces: pieces))
    }
}

extension HashFunction {
    fileprivate static func digest(ofPieces pieces: [Data]) -> any Crypto.Digest {
        var hash = Self()
        for piece in pieces {
            piece.withUnsafeBytes { hash.update(bufferPointer: $0) }
        }
        return hash.finalize()
    }
}

extension DigestAlgorithm: Hashable, CaseIterable {
    package static var allCases: [DigestAlgorithm] { [.sha1, .sha256, .sha384, .sha512] + sha3 }

    package static func == (left: DigestAlgorithm, right: DigestAlgorithm) -> Bool { left.oid == right.oid }

    package func hash(into hasher: inout Hasher) { hasher.combine(oid) }
}

/// A digest and its hash function.
package struct DigestValue: Sendable {
    package let algorithm: DigestAlgorithm
    package let value: any Digest

    package init(algorithm: DigestAlgorithm, value: any Digest) {
        self.algorithm = algorithm
        self.value = value
    }

    package var bytes: [UInt8] { value.withUnsafeBytes { Array($0) } }
}
