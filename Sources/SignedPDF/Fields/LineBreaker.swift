/// Breaks paragraphs into lines at spaces, between ideographs, and within words that are wider than a line.
///
/// Each word is measured once, so that many widths can be tried. All widths are for font size 1.
struct LineBreaker {
    private struct Word {
        var text: String
        var width: Double
        /// Whether a space precedes the word, unless it begins a line.
        var followsSpace = false
    }

    struct Line {
        var text: String
        /// The index of the word's paragraph.
        var paragraph: Int
    }

    /// Whether the standard font can show all of the text.
    let isStandard: Bool
    private let words: [[Word]]
    private let font: StandardFont

    init(_ paragraphs: [String], font: StandardFont) {
        self.font = font
        let isStandard = paragraphs.allSatisfy { (try? font.encode($0)) != nil }
        self.isStandard = isStandard
        words = paragraphs.map { text in
            text.split(separator: " ", omittingEmptySubsequences: false).flatMap { spaced in
                (isStandard ? [spaced[...]] : LineBreaks.parts(of: spaced)).enumerated().map { index, part in
                    Word(
                        text: String(part), width: Self.width(of: part, isStandard ? font : nil),
                        followsSpace: index == 0)
                }
            }
        }
    }

    /// - Parameter font: the font to measure with, or `nil` for text in embedded fonts, which gets its usual width
    private static func width(of text: some StringProtocol, _ font: StandardFont?) -> Double {
        if let font { return (try? font.width(of: String(text), size: 1)) ?? 0 }
        return text.reduce(0) { $0 + usualWidth(of: $1) }
    }

    /// Returns the usual width of a letter with its marks.
    private static func usualWidth(of character: Character) -> Double {
        if LineBreaks.isIdeographic(character) { return 1 }
        return character == " " || character == "\u{A0}" ? 0.28 : 0.58
    }

    private var space: Double { Self.width(of: " ", isStandard ? font : nil) }

    var paragraphs: Int { words.count }

    var widestWord: Double { words.joined().map(\.width).max() ?? 0 }

    var widestParagraph: Double {
        let space = space
        return words.map { line in
            line.enumerated().reduce(0) { width, entry in
                width + entry.element.width + (entry.offset > 0 && entry.element.followsSpace ? space : 0)
            }
        }.max() ?? 0
    }

    func lines(within width: Double) -> [Line] {
        // An exact fit must not fail because of rounding.
        let width = width * 1.000_001
        let space = space
        var lines: [Line] = []
        for (index, words) in words.enumerated() {
            var line: Word?
            for word in words {
                if let before = line {
                    let longer = before.width + (word.followsSpace ? space : 0) + word.width
                    if longer <= width {
                        line = Word(text: before.text + (word.followsSpace ? " " : "") + word.text, width: longer)
                        continue
                    }
                    lines.append(Line(text: before.text, paragraph: index))
                }
                var parts = word.width > width ? parts(of: word, within: width) : [word]
                line = parts.popLast()
                lines += parts.map { Line(text: $0.text, paragraph: index) }
            }
            lines.append(Line(text: line?.text ?? "", paragraph: index))
        }
        return lines
    }

    /// Splits a word into pieces that are no wider than a line, of at least one character each.
    private func parts(of word: Word, within width: Double) -> [Word] {
        var parts: [Word] = []
        var part = Word(text: "", width: 0)
        for character in word.text {
            let own = Self.width(of: String(character), isStandard ? font : nil)
            if !part.text.isEmpty, part.width + own > width {
                parts.append(part)
                part = Word(text: "", width: 0)
            }
            part.text.append(character)
            part.width += own
        }
        return parts + [part]
    }
}
