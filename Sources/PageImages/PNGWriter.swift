import CZlib
import Foundation

extension PixelImage {
    /// Encodes the picture as PNG (ISO/IEC 15948), with eight bits for each of three colors.
    ///
    /// - Throws: ``PageImageError/unrenderable(page:reason:)`` with page 0 if the picture cannot be compressed
    public func png() throws(PageImageError) -> Data {
        var file = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        var header = Self.bigEndian(width) + Self.bigEndian(height)
        header += Data([8, 2, 0, 0, 0])
        Self.append("IHDR", header, to: &file)
        Self.append("IDAT", try compressedRows(), to: &file)
        Self.append("IEND", Data(), to: &file)
        return file
    }

    /// Returns the rows, each with the filter type “none”, in the zlib format.
    private func compressedRows() throws(PageImageError) -> Data {
        var rows: [UInt8] = []
        rows.reserveCapacity(height * (width * 3 + 1))
        for y in 0..<height {
            rows.append(0)
            rows.append(contentsOf: pixels[y * width * 3..<(y + 1) * width * 3])
        }
        var length = compressBound(UInt(rows.count))
        var output = [UInt8](repeating: 0, count: Int(length))
        guard compress2(&output, &length, rows, UInt(rows.count), Z_DEFAULT_COMPRESSION) == Z_OK else {
            throw .unrenderable(page: 0, reason: "the picture could not be compressed.")
        }
        return Data(output.prefix(Int(length)))
    }

    private static func append(_ type: String, _ body: Data, to file: inout Data) {
        file += bigEndian(body.count)
        let chunk = Data(type.utf8) + body
        file += chunk
        let sum = chunk.withUnsafeBytes { crc32(0, $0.bindMemory(to: UInt8.self).baseAddress, UInt32($0.count)) }
        file += bigEndian(Int(sum))
    }

    private static func bigEndian(_ value: Int) -> Data {
        Data([24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) })
    }
}
