import Foundation
import SignedPDF

@testable import PDFFormat

/// A PNG file of random samples, with its expected pixels.
struct GeneratedPNG {
    let width: Int
    let height: Int
    let data: Data
    /// One or three bytes per pixel.
    let colors: [UInt8]
    /// Empty if the file cannot be transparent.
    let coverage: [UInt8]

    private static let passes = [
        (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
    ]

    /// - Parameter size: the size in pixels; `nil` for any up to 19
    init(
        colorType: Int, depth: Int, isInterlaced: Bool, hasTransparency: Bool, seed: Int,
        size: (width: Int, height: Int)? = nil
    ) throws {
        var random = SeededGenerator(seed)
        let width = size?.width ?? Int.random(in: 1...19, using: &random)
        let height = size?.height ?? Int.random(in: 1...19, using: &random)
        self.width = width
        self.height = height
        let samplesPerPixel = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][colorType] ?? 1
        let largest = 1 << depth - 1
        let palette = (0..<(largest + 1) * 3).map { _ in UInt8.random(in: 0...255, using: &random) }
        let paletteCoverage = (0..<largest).map { _ in UInt8.random(in: 0...255, using: &random) }
        let pixels = (0..<width * height).map { _ in
            (0..<samplesPerPixel).map { _ in Int.random(in: 0...largest, using: &random) }
        }
        let key = pixels[0]
        var colors: [UInt8] = []
        var coverage: [UInt8] = []
        for pixel in pixels {
            let eight = pixel.map { depth == 16 ? UInt8($0 >> 8) : UInt8($0 * 255 / largest) }
            switch colorType {
            case 3: colors += palette[pixel[0] * 3..<pixel[0] * 3 + 3]
            case 4, 6: colors += eight.dropLast()
            default: colors += eight
            }
            if colorType >= 4 {
                coverage.append(eight.last ?? 0)
            } else if hasTransparency {
                coverage.append(
                    colorType == 3
                        ? (pixel[0] < paletteCoverage.count ? paletteCoverage[pixel[0]] : 255)
                        : (pixel == key ? 0 : 255))
            }
        }
        self.colors = colors
        self.coverage = coverage
        var rows = Data()
        for (x, y, stepX, stepY) in isInterlaced ? Self.passes : [(0, 0, 1, 1)] {
            let columns = Array(stride(from: x, to: width, by: stepX))
            var previous: [UInt8]?
            for row in stride(from: y, to: height, by: stepY) where !columns.isEmpty {
                let samples = columns.flatMap { pixels[row * width + $0] }
                let packed = Self.pack(samples, depth: depth)
                rows.append(
                    contentsOf: Self.filter(
                        packed, above: previous, kind: Int.random(in: 0...4, using: &random),
                        step: max(1, samplesPerPixel * depth / 8)))
                previous = packed
            }
        }
        var header = Data()
        header.append(Self.big(width))
        header.append(Self.big(height))
        header.append(contentsOf: [UInt8(depth), UInt8(colorType), 0, 0, isInterlaced ? 1 : 0])
        var data = Data(PNGDecoder.signature)
        data.append(Self.chunk("IHDR", header))
        if colorType == 3 { data.append(Self.chunk("PLTE", Data(palette))) }
        if hasTransparency, colorType < 4 {
            let sixteen = key.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
            data.append(Self.chunk("tRNS", Data(colorType == 3 ? paletteCoverage : sixteen)))
        }
        let deflated = try FlateFilter.deflate(rows)
        data.append(Self.chunk("IDAT", deflated.prefix(deflated.count / 2)))
        data.append(Self.chunk("IDAT", Data(deflated.dropFirst(deflated.count / 2))))
        data.append(Self.chunk("IEND", Data()))
        self.data = data
    }

    private static func big(_ value: Int) -> Data { Data([24, 16, 8, 0].map { UInt8(value >> $0 & 0xFF) }) }

    /// Returns a chunk. The decoder does not read the checksum, so it is left zero.
    private static func chunk(_ name: String, _ body: Data) -> Data {
        big(body.count) + Data(name.utf8) + body + Data(count: 4)
    }

    private static func pack(_ samples: [Int], depth: Int) -> [UInt8] {
        if depth == 16 { return samples.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } }
        var bytes = [UInt8](repeating: 0, count: (samples.count * depth + 7) / 8)
        for (index, sample) in samples.enumerated() {
            let bit = index * depth
            bytes[bit / 8] |= UInt8(sample << (8 - depth - bit % 8))
        }
        return bytes
    }

    private static func filter(_ row: [UInt8], above: [UInt8]?, kind: Int, step: Int) -> [UInt8] {
        var output = [UInt8(kind)]
        for index in row.indices {
            let left = index >= step ? Int(row[index - step]) : 0
            let up = Int(above?[index] ?? 0)
            let upLeft = index >= step ? Int(above?[index - step] ?? 0) : 0
            let predicted: Int
            switch kind {
            case 1: predicted = left
            case 2: predicted = up
            case 3: predicted = (left + up) / 2
            case 4:
                let candidates = [left, up, upLeft]
                let estimate = left + up - upLeft
                predicted = candidates.min { abs(estimate - $0) < abs(estimate - $1) } ?? 0
            default: predicted = 0
            }
            output.append(row[index] &- UInt8(predicted & 0xFF))
        }
        return output
    }
}
