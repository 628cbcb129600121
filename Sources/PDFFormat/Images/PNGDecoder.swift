import Foundation

/// Decodes PNG files (ISO/IEC 15948) of every color type, depth and interlacing into 8-bit colors and coverage, row by
/// row. Nothing else of the file is read.
enum PNGDecoder {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// - Parameter limits: a picture with more pixels than are kept is made smaller
    static func decode(_ data: Data, _ limits: PictureLimits) throws(PDFError) -> PixelGrid {
        let file = try PNGFile(data)
        return try file.imageData.lend { (input) throws(PDFError) in
            try decode(file, input, factor: limits.factor(width: file.header.width, height: file.header.height))
        }
    }

    private static func decode(
        _ file: PNGFile, _ input: UnsafeRawBufferPointer, factor: Int
    ) throws(PDFError) -> PixelGrid {
        let header = file.header
        var rows = PixelRows(input, bytesPerPixel: max(1, header.bitsPerPixel / 8))
        var samples = PNGSamples(file)
        var canvas = PixelCanvas(
            width: header.width, height: header.height, channels: samples.channels,
            isTransparent: file.mayBeTransparent, factor: factor)
        for pass in header.passes {
            let width = (header.width - pass.x + pass.stepX - 1) / pass.stepX
            let height = (header.height - pass.y + pass.stepY - 1) / pass.stepY
            guard width > 0, height > 0 else { continue }
            rows.begin(length: (width * header.bitsPerPixel + 7) / 8)
            for row in 0..<height {
                try rows.next { samples.take($0, count: width) }
                let y = pass.y + row * pass.stepY
                if header.isInterlaced {
                    canvas.scatter(samples, y: y, x: pass.x, step: pass.stepX, count: width)
                } else {
                    canvas.add(samples, y: y)
                }
            }
        }
        var grid = canvas.grid
        grid.orientation = file.orientation
        return grid
    }
}

/// One row of a PNG file as 8-bit colors, one or three bytes a pixel, and coverage, one byte a pixel.
struct PNGSamples {
    let channels: Int
    private(set) var colors: [UInt8]
    /// 255 for every pixel of a picture that cannot be transparent.
    private(set) var coverage: [UInt8]
    private let file: PNGFile

    init(_ file: PNGFile) {
        self.file = file
        channels = file.header.colorType == 0 || file.header.colorType == 4 ? 1 : 3
        colors = [UInt8](repeating: 0, count: file.header.width * channels)
        coverage = [UInt8](repeating: 255, count: file.header.width)
    }

    /// Reads `count` pixels of a row.
    mutating func take(_ row: UnsafeBufferPointer<UInt8>, count: Int) {
        switch (file.header.colorType, file.header.depth) {
        case (3, _): takePalette(row, count)
        case (0, _), (2, _):
            if file.transparentColor == nil, file.header.depth == 8 {
                for index in 0..<count * channels { colors[index] = row[index] }
            } else {
                takeOpaque(row, count)
            }
        case (_, 16): takeCovered(row, count, stride: 2)
        default: takeCovered(row, count, stride: 1)
        }
    }

    /// Colors and coverage of 8 bits, or the upper half of 16.
    private mutating func takeCovered(_ row: UnsafeBufferPointer<UInt8>, _ count: Int, stride: Int) {
        let channels = channels
        var source = 0
        colors.withUnsafeMutableBufferPointer { colors in
            coverage.withUnsafeMutableBufferPointer { coverage in
                for pixel in 0..<count {
                    for channel in 0..<channels {
                        colors[pixel * channels + channel] = row[source]
                        source += stride
                    }
                    coverage[pixel] = row[source]
                    source += stride
                }
            }
        }
    }

    /// Colors of any depth, one of which may be transparent.
    private mutating func takeOpaque(_ row: UnsafeBufferPointer<UInt8>, _ count: Int) {
        let depth = file.header.depth
        let largest = 1 << min(depth, 8) - 1
        let key = file.transparentColor
        for pixel in 0..<count {
            var isKey = key != nil
            for channel in 0..<channels {
                let value = Self.sample(row, pixel * channels + channel, depth)
                colors[pixel * channels + channel] =
                    depth == 16
                    ? UInt8(truncatingIfNeeded: value >> 8) : UInt8(truncatingIfNeeded: value * 255 / largest)
                if let key, key[channel] != value { isKey = false }
            }
            if key != nil { coverage[pixel] = isKey ? 0 : 255 }
        }
    }

    private mutating func takePalette(_ row: UnsafeBufferPointer<UInt8>, _ count: Int) {
        for pixel in 0..<count {
            let entry = Self.sample(row, pixel, file.header.depth)
            for channel in 0..<3 {
                let place = entry * 3 + channel
                colors[pixel * 3 + channel] = place < file.palette.count ? file.palette[place] : 0
            }
            coverage[pixel] = entry < file.paletteCoverage.count ? file.paletteCoverage[entry] : 255
        }
    }

    @inline(__always)
    private static func sample(_ row: UnsafeBufferPointer<UInt8>, _ number: Int, _ depth: Int) -> Int {
        switch depth {
        case 8: return Int(row[number])
        case 16: return Int(row[number * 2]) << 8 | Int(row[number * 2 + 1])
        default:
            let bit = number * depth
            return Int(row[bit / 8]) >> (8 - depth - bit % 8) & (1 << depth - 1)
        }
    }
}
