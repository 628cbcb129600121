/// Undoing the row predictors of FlateDecode (ISO 32000-2 §7.4.4.4).
struct Predictor {
    /// 1 none, 2 TIFF, 10…15 PNG.
    var kind = 1
    var colors = 1
    var bitsPerComponent = 8
    var columns = 1

    init() {}

    /// From a `/DecodeParms` dictionary.
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
        case 2: return try undoTIFF(bytes, rowLength: rowLength)
        case 10...15: return Self.undoPNG(bytes, rowLength: rowLength, bytesPerPixel: bytesPerPixel)
        default: throw .unsupported("a stream's predictor \(kind) is not known")
        }
    }

    /// TIFF 6.0 section 14, predictor 2, for components of 8 bits.
    private func undoTIFF(_ bytes: [UInt8], rowLength: Int) throws(PDFError) -> [UInt8] {
        guard bitsPerComponent == 8 else {
            throw .unsupported("a stream's TIFF predictor has components of \(bitsPerComponent) bits")
        }
        var output = bytes
        var row = 0
        while row < output.count {
            let end = min(row + rowLength, output.count)
            var index = row + colors
            while index < end {
                output[index] &+= output[index - colors]
                index += 1
            }
            row += rowLength
        }
        return output
    }

    /// PNG filters (ISO/IEC 15948 §9): every row begins with its filter's number. A last row that is cut short is
    /// filled up with zeros.
    static func undoPNG(_ bytes: [UInt8], rowLength: Int, bytesPerPixel: Int) -> [UInt8] {
        let rows = (bytes.count + rowLength) / (rowLength + 1)
        var output = [UInt8](repeating: 0, count: rows * rowLength)
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

    private static func paeth(_ left: Int, _ up: Int, _ upLeft: Int) -> Int {
        let estimate = left + up - upLeft
        let toLeft = abs(estimate - left)
        let toUp = abs(estimate - up)
        let toUpLeft = abs(estimate - upLeft)
        if toLeft <= toUp && toLeft <= toUpLeft { return left }
        return toUp <= toUpLeft ? up : upLeft
    }
}
