import Foundation

/// Reads the image parameters that PDF needs from a JPEG file. The picture's own part of the file becomes the image's
/// data (ISO 32000-2 §7.4.8).
enum JPEGReader {
    static func read(_ data: Data) throws(PDFError) -> RasterImage {
        let file = try JPEGFile(data)
        let frame = file.frame
        guard frame.precision == 8 else {
            throw .invalidImage("the JPEG file has \(frame.precision) bits per component where 8 are allowed")
        }
        let colorSpace: String
        switch frame.components {
        case 1: colorSpace = "DeviceGray"
        case 3: colorSpace = "DeviceRGB"
        case 4: colorSpace = "DeviceCMYK"
        default: throw .invalidImage("the JPEG file has \(frame.components) colour components")
        }
        var dictionary = RasterImage.dictionary(width: frame.width, height: frame.height, colorSpace: colorSpace)
        dictionary["Filter"] = .name("DCTDecode")
        if frame.components == 4, file.isAdobe {
            // Adobe's programs write CMYK inverted.
            dictionary["Decode"] = .array((0..<4).flatMap { _ in [PDFObject.integer(1), .integer(0)] })
        }
        return RasterImage(
            width: frame.width, height: frame.height,
            image: PDFStream(dictionary: dictionary, encodedBytes: file.bareBytes), orientation: file.orientation)
    }
}
