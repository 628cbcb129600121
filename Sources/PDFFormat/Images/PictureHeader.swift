import Foundation

/// What a PNG or JPEG file says of its pixels before any of them is decoded.
package struct PictureHeader: Sendable, Hashable {
    package enum Format: Sendable {
        case png
        case jpeg
    }

    package let format: Format
    /// The width in pixels as they are stored.
    package let width: Int
    package let height: Int
    package let bitsPerPixel: Int

    /// Whether a file begins like a PNG or JPEG file.
    package static func isPicture(_ data: Data) -> Bool {
        data.starts(with: PNGDecoder.signature) || data.starts(with: [0xFF, 0xD8, 0xFF])
    }

    /// - Throws: `PDFError.invalidImage` with the reason
    package init(_ data: Data) throws(PDFError) {
        if data.starts(with: PNGDecoder.signature) {
            let header = try PNGFile.header(of: data)
            self.init(.png, width: header.width, height: header.height, bitsPerPixel: header.bitsPerPixel)
        } else if data.starts(with: [0xFF, 0xD8]) {
            let frame = try JPEGFile(data).frame
            self.init(
                .jpeg, width: frame.width, height: frame.height, bitsPerPixel: frame.components * frame.precision)
        } else {
            throw .invalidImage("it is neither a PNG nor a JPEG file")
        }
    }

    private init(_ format: Format, width: Int, height: Int, bitsPerPixel: Int) {
        self.format = format
        self.width = width
        self.height = height
        self.bitsPerPixel = bitsPerPixel
    }

    /// The maximum number of pixels of a side, which is that of JPEG.
    private static let longestSide = 65_535

    /// - Throws: `PDFError.invalidImage` for a picture without pixels, and for one beyond the limit
    package func check(_ limits: PictureLimits) throws(PDFError) {
        guard width > 0, height > 0 else { throw .invalidImage("it has no pixels") }
        let sides = 1...Self.longestSide
        // A pixel becomes a byte at least.
        guard sides.contains(width), sides.contains(height),
            width * height <= limits.decodedBytes * 8 / max(8, bitsPerPixel)
        else {
            throw .invalidImage(
                "it has \(width) × \(height) pixels of \(bitsPerPixel) bits; at most \(limits.decodedBytes >> 20) MB of "
                    + "pixels are accepted, so make it smaller")
        }
    }

    /// The number of pixels; of a picture that was checked.
    package var pixels: Int { width * height }
}
