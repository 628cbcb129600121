import Foundation

/// Text set into a field's rectangle (ISO 32000-2 §12.7.4.3).
struct TextAppearance {
    static let smallestSize = 4.0
    static let largestFittedSize = 12.0
    /// The least distance between baselines, for a size of 1.
    static let lineHeight = 1.15

    let lines: [TextLine]
    let fontSize: Double
    let width: Double
    let height: Double
    /// Of the tallest line, and the distance between baselines; for a size of 1.
    private let ascent: Double
    private let descent: Double
    private let leading: Double

    /// - Parameter shaper: Sets a value that the font cannot show.
    /// - Throws: `PDFError.unshowableCharacter` that names the field.
    init(
        _ text: String, font: StandardFont, shaper: (any TextShaper)? = nil, fontSize: Double?, width: Double,
        height: Double, field: String
    ) throws(PDFError) {
        self.width = width
        self.height = height
        let texts = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
        lines = try TextLine.lines(of: texts, font: font, shaper: shaper, place: "the field “\(field)”")
        ascent = lines.map(\.ascent).max() ?? font.ascent
        descent = lines.map(\.descent).max() ?? font.descent
        leading = max(Self.lineHeight, ascent + descent)
        var size = fontSize ?? Self.largestFittedSize
        size = min(size, (height - 1) / (ascent + descent + leading * Double(max(0, lines.count - 1))))
        let widest = lines.map(\.width).max() ?? 0
        if widest > 0 { size = min(size, (width - 2 * Self.margin(width)) / widest) }
        self.fontSize = max(size, Self.smallestSize)
    }

    private static func margin(_ width: Double) -> Double { min(2, width * 0.05) }

    var appearance: Appearance {
        var appearance = Appearance(width: width, height: height)
        appearance.content.addRaw("/Tx BMC")
        appearance.content.save()
        appearance.content.clip(x: 0, y: 0, width: width, height: height)
        let extent = (ascent + descent + leading * Double(max(0, lines.count - 1))) * fontSize
        let free = height - extent
        // One line stands in the middle, several begin at the top.
        let top = lines.count > 1 ? max(0, min(1, free)) : free / 2
        var baseline = height - top - ascent * fontSize
        let margin = Self.margin(width)
        for line in lines {
            // What is read from right to left begins at the right.
            let x = line.isRightToLeft ? max(margin, width - margin - line.width * fontSize) : margin
            appearance.show(line, size: fontSize, x: x, y: baseline)
            baseline -= leading * fontSize
        }
        appearance.content.restore()
        appearance.content.addRaw("EMC")
        return appearance
    }
}
