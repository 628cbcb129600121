import Foundation

/// Bytes with their name, the SHA-256 of the bytes, which is computed once: what comes in as a document is checked,
/// drawn, noted and stored under it.
public struct Blob: Hashable, Sendable {
    /// The contents.
    public let bytes: Data
    /// The name under which the bytes are stored.
    public let hash: BlobHash

    /// Hashes the bytes.
    public init(_ bytes: Data) {
        self.bytes = bytes
        hash = BlobHash(of: bytes)
    }

    /// Compares names: bytes of the same name are the same.
    public static func == (left: Blob, right: Blob) -> Bool { left.hash == right.hash }

    /// Hashes the name, not the bytes.
    public func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
