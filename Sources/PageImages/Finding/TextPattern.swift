/// A text to find on pages, and the differences that keep another text from matching it.
package struct TextPattern: Hashable, Sendable {
    /// The text. White space around it does not count.
    package var text: String
    /// Whether upper and lower case differ.
    package var isCaseSensitive: Bool
    /// Whether a letter or digit directly beside the text keeps it from matching.
    package var isWholeWord: Bool
    /// Whether the page may have one more space behind each character of the text.
    package var allowsMoreSpaces: Bool

    package init(
        _ text: String, isCaseSensitive: Bool = false, isWholeWord: Bool = false, allowsMoreSpaces: Bool = false
    ) {
        self.text = text
        self.isCaseSensitive = isCaseSensitive
        self.isWholeWord = isWholeWord
        self.allowsMoreSpaces = allowsMoreSpaces
    }
}

/// A place where a pattern matches.
package struct TextMatch: Hashable, Sendable {
    /// The pattern's index.
    package let pattern: Int
    /// The box of the matching text in each line that it runs through, at least one. Inside of a word, left and right are
    /// estimates.
    package let lines: [MatchBox]
}

/// The box of a text on a page, in points from the top left of the page as a reader sees it.
package struct MatchBox: Hashable, Sendable {
    package var x: Double
    package var y: Double
    package var width: Double
    package var height: Double

    package init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    func union(_ other: MatchBox) -> MatchBox {
        let (left, top) = (min(x, other.x), min(y, other.y))
        return MatchBox(
            x: left, y: top, width: max(x + width, other.x + other.width) - left,
            height: max(y + height, other.y + other.height) - top)
    }
}
