/// Decides where the lines of a text are broken in a box.
///
/// Text in a standard font is measured. Text in embedded fonts is assumed to have its usual width, so the plan is the
/// same on every machine, whatever its fonts.
struct LinePlan {
    /// Measures the text, unbroken and broken.
    private let breaker: LineBreaker
    private let box: TextBox

    init(_ paragraphs: [String], in box: TextBox) {
        self.box = box
        breaker = LineBreaker(paragraphs, font: box.font)
    }

    /// Whether the standard font can show all of the text.
    var isStandard: Bool { breaker.isStandard }

    /// The factor by which the size shrinks from one attempt to the next.
    private static let step = 0.96

    /// The broken lines, or `nil` if the unbroken text is at least as readable.
    var brokenLines: [LineBreaker.Line]? {
        let unbroken = unbrokenSize
        let most = largestSize(of: breaker.paragraphs + 1)
        guard unbroken < min(wanted, TextLayout.comfortableSize), most > unbroken else { return nil }
        var size = min(wanted, most, max(box.textWidth / breaker.widestWord, TextLayout.wordBreakingSize))
        while size > max(unbroken, TextLayout.leastSize) {
            let lines = breaker.lines(within: box.textWidth / size)
            if largestSize(of: lines.count) >= size { return lines }
            size *= Self.step
        }
        return nil
    }

    /// Whether all of the text can be shown at a size, or at the largest size that one line can have in this box if
    /// that is smaller.
    func isReadable(at smallest: Double) -> Bool {
        let size = min(smallest, wanted, largestSize(of: 1))
        if unbrokenSize >= size { return true }
        return largestSize(of: breaker.lines(within: box.textWidth / size).count) >= size
    }

    private var wanted: Double { box.fontSize ?? TextLayout.largestFittedSize }

    /// The largest size at which the unbroken text fits.
    private var unbrokenSize: Double {
        let widest = breaker.widestParagraph
        let size = min(wanted, largestSize(of: breaker.paragraphs))
        return widest > 0 ? min(size, box.textWidth / widest) : size
    }

    /// Returns the largest size at which this number of lines fits the height of the box.
    private func largestSize(of lines: Int) -> Double {
        let extent = box.font.ascent + box.font.descent + TextLayout.lineHeight * Double(max(0, lines - 1))
        return box.textHeight / extent
    }
}
