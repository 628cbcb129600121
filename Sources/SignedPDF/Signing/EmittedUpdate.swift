import Crypto
import Foundation

/// The bytes of an incremental update, and the gaps in them that a signature fills (ISO 32000-2 §12.8.1).
struct EmittedUpdate {
    struct SignatureGaps {
        /// Where `/ByteRange`'s array goes, within the update's bytes.
        var byteRange: Range<Int>
        /// The hexadecimal string `<…>` with both its brackets, within the update's bytes.
        var contents: Range<Int>
    }

    /// Room for `[0 n n n]` with numbers of up to 15 digits.
    static let byteRangeWidth = 52

    private(set) var bytes: [UInt8]
    private let gaps: SignatureGaps?
    private let base: Data

    init(bytes: [UInt8], gaps: SignatureGaps?, base: Data) {
        self.bytes = bytes
        self.gaps = gaps
        self.base = base
        guard let gaps else { return }
        let before = base.count + gaps.contents.lowerBound
        let after = base.count + gaps.contents.upperBound
        let end = base.count + bytes.count
        var array = Array("[0 \(before) \(after) \(end - after)]".utf8)
        array.append(contentsOf: repeatElement(0x20, count: max(0, gaps.byteRange.count - array.count)))
        self.bytes.replaceSubrange(gaps.byteRange, with: array)
    }

    /// The SHA-256 of the whole file without `/Contents`. The base is read where it lies.
    func digest() -> SHA256Digest {
        var hash = SHA256()
        base.withUnsafeBytes { hash.update(bufferPointer: $0) }
        bytes.withUnsafeBytes { own in
            guard let gaps else {
                hash.update(bufferPointer: own)
                return
            }
            hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: own[..<gaps.contents.lowerBound]))
            hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: own[gaps.contents.upperBound...]))
        }
        return hash.finalize()
    }

    /// Puts the signature container into its gap; what is left of the gap stays zeros.
    mutating func fill(_ container: Data) throws(PDFError) {
        guard let gaps else { return }
        let reserved = gaps.contents.count / 2 - 1
        guard container.count <= reserved else {
            throw .signatureTooLong(needed: container.count, reserved: reserved)
        }
        var digits = ObjectWriter()
        digits.reserve(container.count * 2)
        container.withUnsafeBytes { digits.append(hex: $0) }
        let start = gaps.contents.lowerBound + 1
        bytes.replaceSubrange(start..<start + digits.bytes.count, with: digits.bytes)
    }
}
