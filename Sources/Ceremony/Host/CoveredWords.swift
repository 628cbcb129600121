import Envelopes
import Foundation
import PageImages

/// Leaves the words that paint covers out of a page's text.
///
/// A later version may show something at the same place, such as a field's value. So a word counts as covered only if
/// the version with the paint already had it there.
struct CoveredWords {
    /// How far two boxes of one word can differ, in points.
    private static let tolerance = 0.5
    /// The part of a word's box from which it counts as covered.
    private static let mostOfIt = 0.5

    private let frames: [TabFrame]
    private let words: [WordBox]

    /// - Parameters:
    ///   - frames: the covered places of the page
    ///   - words: the page's words in the version with the paint
    init(_ frames: [TabFrame], among words: [WordBox]) {
        self.frames = frames
        self.words = words.filter { word in frames.contains { Self.share(of: word, in: $0) > 0.01 } }
    }

    /// Returns the words of a version of the page without what is covered.
    func leftOut(of words: [WordBox]) -> [WordBox] {
        words.compactMap { word in
            guard self.words.contains(where: { Self.isSame($0, word) }) else { return word }
            return uncovered(word)
        }
    }

    private func uncovered(_ word: WordBox) -> WordBox? {
        let own = frames.filter { Self.share(of: word, in: $0) > 0.01 }
        let text = Self.withoutBraces(word.text)
        if text == word.text {
            // It is a word between braces, or one that paint beside it only touches.
            let share = own.reduce(0) { $0 + Self.share(of: word, in: $1) }
            return share < Self.mostOfIt ? word : nil
        }
        guard !text.isEmpty else { return nil }
        // What is left stands before or behind the paint.
        var (left, right) = (word.x, word.x + word.width)
        let start = own.map(\.x).min() ?? right
        let end = own.map { $0.x + $0.width }.max() ?? left
        if start - left >= right - end { right = max(left, start) } else { left = min(right, end) }
        return WordBox(text: text, x: left, y: word.y, width: right - left, height: word.height, line: word.line)
    }

    /// Returns a word without its texts in double braces, or the part of one that it has.
    static func withoutBraces(_ word: String) -> String {
        var text = word
        while let open = text.range(of: "{{") {
            let close = text[open.upperBound...].range(of: "}}")
            text.removeSubrange(open.lowerBound..<(close?.upperBound ?? text.endIndex))
        }
        if let close = text.range(of: "}}") { text.removeSubrange(..<close.upperBound) }
        return text
    }

    /// Returns the part of a word's box that lies in a frame.
    private static func share(of word: WordBox, in frame: TabFrame) -> Double {
        let width = min(word.x + word.width, frame.x + frame.width) - max(word.x, frame.x)
        let height = min(word.y + word.height, frame.y + frame.height) - max(word.y, frame.y)
        let area = word.width * word.height
        return width > 0 && height > 0 && area > 0 ? width * height / area : 0
    }

    private static func isSame(_ word: WordBox, _ other: WordBox) -> Bool {
        abs(word.x - other.x) < tolerance && abs(word.y - other.y) < tolerance
            && abs(word.width - other.width) < tolerance && abs(word.height - other.height) < tolerance
    }
}
