import Foundation

/// Text set into a field's rectangle (ISO 32000-2 §12.7.4.3).
struct TextAppearance {
    static let smallestSize = 4.0
    static let largestFittedSize = 12.0
    /// The distance between baselines, for a size of 1.
    static let lineHeight = 1.15

    let font: StandardFont
    let lines: [[UInt8]]
    let fontSize: Double
    let width: Double
    let height: Double

    /// - Throws: `PDFError.unshowableCharacter` that names the field.
    init(
        _ text: String, font: StandardFont, fontSize: Double?, width: Double, height: Double, field: String
    ) throws(PDFError) {
        self.font = font
        self.width = width
        self.height = height
        var lines: [[UInt8]] = []
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            lines.append(try font.encode(String(line), place: "the field “\(field)”"))
        }
        self.lines = lines
        let lineExtent = font.ascent + font.descent
        let extent = lineExtent + Self.lineHeight * Double(max(0, lines.count - 1))
        var size = fontSize ?? Self.largestFittedSize
        size = min(size, (height - 1) / extent)
        let widest = lines.map { font.width(ofCodes: $0, size: 1) }.max() ?? 0
        if widest > 0 { size = min(size, (width - 2 * Self.margin(width)) / widest) }
        self.fontSize = max(size, Self.smallestSize)
    }

    private static func margin(_ width: Double) -> Double { min(2, width * 0.05) }

    var appearance: Appearance {
        var appearance = Appearance(width: width, height: height)
        appearance.content.addRaw("/Tx BMC")
        appearance.content.save()
        appearance.content.clip(x: 0, y: 0, width: width, height: height)
        let extent =
            (font.ascent + font.descent + Self.lineHeight * Double(max(0, lines.count - 1))) * fontSize
        let free = height - extent
        // One line stands in the middle, several begin at the top.
        let top = lines.count > 1 ? max(0, min(1, free)) : free / 2
        var baseline = height - top - font.ascent * fontSize
        for line in lines {
            appearance.show(line, font: font, size: fontSize, x: Self.margin(width), y: baseline)
            baseline -= Self.lineHeight * fontSize
        }
        appearance.content.restore()
        appearance.content.addRaw("EMC")
        return appearance
    }
}
