import Crypto
import Foundation
import Synchronization

/// Digests of what the signatures of one file cover: the file's first bytes, a gap, and the bytes behind it.
///
/// Each signature covers all that the one before it covers. A file with a thousand signatures is hashed once, not a
/// thousand times: the hash up to each gap is kept and carried on from there.
final class PrefixDigests: Sendable {
    private let file: Data
    private let prefixes = Mutex(Prefixes())

    private struct Prefixes {
        var sha1 = RunningHash(Insecure.SHA1())
        var sha256 = RunningHash(SHA256())
        var sha384 = RunningHash(SHA384())
        var sha512 = RunningHash(SHA512())
    }

    init(_ file: Data) { self.file = file }

    /// How many bytes were hashed since this was asked last.
    func takeHashedBytes() -> Int {
        prefixes.withLock { prefixes in
            let counts = [
                prefixes.sha1.hashed, prefixes.sha256.hashed, prefixes.sha384.hashed, prefixes.sha512.hashed,
            ]
            prefixes.sha1.hashed = 0
            prefixes.sha256.hashed = 0
            prefixes.sha384.hashed = 0
            prefixes.sha512.hashed = 0
            return counts.reduce(0, +)
        }
    }

    /// The digest of the bytes that a signature covers.
    func digest(of range: SignedByteRange, by algorithm: DigestAlgorithm) -> DigestValue {
        prefixes.withLock { prefixes in
            switch algorithm {
            case .sha1: .sha1(prefixes.sha1.digest(of: range, file))
            case .sha256: .sha256(prefixes.sha256.digest(of: range, file))
            case .sha384: .sha384(prefixes.sha384.digest(of: range, file))
            case .sha512: .sha512(prefixes.sha512.digest(of: range, file))
            }
        }
    }
}

/// A hash of a file's first bytes that goes on where it stopped.
private struct RunningHash<Hash: HashFunction> {
    private let start: Hash
    private var state: Hash
    private var count = 0
    /// The bytes that were hashed, those twice that were hashed twice.
    var hashed = 0

    init(_ start: Hash) {
        self.start = start
        state = start
    }

    mutating func digest(of range: SignedByteRange, _ file: Data) -> Hash.Digest {
        if range.beforeValue.upperBound < count {
            state = start
            count = 0
        }
        Self.add(file.slice(count..<range.beforeValue.upperBound), to: &state)
        hashed += range.beforeValue.upperBound - count + range.afterValue.count
        count = range.beforeValue.upperBound
        var whole = state
        Self.add(file.slice(range.afterValue), to: &whole)
        return whole.finalize()
    }

    /// Mapped bytes are read as they are hashed, never copied.
    private static func add(_ bytes: Data, to hash: inout Hash) {
        bytes.withUnsafeBytes { hash.update(bufferPointer: $0) }
    }
}

/// The bytes that one signature covers.
enum CoveredBytes: Sendable {
    /// A range of a file with other signatures.
    case range(SignedByteRange, PrefixDigests)
    /// Pieces, one after the other; none for a signature without a byte range.
    case pieces([Data])
}

extension CoveredBytes: ExpressibleByArrayLiteral {
    init(arrayLiteral elements: Data...) { self = .pieces(elements) }
}

extension DigestAlgorithm {
    /// The digest of what a signature covers.
    func digest(ofPieces covered: CoveredBytes) -> DigestValue {
        switch covered {
        case .range(let range, let digests): digests.digest(of: range, by: self)
        case .pieces(let pieces): digest(ofPieces: pieces)
        }
    }
}
