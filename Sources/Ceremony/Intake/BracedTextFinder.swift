import Envelopes
import PageImages
import SignedPDF

/// Finds texts in double braces among the words of a page.
///
/// A text may span several words, whatever their fonts, and several may stand in one word. It ends on the line on which
/// it begins: from a broken line nobody can tell whether a space belongs to the text.
struct BracedTextFinder {
    /// A text with its box in points.
    struct Found: Hashable {
        var text: String
        /// Its left and right ends are estimates if they are inside words.
        var box: PageRect
        /// Where it begins and ends, if that is inside a word.
        var start: WordCut?
        var end: WordCut?

        /// The text with its braces.
        var whole: String { "{{\(text)}}" }
    }

    private(set) var found: [Found] = []
    private(set) var problems: [PageMarkProblem] = []
    private let page: Int

    /// - Parameter words: the words of the page, each line from left to right
    init(_ words: [WordBox], page: Int) {
        self.page = page
        var start = 0
        while start < words.count {
            let end = words[start...].firstIndex { $0.line != words[start].line } ?? words.count
            find(in: Array(words[start..<end]))
            start = end
        }
    }

    // MARK: A line

    /// A character, and its place: the word and its index there; `nil` for a space between words.
    private struct Placed {
        var character: Character
        var place: (word: Int, index: Int)?
    }

    private mutating func find(in words: [WordBox]) {
        guard words.contains(where: { $0.text.contains("{") }) else { return }
        let line = Self.characters(of: words)
        let (opening, closing): (Character, Character) = Self.isMirrored(line) ? ("}", "{") : ("{", "}")
        var index = 0
        while let open = Self.first(opening, in: line, from: index) {
            let close = Self.first(closing, in: line, from: open + 2)
            let next = Self.first(opening, in: line, from: open + 2)
            guard let close else {
                problems.append(.unclosedBraces(page: page, text: Self.text(line[open...])))
                return
            }
            let whole = line[open..<close + 2]
            index = close + 2
            if let next, next < close {
                problems.append(.nestedBraces(page: page, text: Self.text(whole)))
                continue
            }
            add(whole, of: words)
        }
    }

    private static func text(_ line: ArraySlice<Placed>) -> String { String(line.map(\.character)) }

    /// Whether the line runs to the left, so that opening braces stand to the right of closing ones.
    private static func isMirrored(_ line: [Placed]) -> Bool {
        guard let open = first("{", in: line, from: 0), let close = first("}", in: line, from: 0), close < open else {
            return false
        }
        let doubles = line.indices.dropLast().filter {
            line[$0].character == line[$0 + 1].character && "{}".contains(line[$0].character)
        }
        return doubles.last.map { line[$0].character } == "{"
    }

    /// Returns the first index at which a character stands twice.
    private static func first(_ character: Character, in line: [Placed], from start: Int) -> Int? {
        guard start < line.count - 1 else { return nil }
        return (start..<line.count - 1).first {
            line[$0].character == character && line[$0 + 1].character == character
        }
    }

    /// Returns the characters of a line, with spaces where there are gaps between words.
    private static func characters(of words: [WordBox]) -> [Placed] {
        var line: [Placed] = []
        for (number, word) in words.enumerated() {
            if number > 0, gap(between: words[number - 1], word) > spaceShare * min(word.width, word.height) {
                line.append(Placed(character: " "))
            }
            line += word.text.enumerated().map { Placed(character: $1, place: (number, $0)) }
        }
        return line
    }

    /// The part of a line's height from which a gap is a space.
    private static let spaceShare = 0.1

    private static func gap(between first: WordBox, _ second: WordBox) -> Double {
        max(
            second.x - (first.x + first.width), first.x - (second.x + second.width),
            second.y - (first.y + first.height), first.y - (second.y + second.height))
    }

    // MARK: The box

    private mutating func add(_ whole: ArraySlice<Placed>, of words: [WordBox]) {
        let text = Self.text(whole)
        let places = whole.compactMap(\.place)
        var box: PageRect?
        var (start, end): (WordCut?, WordCut?)
        for (word, own) in Dictionary(grouping: places, by: \.word).sorted(by: { $0.key < $1.key }) {
            guard let first = own.first?.index, let last = own.last?.index else { continue }
            let own = words[word]
            let before = first > 0 ? WordCut(word: own, index: first) : nil
            let behind = last + 1 < own.text.count ? WordCut(word: own, index: last + 1) : nil
            if before != nil || behind != nil, Self.isTurned(own) {
                problems.append(.inTurnedWord(page: page, text: text))
                return
            }
            start = start ?? before
            end = behind ?? end
            let left = before?.estimate ?? own.x
            let right = behind?.estimate ?? (own.x + own.width)
            let part = PageRect(x: left, y: own.y, width: right - left, height: own.height)
            box = box?.union(part) ?? part
        }
        guard let box else { return }
        found.append(
            Found(
                text: ReadingOrder.turningStretches(of: String(text.dropFirst(2).dropLast(2))), box: box, start: start,
                end: end))
    }

    /// Whether a word of several letters is higher than wide.
    private static func isTurned(_ word: WordBox) -> Bool { word.height > word.width && word.text.count > 3 }
}
