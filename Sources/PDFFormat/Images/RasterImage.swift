import Foundation

/// A PNG or JPEG picture as image XObjects (ISO 32000-2 §8.9.5): its pixels, and nothing else that the file tells.
package struct RasterImage: Sendable {
    /// The width in pixels as they are stored.
    package var width: Int
    package var height: Int
    /// The image, without a soft mask.
    package var image: PDFStream
    /// The opacity of each pixel (ISO 32000-2 §11.6.5.2); `nil` for an opaque picture.
    package var softMask: PDFStream?
    /// How the picture wants to be shown.
    package var orientation: PictureOrientation

    /// - Throws: `PDFError.invalidImage` with the reason
    package init(_ data: Data, _ limits: PictureLimits = PictureLimits()) throws(PDFError) {
        let header = try PictureHeader(data)
        try header.check(limits)
        switch header.format {
        case .png: self = try RasterImage(PNGDecoder.decode(data, limits))
        case .jpeg: self = try JPEGReader.read(data)
        }
    }

    package init(
        width: Int, height: Int, image: PDFStream, softMask: PDFStream? = nil,
        orientation: PictureOrientation = .upright
    ) {
        self.width = width
        self.height = height
        self.image = image
        self.softMask = softMask
        self.orientation = orientation
    }

    private init(_ grid: PixelGrid) throws(PDFError) {
        func stream(_ samples: [UInt8], _ colorSpace: String) throws(PDFError) -> PDFStream {
            var dictionary = Self.dictionary(width: grid.width, height: grid.height, colorSpace: colorSpace)
            dictionary["Filter"] = .name("FlateDecode")
            return PDFStream(dictionary: dictionary, encodedBytes: try FlateFilter.deflate(Data(samples)))
        }
        self.init(
            width: grid.width, height: grid.height,
            image: try stream(grid.colors, grid.channels == 1 ? "DeviceGray" : "DeviceRGB"),
            softMask: grid.coverage.isEmpty ? nil : try stream(grid.coverage, "DeviceGray"),
            orientation: grid.orientation)
    }

    /// Returns the picture on white ground, if it has a soft mask: PDF/A-1 permits none (ISO 19005-1 §6.4).
    ///
    /// - Throws: `PDFError.invalidImage` for a picture in other than 8-bit gray or RGB
    package func opaque() throws(PDFError) -> RasterImage {
        guard let softMask else { return self }
        let colors = try Self.samples(of: image)
        let coverage = try Self.samples(of: softMask)
        let channels = image.dictionary["ColorSpace"] == .name("DeviceGray") ? 1 : 3
        guard colors.count == coverage.count * channels else { throw .invalidImage("its mask has another size") }
        var blended = colors
        for index in colors.indices {
            let share = Int(coverage[index / channels])
            blended[index] = UInt8((Int(colors[index]) * share + 255 * (255 - share) + 127) / 255)
        }
        var opaque = self
        opaque.softMask = nil
        opaque.image.encodedBytes = try FlateFilter.deflate(Data(blended))
        return opaque
    }

    private static func samples(of stream: PDFStream) throws(PDFError) -> [UInt8] {
        guard stream.dictionary["Filter"] == .name("FlateDecode") else { throw .invalidImage("its pixels are coded") }
        return try FlateFilter.inflate(stream.encodedBytes, limit: PictureLimits().decodedBytes)
    }

    /// The size in pixels as the picture is shown.
    package var shownSize: (width: Double, height: Double) {
        orientation.isAcross ? (Double(height), Double(width)) : (Double(width), Double(height))
    }

    package static func dictionary(width: Int, height: Int, colorSpace: String) -> PDFDictionary {
        [
            "Type": .name("XObject"), "Subtype": .name("Image"), "Width": .integer(width), "Height": .integer(height),
            "ColorSpace": .name(colorSpace), "BitsPerComponent": .integer(8),
        ]
    }
}

extension ContentStream {
    /// Draws an image in a box, as its picture wants to be shown.
    ///
    /// - Parameter name: the image's name in the resources
    mutating func paint(
        _ image: RasterImage, named name: String, x: Double, y: Double, width: Double, height: Double
    ) {
        let matrix = image.orientation.matrix(x: x, y: y, width: width, height: height)
        save()
        concatenate(matrix.0, matrix.1, matrix.2, matrix.3, matrix.4, matrix.5)
        paint(name)
        restore()
    }
}
