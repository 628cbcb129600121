import Foundation

/// Reads the image parameters that PDF needs from a JPEG file. The file itself becomes the image's data (ISO 32000-2
/// §7.4.8).
enum JPEGReader {
    static func read(_ data: Data) throws(PDFError) -> RasterImage {
        try data.lend { (bytes) throws(PDFError) in
            let frame = try frame(in: bytes)
            guard frame.precision == 8 else {
                throw .invalidImage("the JPEG file has \(frame.precision) bits per component where 8 are allowed")
            }
            try RasterImage.check(width: frame.width, height: frame.height)
            let colorSpace: String
            switch frame.components {
            case 1: colorSpace = "DeviceGray"
            case 3: colorSpace = "DeviceRGB"
            case 4: colorSpace = "DeviceCMYK"
            default: throw .invalidImage("the JPEG file has \(frame.components) colour components")
            }
            var dictionary = RasterImage.dictionary(
                width: frame.width, height: frame.height, colorSpace: colorSpace)
            dictionary["Filter"] = .name("DCTDecode")
            if frame.components == 4, frame.isAdobe {
                // Adobe's programs write CMYK inverted.
                dictionary["Decode"] = .array((0..<4).flatMap { _ in [PDFObject.integer(1), .integer(0)] })
            }
            return RasterImage(
                width: frame.width, height: frame.height,
                image: PDFStream(dictionary: dictionary, encodedBytes: data))
        }
    }

    private struct Frame {
        var precision: Int
        var width: Int
        var height: Int
        var components: Int
        var isAdobe: Bool
    }

    /// Finds the frame header (ITU-T T.81 §B.2.2) among the marker segments.
    private static func frame(in bytes: UnsafeRawBufferPointer) throws(PDFError) -> Frame {
        let lexer = Lexer(bytes, at: 0)
        func sixteen(_ index: Int) -> Int { lexer.byte(index) << 8 | lexer.byte(index + 1) }
        var position = 2
        var isAdobe = false
        while position < lexer.end {
            guard lexer.byte(position) == 0xFF else { break }
            let marker = lexer.byte(position + 1)
            if marker == 0xFF {
                position += 1
                continue
            }
            if marker == 0x01 || (0xD0...0xD8).contains(marker) {
                position += 2
                continue
            }
            let length = sixteen(position + 2)
            guard marker != 0xD9, marker != 0xDA, length >= 2, position + 2 + length <= lexer.end else { break }
            if marker == 0xEE, length >= 14, lexer.matches("Adobe", at: position + 4) { isAdobe = true }
            if (0xC0...0xCF).contains(marker), marker != 0xC4, marker != 0xC8, marker != 0xCC, length >= 8 {
                return Frame(
                    precision: lexer.byte(position + 4), width: sixteen(position + 7), height: sixteen(position + 5),
                    components: lexer.byte(position + 9), isAdobe: isAdobe)
            }
            position += 2 + length
        }
        throw .invalidImage("the JPEG file is damaged: it has no frame header")
    }
}
