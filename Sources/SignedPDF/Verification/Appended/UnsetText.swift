/// A text for which this machine has no font, and which another machine typeset.
public struct UnsetText: Sendable {
    let text: String
    private let fontSize: Double?
    private let shaper: any TextShaper

    /// - Parameters:
    ///   - fontSize: the font size in points, or `nil` for as large as the field allows
    ///   - shaper: determines the order of the characters
    public init(_ text: String, fontSize: Double?, shaper: any TextShaper) {
        self.text = text
        self.fontSize = fontSize
        self.shaper = shaper
    }

    /// Returns the text in visual order from the left, line by line. It does not depend on fonts.
    func seen(in box: PDFRectangle) -> String {
        let paragraphs = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
        let place = TextBox(width: box.width, height: box.height, fontSize: fontSize)
        guard let broken = LinePlan(paragraphs, in: place).brokenLines else {
            return paragraphs.map { shaper.order(of: $0, direction: .automatic).seen }.joined()
        }
        return broken.map { line in
            // Each line has the direction of its paragraph, whatever it begins with.
            let way = shaper.order(of: paragraphs[line.paragraph], direction: .automatic).isRightToLeft
            return shaper.order(of: line.text, direction: way ? .rightToLeft : .leftToRight).seen
        }.joined()
    }
}
