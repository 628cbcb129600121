import Foundation

/// Builds an appearance stream (ISO 32000-2 §12.5.5): content in a box of `width` by `height` points with its origin at
/// the bottom left, upright for the reader.
package struct Appearance {
    package let width: Double
    package let height: Double
    package var content = ContentStream()
    package private(set) var fonts: [StandardFont] = []
    package private(set) var ownFonts: [FormFont] = []
    package private(set) var images: [RasterImage] = []

    package init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    /// The font's name in the appearance's resources.
    package static func resourceName(of font: StandardFont) -> String { "Cs" + font.rawValue }

    package static func resourceName(ofImage index: Int) -> String { "Im\(index)" }

    package static func resourceName(ofPart index: Int) -> String { "Part\(index)" }

    package mutating func show(_ line: TextLine, size: Double, x: Double, y: Double, color: InkColor = .black) {
        for font in line.standardFonts where !fonts.contains(font) { fonts.append(font) }
        for font in line.ownFonts where !ownFonts.contains(font) { ownFonts.append(font) }
        content.show(line, size: size, x: x, y: y, color: color)
    }

    /// Draws inks of `size` points, scaled to fit a box, left-aligned and vertically centered.
    package mutating func draw(
        _ inks: [Ink], size: (width: Double, height: Double), x: Double, y: Double, width: Double, height: Double
    ) {
        let scale = min(width / size.width, height / size.height)
        content.save()
        content.concatenate(scale, 0, 0, scale, x, y + (height - size.height * scale) / 2)
        for ink in inks { content.draw(ink) }
        content.restore()
    }

    package mutating func draw(_ image: RasterImage, x: Double, y: Double, width: Double, height: Double) {
        let size = image.shownSize
        let scale = min(width / size.width, height / size.height)
        let shown = (width: size.width * scale, height: size.height * scale)
        content.paint(
            image, named: Self.resourceName(ofImage: images.count), x: x, y: y + (height - shown.height) / 2,
            width: shown.width, height: shown.height)
        images.append(image)
    }

    /// Returns the form XObject's dictionary; its matrix rotates the box against the page's rotation, in degrees
    /// clockwise.
    ///
    /// - Parameter colors: the color spaces that stand in for the device's
    package func dictionary(
        rotation: Int, fonts: PDFDictionary, images: PDFDictionary, colors: PDFDictionary = [:]
    ) -> PDFDictionary {
        let (w, h) = (width, height)
        let matrix: [Double]? =
            switch rotation {
            case 90: [0, 1, -1, 0, h, 0]
            case 180: [-1, 0, 0, -1, w, h]
            case 270: [0, -1, 1, 0, 0, w]
            default: nil
            }
        var resources = PDFDictionary()
        if !fonts.isEmpty { resources["Font"] = .dictionary(fonts) }
        if !colors.isEmpty { resources["ColorSpace"] = .dictionary(colors) }
        if !images.isEmpty { resources["XObject"] = .dictionary(images) }
        var dictionary: PDFDictionary = [
            "Type": .name("XObject"), "Subtype": .name("Form"),
            "BBox": PDFRectangle(left: 0, bottom: 0, right: w, top: h).object,
        ]
        if let matrix { dictionary["Matrix"] = .array(matrix.map(PDFObject.rounded)) }
        dictionary["Resources"] = .dictionary(resources)
        return dictionary
    }
}
