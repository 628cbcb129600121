import Foundation

/// Breaks a text into lines and sets it as large as its box allows, so that all of it is visible.
///
/// A text that is readable in one line stays in one. Otherwise, in a box with room for several lines, it is broken at
/// spaces, and within words that would become too small. Text that does not fit at a readable size is set smaller
/// still; nothing is cut off.
///
/// Line breaks do not depend on embedded fonts (``LinePlan``), only the size does. Another machine with other fonts
/// breaks the same text into the same lines.
struct TextLayout {
    static let largestFittedSize = 12.0
    /// If there is room for several lines, text is broken before it is set smaller than this.
    static let comfortableSize = 8.0
    /// Words are broken before they are set smaller than this.
    static let wordBreakingSize = 6.0
    /// The least distance between baselines, for a size of 1.
    static let lineHeight = 1.15
    /// The lower limit of the size, at which text is invisible anyway.
    static let leastSize = 0.01

    let lines: [TextLine]
    /// The font size in points.
    let size: Double
    /// The ascent of the tallest line and the distance between baselines, for a size of 1.
    let ascent: Double
    let leading: Double
    private let descent: Double

    /// The height of all lines in points.
    var extent: Double { (ascent + descent + leading * Double(max(0, lines.count - 1))) * size }

    /// - Parameter place: the name of the box in errors
    /// - Throws: `PDFError.unshowableCharacter`
    init(_ text: String, in box: TextBox, shaper: (any TextShaper)?, place: String) throws(PDFError) {
        let paragraphs = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
        let unbroken = try TextLine.lines(of: paragraphs, font: box.font, shaper: shaper, place: place)
        let plan = LinePlan(paragraphs, in: box)
        if let broken = plan.brokenLines {
            var lines: [TextLine] = []
            for line in broken {
                // Each line has the direction of its paragraph, whatever it begins with.
                let isRightToLeft = unbroken[line.paragraph].isRightToLeft
                lines.append(
                    try TextLine(
                        line.text, font: box.font, shaper: shaper,
                        direction: isRightToLeft ? .rightToLeft : .leftToRight, place: place))
            }
            self.lines = lines
        } else {
            lines = unbroken
        }
        ascent = lines.map(\.ascent).max() ?? box.font.ascent
        descent = lines.map(\.descent).max() ?? box.font.descent
        leading = max(Self.lineHeight, ascent + descent)
        var size = box.fontSize ?? Self.largestFittedSize
        size = min(size, box.textHeight / (ascent + descent + leading * Double(max(0, lines.count - 1))))
        let widest = lines.map(\.width).max() ?? 0
        if widest > 0 { size = min(size, box.textWidth / widest) }
        self.size = max(size, Self.leastSize)
    }
}
