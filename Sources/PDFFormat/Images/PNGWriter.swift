import CZlib
import Foundation

extension PixelGrid {
    /// Decodes a PNG file within limits.
    ///
    /// - Throws: `PDFError.invalidImage` with the reason
    package init(png data: Data, _ limits: PictureLimits) throws(PDFError) {
        let header = try PictureHeader(data)
        try header.check(limits)
        guard header.format == .png else { throw .invalidImage("it is no PNG file") }
        self = try PNGDecoder.decode(data, limits)
    }

    /// Encodes the picture as PNG (ISO/IEC 15948), with nothing but its header and pixels.
    package func png() throws(PDFError) -> Data {
        var file = Data(PNGDecoder.signature)
        let colorType: UInt8 = (channels == 1 ? 0 : 2) + (coverage.isEmpty ? 0 : 4)
        Self.append("IHDR", Self.bigEndian(width) + Self.bigEndian(height) + [8, colorType, 0, 0, 0], to: &file)
        Self.append("IDAT", try FlateFilter.deflate(Data(filteredRows)), to: &file)
        Self.append("IEND", Data(), to: &file)
        return file
    }

    private var bytesPerPixel: Int { channels + (coverage.isEmpty ? 0 : 1) }

    /// The rows, each after the number of its filter: the one of “none”, “sub”, “up” and “Paeth” that leaves the
    /// smallest numbers (§12.7).
    private var filteredRows: [UInt8] {
        let length = width * bytesPerPixel
        var filtered: [UInt8] = []
        filtered.reserveCapacity(height * (length + 1))
        var previous = [UInt8](repeating: 0, count: length)
        for y in 0..<height {
            let row = row(y)
            let tries = [0, 1, 2, 4].map { kind in
                (kind: UInt8(kind), bytes: filter(row, above: previous, kind: kind))
            }
            let best = tries.min { Self.weight($0.bytes) < Self.weight($1.bytes) }
            filtered.append(best?.kind ?? 0)
            filtered.append(contentsOf: best?.bytes ?? row)
            previous = row
        }
        return filtered
    }

    private func row(_ y: Int) -> [UInt8] {
        guard !coverage.isEmpty else { return Array(colors[y * width * channels..<(y + 1) * width * channels]) }
        var row: [UInt8] = []
        row.reserveCapacity(width * bytesPerPixel)
        for index in y * width..<(y + 1) * width {
            row.append(contentsOf: colors[index * channels..<(index + 1) * channels])
            row.append(coverage[index])
        }
        return row
    }

    private func filter(_ row: [UInt8], above: [UInt8], kind: Int) -> [UInt8] {
        let step = bytesPerPixel
        return row.indices.map { index in
            let left = index >= step ? Int(row[index - step]) : 0
            let up = Int(above[index])
            let predicted =
                switch kind {
                case 1: left
                case 2: up
                case 4: Predictor.paeth(left, up, index >= step ? Int(above[index - step]) : 0)
                default: 0
                }
            return row[index] &- UInt8(truncatingIfNeeded: predicted)
        }
    }

    private static func weight(_ bytes: [UInt8]) -> Int {
        bytes.reduce(0) { $0 + abs(Int(Int8(bitPattern: $1))) }
    }

    private static func append(_ type: String, _ body: Data, to file: inout Data) {
        let chunk = Data(type.utf8) + body
        let sum = chunk.withUnsafeBytes { crc32(0, $0.bindMemory(to: UInt8.self).baseAddress, UInt32($0.count)) }
        file += bigEndian(body.count) + chunk + bigEndian(Int(sum))
    }

    private static func bigEndian(_ value: Int) -> Data {
        Data([24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) })
    }
}
