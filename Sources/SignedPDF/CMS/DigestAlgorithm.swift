import Crypto
import Foundation
import SwiftASN1

/// A hash function that signatures in files are checked with. One that this system cannot compute has no value.
struct DigestAlgorithm: Sendable {
    typealias Function = any (HashFunction & SendableMetatype).Type

    let oid: ASN1ObjectIdentifier
    let name: String
    /// In bytes.
    let digestLength: Int
    let function: Function

    private init<H: HashFunction & SendableMetatype>(_ oid: ASN1ObjectIdentifier, _ name: String, _ function: H.Type) {
        self.oid = oid
        self.name = name
        self.function = function
        digestLength = H.Digest.byteCount
    }

    /// - Returns: `nil` if the hash function is not known, or not on this system.
    init?(_ oid: ASN1ObjectIdentifier) {
        guard let known = Self.all[oid] else { return nil }
        self = known
    }

    static let sha1 = DigestAlgorithm(.Hash.sha1, "SHA-1", Insecure.SHA1.self)
    static let sha256 = DigestAlgorithm(.Hash.sha256, "SHA-256", SHA256.self)
    static let sha384 = DigestAlgorithm(.Hash.sha384, "SHA-384", SHA384.self)
    static let sha512 = DigestAlgorithm(.Hash.sha512, "SHA-512", SHA512.self)

    /// SHA-3 (FIPS 202), where the system has it.
    static let sha3: [DigestAlgorithm] = {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return [] }
        return [
            DigestAlgorithm(.Hash.sha3_256, "SHA3-256", SHA3_256.self),
            DigestAlgorithm(.Hash.sha3_384, "SHA3-384", SHA3_384.self),
            DigestAlgorithm(.Hash.sha3_512, "SHA3-512", SHA3_512.self),
        ]
    }()

    private static let all = Dictionary(uniqueKeysWithValues: allCases.map { ($0.oid, $0) })

    /// Whether two documents with the same digest can be made on purpose.
    var isWeak: Bool { self == .sha1 }

    func digest(of bytes: some Sequence<UInt8>) -> DigestValue {
        digest(ofPieces: [Data(bytes)])
    }

    /// The digest of the pieces one after the other. Mapped pieces are read as they are hashed, never copied.
    func digest(ofPieces pieces: [Data]) -> DigestValue {
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
    static var allCases: [DigestAlgorithm] { [.sha1, .sha256, .sha384, .sha512] + sha3 }

    static func == (left: DigestAlgorithm, right: DigestAlgorithm) -> Bool { left.oid == right.oid }

    func hash(into hasher: inout Hasher) { hasher.combine(oid) }
}

/// A digest together with the function that made it.
struct DigestValue: Sendable {
    let algorithm: DigestAlgorithm
    let value: any Digest

    var bytes: [UInt8] { value.withUnsafeBytes { Array($0) } }
}
