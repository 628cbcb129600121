import Crypto
import Foundation
import Locks

/// Digests of what the signatures of one file cover: the file's first bytes, a gap, and the bytes behind it.
///
/// Each signature covers all that the one before it covers. A file with a thousand signatures is hashed once, not a
/// thousand times: the hash up to each gap is kept and carried on from there.
final class PrefixDigests: Sendable {
    private let file: Data
    private let prefixes = Locked(Prefixes())

    private struct Prefixes {
        var hashes: [DigestAlgorithm: any GrowingHash] = [:]
        var hashed = 0
    }

    init(_ file: Data) { self.file = file }

    /// How many bytes were hashed since this was asked last.
    func takeHashedBytes() -> Int {
        prefixes.withLock { prefixes in
            defer { prefixes.hashed = 0 }
            return prefixes.hashed
        }
    }

    /// The digest of the bytes that a signature covers.
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
    /// - Parameter hashed: How many bytes were hashed, to which those hashed here are added: those twice that are hashed
    ///   twice.
    mutating func digest(of range: SignedByteRange, _ file: Data, _ hashed: inout Int) -> any Digest
}

/// A hash of a file's first bytes that goes on where it stopped.
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
