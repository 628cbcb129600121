import Foundation

/// Builds a signature's appearance: its artwork above, small lines of text below.
enum SignatureAppearance {
    /// Returns `nil` for an invisible signature.
    ///
    /// - Throws: `PDFError.unshowableCharacter`, `.invalidImage`, or `.invalidField` for a drawing of empty size
    static func appearance(
        _ appearance: SignatureField.Appearance, shaper: (any TextShaper)?, width: Double, height: Double,
        field: String
    ) throws(PDFError) -> Appearance? {
        var drawn = Appearance(width: width, height: height)
        switch appearance {
        case .invisible, .composed:
            return nil  // the parts of a composed one are appearances of their own
        case .typedName(let name, let subtitle):
            let bottom = try addCaption(subtitle, shaper, to: &drawn, field: field)
            try addName(name, shaper, above: bottom, to: &drawn, field: field)
        case .image(let data):
            drawn.draw(try RasterImage(data), x: 0, y: 0, width: width, height: height)
        case .drawing(let inks, let size, let caption):
            try check(inks, size: size, field: field)
            let bottom = try addCaption(caption, shaper, to: &drawn, field: field)
            drawn.draw(inks, size: size, x: 0, y: bottom, width: width, height: height - bottom)
        }
        return drawn
    }

    static func check(_ inks: [Ink], size: (width: Double, height: Double), field: String) throws(PDFError) {
        guard size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite else {
            throw .invalidField(name: field, reason: "its drawing has no size")
        }
        guard inks.allSatisfy({ $0.path.isFinite }) else {
            throw .invalidField(name: field, reason: "its drawing has points that are not numbers")
        }
    }

    private static func addName(
        _ name: String, _ shaper: (any TextShaper)?, above bottom: Double, to drawn: inout Appearance, field: String
    ) throws(PDFError) {
        let lines = try TextLine.lines(of: [name], font: .timesItalic, shaper: shaper, place: "the field “\(field)”")
        guard let line = lines.first else { return }
        let room = drawn.height - bottom
        let byWidth = drawn.width * 0.96 / max(0.1, line.width)
        let size = max(1, min(36, byWidth, room / (line.ascent + line.descent)))
        let extent = (line.ascent + line.descent) * size
        let baseline = bottom + (room - extent) / 2 + line.descent * size
        drawn.show(line, size: size, x: drawn.width * 0.02, y: baseline)
    }

    /// Adds lines at the bottom, in less than half of the height, and returns their total height.
    private static func addCaption(
        _ texts: [String], _ shaper: (any TextShaper)?, to drawn: inout Appearance, field: String
    ) throws(PDFError) -> Double {
        guard
            let caption = try SignatureCaption(
                texts, shaper: shaper, width: drawn.width, height: drawn.height, place: "the field “\(field)”")
        else { return 0 }
        for (line, baseline) in zip(caption.lines, caption.baselines) {
            drawn.show(line, size: caption.size, x: 0, y: baseline, color: .gray(SignatureCaption.gray))
        }
        return caption.height
    }
}
