import Foundation

/// Decodes PNG files (ISO/IEC 15948) of every color type, depth and interlacing into 8-bit colors and coverage.
enum PNGDecoder {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    static func decode(_ data: Data) throws(PDFError) -> RasterImage {
        let file = try PNGFile(data)
        let header = file.header
        var pixels = PNGPixels(file)
        let rowLimit = (header.width * header.bitsPerPixel + 7) / 8 + 1
        let limit = 2 * rowLimit * header.height + 1024
        let raw: [UInt8]
        do {
            raw = try FlateFilter.inflate(file.imageData, limit: limit)
        } catch {
            throw .invalidImage("the PNG file's pixels cannot be decompressed")
        }
        var start = 0
        for pass in header.passes {
            let width = (header.width - pass.x + pass.stepX - 1) / pass.stepX
            let height = (header.height - pass.y + pass.stepY - 1) / pass.stepY
            guard width > 0, height > 0 else { continue }
            let rowLength = (width * header.bitsPerPixel + 7) / 8
            let length = (rowLength + 1) * height
            guard start + length <= raw.count else { throw .invalidImage("the PNG file ends before its last pixel") }
            let rows = Predictor.undoPNG(
                Array(raw[start..<start + length]), rowLength: rowLength,
                bytesPerPixel: max(1, header.bitsPerPixel / 8))
            start += length
            for row in 0..<height {
                for column in 0..<width {
                    pixels.take(
                        rows, rowStart: row * rowLength, column: column,
                        at: (pass.y + row * pass.stepY) * header.width + pass.x + column * pass.stepX)
                }
            }
        }
        return try image(of: pixels, header)
    }

    private static func image(of pixels: PNGPixels, _ header: PNGFile.Header) throws(PDFError) -> RasterImage {
        var dictionary = RasterImage.dictionary(
            width: header.width, height: header.height,
            colorSpace: pixels.channels == 1 ? "DeviceGray" : "DeviceRGB")
        dictionary["Filter"] = .name("FlateDecode")
        let image = PDFStream(dictionary: dictionary, encodedBytes: try FlateFilter.deflate(Data(pixels.colors)))
        var softMask: PDFStream?
        if pixels.coverage.contains(where: { $0 != 255 }) {
            var dictionary = RasterImage.dictionary(
                width: header.width, height: header.height, colorSpace: "DeviceGray")
            dictionary["Filter"] = .name("FlateDecode")
            softMask = PDFStream(
                dictionary: dictionary, encodedBytes: try FlateFilter.deflate(Data(pixels.coverage)))
        }
        return RasterImage(width: header.width, height: header.height, image: image, softMask: softMask)
    }
}

/// Colors (one or three bytes a pixel) and coverage (one byte a pixel).
private struct PNGPixels {
    let channels: Int
    var colors: [UInt8]
    var coverage: [UInt8]
    private let file: PNGFile

    init(_ file: PNGFile) {
        self.file = file
        channels = file.header.colorType == 0 || file.header.colorType == 4 ? 1 : 3
        let count = file.header.width * file.header.height
        colors = [UInt8](repeating: 0, count: count * channels)
        coverage = [UInt8](repeating: 255, count: file.mayBeTransparent ? count : 0)
    }

    /// Copies one pixel of the unfiltered rows to its place in the picture.
    mutating func take(_ rows: [UInt8], rowStart: Int, column: Int, at index: Int) {
        let depth = file.header.depth
        let samplesPerPixel = file.header.samplesPerPixel
        func sample(_ channel: Int) -> Int {
            let number = column * samplesPerPixel + channel
            switch depth {
            case 8: return Int(rows[rowStart + number])
            case 16: return Int(rows[rowStart + number * 2]) << 8 | Int(rows[rowStart + number * 2 + 1])
            default:
                let bit = number * depth
                return Int(rows[rowStart + bit / 8]) >> (8 - depth - bit % 8) & (1 << depth - 1)
            }
        }
        func eightBits(_ value: Int) -> UInt8 {
            UInt8(truncatingIfNeeded: depth == 16 ? value >> 8 : value * 255 / (1 << depth - 1))
        }
        let base = index * channels
        switch file.header.colorType {
        case 0, 2:
            let samples = (0..<channels).map(sample)
            for channel in 0..<channels { colors[base + channel] = eightBits(samples[channel]) }
            if let key = file.transparentColor { coverage[index] = samples == key ? 0 : 255 }
        case 3:
            let entry = sample(0)
            for channel in 0..<3 where entry * 3 + channel < file.palette.count {
                colors[base + channel] = file.palette[entry * 3 + channel]
            }
            if entry < file.paletteCoverage.count { coverage[index] = file.paletteCoverage[entry] }
        default:
            for channel in 0..<channels { colors[base + channel] = eightBits(sample(channel)) }
            coverage[index] = eightBits(sample(channels))
        }
    }
}
