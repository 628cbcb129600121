import Foundation

/// The bytes of an incremental update, with gaps for the signature (ISO 32000-2 §12.8.1).
package struct EmittedUpdate {
    package struct SignatureGaps {
        /// The range of the `/ByteRange` array within the update's bytes.
        var byteRange: Range<Int>
        /// The range of the hexadecimal string `<…>`, brackets included, within the update's bytes.
        package var contents: Range<Int>
    }

    /// The length in bytes of `[0 n n n]` with numbers of up to 15 digits.
    static let byteRangeWidth = 52

    package private(set) var bytes: [UInt8]
    private let gaps: SignatureGaps?
    private let base: Data

    package init(bytes: [UInt8], gaps: SignatureGaps?, base: Data) {
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

    /// The signed bytes in pieces: the whole file without `/Contents`. The base is not copied.
    package var signedPieces: [Data] {
        guard let gaps else { return [base, Data(bytes)] }
        return [base, Data(bytes[..<gaps.contents.lowerBound]), Data(bytes[gaps.contents.upperBound...])]
    }

    /// Writes the signature container into its gap; the rest of the gap stays zero.
    package mutating func fill(_ container: Data) throws(PDFError) {
        guard let gaps else { return }
        let reserved = gaps.contents.count / 2 - 1
        guard container.count <= reserved else {
            throw .signatureTooLong(needed: container.count, reserved: reserved)
        }
        var position = gaps.contents.lowerBound + 1
        for byte in Array(container) {
            bytes[position] = ObjectWriter.hexDigit(byte >> 4)
            bytes[position + 1] = ObjectWriter.hexDigit(byte & 15)
            position += 2
        }
    }
}
