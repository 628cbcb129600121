import Foundation

/// What a signature shows: its artwork above, small lines below.
enum SignatureAppearance {
    /// Nil for a signature that is not to be seen.
    ///
    /// - Throws: `PDFError.unshowableCharacter`, `.invalidImage`, or `.invalidField` for a drawing without extent.
    static func appearance(
        _ appearance: SignatureField.Appearance, width: Double, height: Double, field: String
    ) throws(PDFError) -> Appearance? {
        var drawn = Appearance(width: width, height: height)
        switch appearance {
        case .invisible, .composed:
            return nil  // the parts of a composed one are appearances of their own
        case .typedName(let name, let subtitle):
            let bottom = try addCaption(subtitle, to: &drawn, field: field)
            try addName(name, above: bottom, to: &drawn, field: field)
        case .image(let data):
            drawn.draw(try RasterImage(data), x: 0, y: 0, width: width, height: height)
        case .drawing(let inks, let size, let caption):
            try check(inks, size: size, field: field)
            let bottom = try addCaption(caption, to: &drawn, field: field)
            drawn.draw(inks, size: size, x: 0, y: bottom, width: width, height: height - bottom)
        }
        return drawn
    }

    static func check(_ inks: [Ink], size: (width: Double, height: Double), field: String) throws(PDFError) {
        guard size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite else {
            throw .invalidField(name: field, reason: "its drawing has no size")
        }
        guard inks.allSatisfy({ $0.path.isFinite }) else {
            throw .invalidField(name: field, reason: "its drawing has points that are no numbers")
        }
    }

    private static func addName(
        _ name: String, above bottom: Double, to drawn: inout Appearance, field: String
    ) throws(PDFError) {
        let font = StandardFont.timesItalic
        let codes = try font.encode(name, place: "the field “\(field)”")
        let room = drawn.height - bottom
        let byWidth = drawn.width * 0.96 / max(0.1, font.width(ofCodes: codes, size: 1))
        let size = max(1, min(36, byWidth, room / (font.ascent + font.descent)))
        let extent = (font.ascent + font.descent) * size
        let baseline = bottom + (room - extent) / 2 + font.descent * size
        drawn.show(codes, font: font, size: size, x: drawn.width * 0.02, y: baseline)
    }

    /// Adds lines at the bottom, in less than half of the height, and gives back how high they reach.
    private static func addCaption(
        _ lines: [String], to drawn: inout Appearance, field: String
    ) throws(PDFError) -> Double {
        guard !lines.isEmpty else { return 0 }
        let font = StandardFont.helvetica
        var encoded: [[UInt8]] = []
        for line in lines { encoded.append(try font.encode(line, place: "the field “\(field)”")) }
        let widest = max(0.1, encoded.map { font.width(ofCodes: $0, size: 1) }.max() ?? 0)
        let leading = 1.2
        let byHeight = drawn.height * 0.45 / (Double(lines.count) * leading)
        let size = max(1, min(8, byHeight, drawn.width / widest))
        var baseline = Double(lines.count - 1) * leading * size + font.descent * size
        for codes in encoded {
            drawn.show(codes, font: font, size: size, x: 0, y: baseline, color: .gray(0.3))
            baseline -= leading * size
        }
        return Double(lines.count) * leading * size
    }
}
