import Foundation

/// The chunks of a PNG file that define its pixels (ISO/IEC 15948 §11).
struct PNGFile {
    struct Header {
        var width: Int
        var height: Int
        /// Bits per sample.
        var depth: Int
        /// 0 gray, 2 RGB, 3 palette, 4 gray and alpha, 6 RGB and alpha.
        var colorType: Int
        var isInterlaced: Bool

        var samplesPerPixel: Int {
            switch colorType {
            case 2: 3
            case 4: 2
            case 6: 4
            default: 1
            }
        }

        var bitsPerPixel: Int { samplesPerPixel * depth }

        struct Pass {
            var x: Int
            var y: Int
            var stepX: Int
            var stepY: Int
        }

        /// The single pass of a plain picture, or the seven of an interlaced one (§8.2).
        var passes: [Pass] {
            guard isInterlaced else { return [Pass(x: 0, y: 0, stepX: 1, stepY: 1)] }
            return [
                Pass(x: 0, y: 0, stepX: 8, stepY: 8), Pass(x: 4, y: 0, stepX: 8, stepY: 8),
                Pass(x: 0, y: 4, stepX: 4, stepY: 8), Pass(x: 2, y: 0, stepX: 4, stepY: 4),
                Pass(x: 0, y: 2, stepX: 2, stepY: 4), Pass(x: 1, y: 0, stepX: 2, stepY: 2),
                Pass(x: 0, y: 1, stepX: 1, stepY: 2),
            ]
        }
    }

    var header: Header
    var orientation = PictureOrientation.upright
    var imageData = Data()
    /// The red, green and blue bytes of each entry.
    var palette: [UInt8] = []
    var paletteCoverage: [UInt8] = []
    /// The one transparent color, as samples (§11.3.2).
    var transparentColor: [Int]?

    var mayBeTransparent: Bool {
        header.colorType >= 4 || transparentColor != nil || !paletteCoverage.isEmpty
    }

    init(_ data: Data) throws(PDFError) {
        self = try data.lend { (bytes) throws(PDFError) in try PNGFile(bytes) }
    }

    private init(_ bytes: UnsafeRawBufferPointer) throws(PDFError) {
        let lexer = Lexer(bytes, at: 0)
        func number(_ index: Int) -> Int {
            (0..<4).reduce(0) { $0 << 8 | max(0, lexer.byte(index + $1)) }
        }
        header = try Self.header(lexer)
        var position = Self.firstChunk
        var transparency: [UInt8] = []
        while position + 12 <= lexer.end {
            let length = number(position)
            guard length <= lexer.end - position - 12 else { break }
            let body = position + 8
            if lexer.matches("PLTE", at: position + 4) {
                palette = Array(lexer.slice(body..<body + length))
            } else if lexer.matches("tRNS", at: position + 4) {
                transparency = Array(lexer.slice(body..<body + length))
            } else if lexer.matches("IDAT", at: position + 4) {
                imageData.append(contentsOf: lexer.slice(body..<body + length))
            } else if lexer.matches("eXIf", at: position + 4) {
                orientation = PictureOrientation(tiff: lexer.slice(body..<body + length))
            } else if lexer.matches("IEND", at: position + 4) {
                break
            }
            position += 12 + length
        }
        guard !imageData.isEmpty else { throw .invalidImage("the PNG file is damaged or cut short") }
        guard header.colorType != 3 || palette.count >= 3 else {
            throw .invalidImage("the PNG file lacks its palette")
        }
        switch header.colorType {
        case 3: paletteCoverage = transparency
        case 0 where transparency.count >= 2, 2 where transparency.count >= 6:
            transparentColor = (0..<header.samplesPerPixel).map {
                Int(transparency[$0 * 2]) << 8 | Int(transparency[$0 * 2 + 1])
            }
        default: break
        }
    }

    /// Where the chunks begin, after the signature. The header is the first one.
    private static let firstChunk = 8

    /// Reads the header alone.
    static func header(of data: Data) throws(PDFError) -> Header {
        try data.lend { (bytes) throws(PDFError) in try header(Lexer(bytes, at: 0)) }
    }

    private static func header(_ lexer: Lexer) throws(PDFError) -> Header {
        func number(_ index: Int) -> Int { (0..<4).reduce(0) { $0 << 8 | max(0, lexer.byte(index + $1)) } }
        let body = firstChunk + 8
        guard lexer.matches("IHDR", at: firstChunk + 4), number(firstChunk) >= 13 else {
            throw .invalidImage("the PNG file is damaged or cut short")
        }
        let header = Header(
            width: number(body), height: number(body + 4), depth: lexer.byte(body + 8),
            colorType: lexer.byte(body + 9), isInterlaced: lexer.byte(body + 12) == 1)
        let depths: [Int]
        switch header.colorType {
        case 0: depths = [1, 2, 4, 8, 16]
        case 3: depths = [1, 2, 4, 8]
        case 2, 4, 6: depths = [8, 16]
        default: throw .invalidImage("the PNG file has the unknown colour type \(header.colorType)")
        }
        guard depths.contains(header.depth), lexer.byte(body + 10) == 0, lexer.byte(body + 11) == 0,
            lexer.byte(body + 12) <= 1
        else { throw .invalidImage("the PNG file's header is damaged") }
        return header
    }
}
