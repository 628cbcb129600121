/// Where the lines of a text are broken in a box.
///
/// Text in a standard font is measured. Text in embedded fonts is taken to be as wide as such text usually is, so that
/// the plan is the same on each machine, whatever its fonts.
struct LinePlan {
    /// The text as it is, and as it is broken.
    private let breaker: LineBreaker
    private let box: TextBox

    init(_ paragraphs: [String], in box: TextBox) {
        self.box = box
        breaker = LineBreaker(paragraphs, font: box.font)
    }

    /// Whether the standard font shows everything.
    var isStandard: Bool { breaker.isStandard }

    /// By which part the size shrinks from one attempt to the next.
    private static let step = 0.96

    /// The lines where several are easier to read than the text as it is; nil where they are not.
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

    /// Whether all of it can be shown at a size, or in one line as large as the box makes a short one.
    func isReadable(at smallest: Double) -> Bool {
        let size = min(smallest, wanted, largestSize(of: 1))
        if unbrokenSize >= size { return true }
        return largestSize(of: breaker.lines(within: box.textWidth / size).count) >= size
    }

    private var wanted: Double { box.fontSize ?? TextLayout.largestFittedSize }

    /// The largest size of the text as it is.
    private var unbrokenSize: Double {
        let widest = breaker.widestParagraph
        let size = min(wanted, largestSize(of: breaker.paragraphs))
        return widest > 0 ? min(size, box.textWidth / widest) : size
    }

    /// The largest size at which so many lines are no higher than the box.
    private func largestSize(of lines: Int) -> Double {
        let extent = box.font.ascent + box.font.descent + TextLayout.lineHeight * Double(max(0, lines - 1))
        return box.textHeight / extent
    }
}
