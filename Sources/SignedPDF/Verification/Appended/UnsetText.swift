/// A text for which this machine has no font: the lines in which another machine has set it, as they are seen from the
/// left. Neither depends on fonts.
struct UnsetText {
    /// Those in which something stands.
    let lines: [String]

    /// - Parameter fontSize: as the field says, or as large as the box allows; in points.
    init(_ text: String, in box: PDFRectangle, fontSize: Double?, shaper: any TextShaper) {
        let paragraphs = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
        let place = TextBox(width: box.width, height: box.height, fontSize: fontSize)
        guard let broken = LinePlan(paragraphs, in: place).brokenLines else {
            lines = paragraphs.filter { !$0.isEmpty }.map { shaper.order(of: $0, direction: .automatic).seen }
            return
        }
        lines = broken.filter { !$0.text.isEmpty }.map { line in
            // A line goes the way of its paragraph, whatever it begins with.
            let way = shaper.order(of: paragraphs[line.paragraph], direction: .automatic).isRightToLeft
            return shaper.order(of: line.text, direction: way ? .rightToLeft : .leftToRight).seen
        }
    }
}
