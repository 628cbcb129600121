import Foundation

/// The segments of a JPEG file (ITU-T T.81 annex B).
///
/// ``bareBytes`` is the same picture without what else the file tells: Exif, XMP and IPTC data with the camera and the
/// place, comments, small copies of the picture, and whatever follows its end.
struct JPEGFile {
    struct Frame {
        var precision: Int
        var width: Int
        var height: Int
        var components: Int
    }

    let frame: Frame
    /// Whether a program of Adobe wrote it.
    let isAdobe: Bool
    let orientation: PictureOrientation
    /// Ranges of the bytes that make up the picture, in order, from after the first marker.
    private let kept: [Range<Int>]
    private let data: Data

    /// - Throws: `PDFError.invalidImage` for a file without a frame header or without pixels
    init(_ data: Data) throws(PDFError) {
        let walk = try data.lend { (bytes) throws(PDFError) in try Walk(bytes) }
        guard let frame = walk.frame else {
            throw .invalidImage("the JPEG file is damaged: it has no frame header")
        }
        guard walk.hasScan else { throw .invalidImage("the JPEG file is damaged: it has no pixels") }
        self.frame = frame
        self.data = data
        isAdobe = walk.isAdobe
        orientation = walk.orientation
        kept = walk.kept
    }

    var bareBytes: Data {
        var bare = Data([0xFF, 0xD8])
        for range in kept { bare += data[data.startIndex + range.lowerBound..<data.startIndex + range.upperBound] }
        return bare + [0xFF, 0xD9]
    }

    /// One way through the segments, to the end of the picture.
    private struct Walk {
        var frame: Frame?
        var hasScan = false
        var isAdobe = false
        var orientation = PictureOrientation.upright
        var kept: [Range<Int>] = []
        private let lexer: Lexer

        init(_ bytes: UnsafeRawBufferPointer) throws(PDFError) {
            lexer = Lexer(bytes, at: 0)
            var position = 2
            while position < lexer.end {
                guard lexer.byte(position) == 0xFF else { throw Self.damaged }
                let marker = lexer.byte(position + 1)
                switch marker {
                case 0xFF: position += 1
                case 0x01, 0xD0...0xD8: position += 2
                case 0xD9, -1: return
                default: position = try take(marker, at: position, bytes)
                }
            }
        }

        private static let damaged = PDFError.invalidImage("the JPEG file is damaged: a part of it is no segment")

        /// Notes a segment, and the pixels after it if it begins a scan; returns where the next one begins.
        private mutating func take(
            _ marker: Int, at position: Int, _ bytes: UnsafeRawBufferPointer
        ) throws(PDFError) -> Int {
            let length = sixteen(position + 2)
            let end = position + 2 + length
            guard length >= 2, end <= lexer.end else { throw Self.damaged }
            let body = position + 4
            switch marker {
            case 0xE0:
                // The colors depend on it. The small copy of the picture goes.
                if lexer.matches("JFIF\0", at: body), length == 16 { kept.append(position..<end) }
            case 0xE1:
                if lexer.matches("Exif\0\0", at: body), body + 6 <= end {
                    orientation = PictureOrientation(tiff: lexer.slice(body + 6..<end))
                }
            case 0xEE:
                guard length >= 14, lexer.matches("Adobe", at: body) else { break }
                isAdobe = true
                kept.append(position..<end)
            case 0xE2...0xEF, 0xF0...0xFE: break
            case 0xDA:
                hasScan = true
                let next = endOfScan(from: end, bytes)
                kept.append(position..<next)
                return next
            default:
                if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
                    guard length >= 8, frame == nil else { throw Self.damaged }
                    frame = Frame(
                        precision: lexer.byte(body), width: sixteen(body + 3), height: sixteen(body + 1),
                        components: lexer.byte(body + 5))
                }
                kept.append(position..<end)
            }
            return end
        }

        /// Returns the next marker that is not part of the pixels (ITU-T T.81 §B.1.1.5).
        private func endOfScan(from start: Int, _ bytes: UnsafeRawBufferPointer) -> Int {
            var position = start
            while let found = bytes[position...].firstIndex(of: 0xFF) {
                let next = lexer.byte(found + 1)
                if next != 0, !(0xD0...0xD7).contains(next), next != 0xFF { return found }
                position = found + 1
            }
            return bytes.count
        }

        private func sixteen(_ index: Int) -> Int { max(0, lexer.byte(index)) << 8 | max(0, lexer.byte(index + 1)) }
    }
}
