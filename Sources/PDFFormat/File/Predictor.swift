/// Reverses the row predictors of FlateDecode and LZWDecode (ISO 32000-2 §7.4.4.4).
struct Predictor {
    /// 1 none, 2 TIFF, 10…15 PNG.
    var kind = 1
    var colors = 1
    var bitsPerComponent = 8
    var columns = 1

    init() {}

    /// Reads a `/DecodeParms` dictionary.
    init(_ parameters: PDFDictionary) {
        kind = parameters["Predictor"]?.integerValue ?? 1
        colors = parameters["Colors"]?.integerValue ?? 1
        bitsPerComponent = parameters["BitsPerComponent"]?.integerValue ?? 8
        columns = parameters["Columns"]?.integerValue ?? 1
    }

    func undo(_ bytes: [UInt8]) throws(PDFError) -> [UInt8] {
        guard kind > 1 else { return bytes }
        guard (1...32).contains(colors), [1, 2, 4, 8, 16].contains(bitsPerComponent), (1...1 << 24).contains(columns)
        else { throw .unsupported("a stream's predictor has impossible parameters") }
        let bytesPerPixel = max(1, colors * bitsPerComponent / 8)
        let rowLength = (colors * bitsPerComponent * columns + 7) / 8
        switch kind {
        case 2: return undoTIFF(bytes, rowLength: rowLength)
        case 10...15: return Self.undoPNG(bytes, rowLength: rowLength, bytesPerPixel: bytesPerPixel)
        default: throw .unsupported("a stream's predictor \(kind) is not known")
        }
    }

    /// TIFF 6.0 section 14, predictor 2: each component is stored as its difference from the same component of the
    /// previous pixel.
    private func undoTIFF(_ bytes: [UInt8], rowLength: Int) -> [UInt8] {
        var output = bytes
        var row = 0
        while row < output.count {
            let end = min(row + rowLength, output.count)
            switch bitsPerComponent {
            case 8:
                var index = row + colors
                while index < end {
                    output[index] &+= output[index - colors]
                    index += 1
                }
            case 16:
                var index = row + 2 * colors
                while index + 1 < end {
                    let left = UInt16(output[index - 2 * colors]) << 8 | UInt16(output[index - 2 * colors + 1])
                    let sum = left &+ (UInt16(output[index]) << 8 | UInt16(output[index + 1]))
                    output[index] = UInt8(sum >> 8)
                    output[index + 1] = UInt8(truncatingIfNeeded: sum)
                    index += 2
                }
            default:
                undoTIFFBits(&output, row..<end)
            }
            row += rowLength
        }
        return output
    }

    /// Handles a row of components of 1, 2 or 4 bits.
    private func undoTIFFBits(_ output: inout [UInt8], _ row: Range<Int>) {
        let mask = 1 << bitsPerComponent - 1
        var left = [Int](repeating: 0, count: colors)
        let components = min(columns * colors, row.count * 8 / bitsPerComponent)
        for component in 0..<components {
            let bit = component * bitsPerComponent
            let index = row.lowerBound + bit / 8
            let shift = 8 - bitsPerComponent - bit % 8
            let value = (Int(output[index]) >> shift + left[component % colors]) & mask
            left[component % colors] = value
            output[index] = UInt8(Int(output[index]) & ~(mask << shift) | value << shift)
        }
    }

    /// Reverses PNG filters (ISO/IEC 15948 §9). Each row begins with its filter's number. The last row may be
    /// incomplete.
    static func undoPNG(_ bytes: [UInt8], rowLength: Int, bytesPerPixel: Int) -> [UInt8] {
        let rows = (bytes.count + rowLength) / (rowLength + 1)
        var output = [UInt8](repeating: 0, count: max(0, bytes.count - rows))
        for row in 0..<rows {
            let source = row * (rowLength + 1)
            let target = row * rowLength
            let length = min(rowLength, bytes.count - source - 1)
            guard length > 0 else { break }
            let filter = bytes[source]
            for column in 0..<length {
                let left = column >= bytesPerPixel ? Int(output[target + column - bytesPerPixel]) : 0
                let up = row > 0 ? Int(output[target - rowLength + column]) : 0
                let predicted: Int
                switch filter {
                case 1: predicted = left
                case 2: predicted = up
                case 3: predicted = (left + up) / 2
                case 4:
                    let upLeft =
                        row > 0 && column >= bytesPerPixel
                        ? Int(output[target - rowLength + column - bytesPerPixel]) : 0
                    predicted = paeth(left, up, upLeft)
                default: predicted = 0
                }
                output[target + column] = bytes[source + 1 + column] &+ UInt8(truncatingIfNeeded: predicted)
            }
        }
        return output
    }

    static func paeth(_ left: Int, _ up: Int, _ upLeft: Int) -> Int {
        let estimate = left + up - upLeft
        let toLeft = abs(estimate - left)
        let toUp = abs(estimate - up)
        let toUpLeft = abs(estimate - upLeft)
        if toLeft <= toUp && toLeft <= toUpLeft { return left }
        return toUp <= toUpLeft ? up : upLeft
    }
}
