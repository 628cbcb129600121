import Foundation

/// A PNG or JPEG picture as image XObjects (ISO 32000-2 §8.9.5).
package struct RasterImage: Sendable {
    /// The width in pixels.
    package var width: Int
    package var height: Int
    /// The image, without a soft mask.
    package var image: PDFStream
    /// The opacity of each pixel (ISO 32000-2 §11.6.5.2); `nil` for an opaque picture.
    package var softMask: PDFStream?

    /// The maximum number of pixels in a picture.
    static let pixelLimit = 40_000_000

    /// - Throws: `PDFError.invalidImage` with the reason
    package init(_ data: Data) throws(PDFError) {
        if data.starts(with: PNGDecoder.signature) {
            self = try PNGDecoder.decode(data)
        } else if data.starts(with: [0xFF, 0xD8]) {
            self = try JPEGReader.read(data)
        } else {
            throw .invalidImage("it is neither a PNG nor a JPEG file")
        }
    }

    package init(width: Int, height: Int, image: PDFStream, softMask: PDFStream? = nil) {
        self.width = width
        self.height = height
        self.image = image
        self.softMask = softMask
    }

    package static func check(width: Int, height: Int) throws(PDFError) {
        guard width > 0, height > 0 else { throw .invalidImage("it has no pixels") }
        guard width <= pixelLimit, height <= pixelLimit, width * height <= pixelLimit else {
            throw .invalidImage("it has more than \(pixelLimit / 1_000_000) million pixels")
        }
    }

    package static func dictionary(width: Int, height: Int, colorSpace: String) -> PDFDictionary {
        [
            "Type": .name("XObject"), "Subtype": .name("Image"), "Width": .integer(width), "Height": .integer(height),
            "ColorSpace": .name(colorSpace), "BitsPerComponent": .integer(8),
        ]
    }
}
