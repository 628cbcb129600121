import Crypto
import Foundation
import SwiftASN1

/// A hash function that signatures in files are checked with.
enum DigestAlgorithm: Sendable, Hashable, CaseIterable {
    case sha1, sha256, sha384, sha512

    init?(_ oid: ASN1ObjectIdentifier) {
        switch oid {
        case .Hash.sha1: self = .sha1
        case .Hash.sha256: self = .sha256
        case .Hash.sha384: self = .sha384
        case .Hash.sha512: self = .sha512
        default: return nil
        }
    }

    var name: String {
        switch self {
        case .sha1: "SHA-1"
        case .sha256: "SHA-256"
        case .sha384: "SHA-384"
        case .sha512: "SHA-512"
        }
    }

    /// Whether two documents with the same digest can be made on purpose.
    var isWeak: Bool { self == .sha1 }

    func digest(of bytes: some Sequence<UInt8>) -> DigestValue {
        digest(ofPieces: [Data(bytes)])
    }

    /// The digest of the pieces one after the other. Mapped pieces are read as they are hashed, never copied.
    func digest(ofPieces pieces: [Data]) -> DigestValue {
        switch self {
        case .sha1: .sha1(Self.hash(pieces, with: Insecure.SHA1()))
        case .sha256: .sha256(Self.hash(pieces, with: SHA256()))
        case .sha384: .sha384(Self.hash(pieces, with: SHA384()))
        case .sha512: .sha512(Self.hash(pieces, with: SHA512()))
        }
    }

    private static func hash<H: HashFunction>(_ pieces: [Data], with hash: H) -> H.Digest {
        var hash = hash
        for piece in pieces {
            piece.withUnsafeBytes { hash.update(bufferPointer: $0) }
        }
        return hash.finalize()
    }
}

/// A digest together with the function that made it.
enum DigestValue: Sendable {
    case sha1(Insecure.SHA1Digest)
    case sha256(SHA256Digest)
    case sha384(SHA384Digest)
    case sha512(SHA512Digest)

    var bytes: [UInt8] {
        switch self {
        case .sha1(let digest): Array(digest)
        case .sha256(let digest): Array(digest)
        case .sha384(let digest): Array(digest)
        case .sha512(let digest): Array(digest)
        }
    }

    var algorithm: DigestAlgorithm {
        switch self {
        case .sha1: .sha1
        case .sha256: .sha256
        case .sha384: .sha384
        case .sha512: .sha512
        }
    }
}
