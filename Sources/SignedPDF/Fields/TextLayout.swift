import Foundation

/// A text broken into lines and set as large as its box allows, so that all of it is seen.
///
/// One line, as long as that can be read well; in a box with room for several, lines broken at spaces, and within words
/// that would be too small otherwise. What does not fit in a readable size is set smaller still: nothing is cut off.
///
/// Where lines are broken does not depend on embedded fonts (``LinePlan``), only how large they are set: another machine
/// with other fonts breaks the same text into the same lines.
struct TextLayout {
    static let largestFittedSize = 12.0
    /// Lines are broken, where there is room for several, rather than that they are set smaller than this.
    static let comfortableSize = 8.0
    /// Words are broken rather than that they are set smaller than this.
    static let wordBreakingSize = 6.0
    /// The least distance between baselines, for a size of 1.
    static let lineHeight = 1.15
    /// What is that small cannot be seen however it is set.
    static let leastSize = 0.01

    let lines: [TextLine]
    /// In points.
    let size: Double
    /// Of the tallest line, and the distance between baselines; for a size of 1.
    let ascent: Double
    let leading: Double
    private let descent: Double

    /// How high all lines are, in points.
    var extent: Double { (ascent + descent + leading * Double(max(0, lines.count - 1))) * size }

    /// - Parameter place: what errors call the box.
    /// - Throws: `PDFError.unshowableCharacter`.
    init(_ text: String, in box: TextBox, shaper: (any TextShaper)?, place: String) throws(PDFError) {
        let paragraphs = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
        let unbroken = try TextLine.lines(of: paragraphs, font: box.font, shaper: shaper, place: place)
        let plan = LinePlan(paragraphs, in: box)
        if let broken = plan.brokenLines {
            let shaper = plan.isStandard ? nil : shaper
            var lines: [TextLine] = []
            for line in broken {
                // A line goes the way of its paragraph, whatever it begins with.
                let isRightToLeft = unbroken[line.paragraph].isRightToLeft
                lines.append(
                    try TextLine(
                        line: line.text, font: box.font, shaper: shaper,
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
