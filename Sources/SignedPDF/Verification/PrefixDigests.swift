import Crypto
import Essentials
import Foundation

/// Digests of the bytes that the signatures of one file cover: the file's first bytes, a gap, and the bytes after it.
///
/// Each signature covers all that the previous one covers. So a file with a thousand signatures is hashed once, not a
/// thousand times: the hash up to each gap is kept and continued from there.
final class PrefixDigests: Sendable {
    private let file: Data
    private let prefixes = Locked(Prefixes())

    private struct Prefixes {
        var hashes: [DigestAlgorithm: any GrowingHash] = [:]
        var hashed = 0
    }

    init(_ file: Data) { self.file = file }

    /// Returns how many bytes were hashed since the last call.
    func takeHashedBytes() -> Int {
        prefixes.withLock { prefixes in
            defer { prefixes.hashed = 0 }
            return prefixes.hashed
        }
    }

    /// Returns the digest of the bytes that a signature covers.
    func digest(of range: SignedByteRange, by algorithm: DigestAlgorithm) -> DigestValue {
        prefixes.withLock { prefixes in
            var hash = prefixes.hashes[algorithm] ?? algorithm.function.growing()
            let value = hash.digest(of: range, file, &prefixes.hashed)
            prefixes.hashes[algorithm] = hash
            return DigestValue(algorithm: algorithm, value: value)
        }
    }
}

extension HashFunction {
    fileprivate static func growing() -> any GrowingHash { RunningHash(Self()) }
}

private protocol GrowingHash {
    /// - Parameter hashed: the count of hashed bytes, which is increased; bytes that are hashed twice count twice
    mutating func digest(of range: SignedByteRange, _ file: Data, _ hashed: inout Int) -> any Digest
}

/// A hash of a file's first bytes that can be continued.
private struct RunningHash<Hash: HashFunction>: GrowingHash {
    private let start: Hash
    private var state: Hash
    private var count = 0

    init(_ start: Hash) {
        self.start = start
        state = start
    }

    mutating func digest(of range: SignedByteRange, _ file: Data, _ hashed: inout Int) -> any Digest {
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

    /// Adds bytes without copying them; mapped bytes are read as they are hashed.
    private static func add(_ bytes: Data, to hash: inout Hash) {
        bytes.withUnsafeBytes { hash.update(bufferPointer: $0) }
    }
}

/// The bytes that one signature covers.
enum CoveredBytes: Sendable {
    /// A range of a file with other signatures.
    case range(SignedByteRange, PrefixDigests)
    /// Consecutive pieces; none for a signature without a byte range.
    case pieces([Data])
}

extension CoveredBytes: ExpressibleByArrayLiteral {
    init(arrayLiteral elements: Data...) { self = .pieces(elements) }
}

extension DigestAlgorithm {
    /// Returns the digest of the bytes that a signature covers.
    func digest(ofPieces covered: CoveredBytes) -> DigestValue {
        switch covered {
        case .range(let range, let digests): digests.digest(of: range, by: self)
        case .pieces(let pieces): digest(ofPieces: pieces)
        }
    }
}
