/// The words of a page as one text to search.
struct PageText {
    /// A character as it is compared, and where it stands.
    struct Unit {
        var part: ComparedCharacters.Part
        /// The index of the word; of a space, that of the word behind it.
        var word: Int
        /// The index of the character in its word; `nil` for a space between words.
        var character: Int?
        /// The place among the parts that the character is compared by: a ligature has several.
        var share = 0
        var shares = 1
        /// Whether a text matches without it: a hyphen at the end of a line, the break behind it, and a break within a
        /// script without spaces.
        var isOptional = false
        /// Whether it is the end of a line.
        var isLineEnd = false
        /// Whether it is the end of a line that divides a word, behind a hyphen.
        var dividesWord = false
    }

    let words: [WordBox]
    private(set) var units: [Unit] = []
    /// The number of characters of each word.
    private var lengths: [Int] = []

    /// - Parameter words: the words of a page in reading order
    init(_ words: [WordBox], _ characters: inout ComparedCharacters) {
        self.words = words
        for (index, word) in words.enumerated() {
            if index > 0 { appendSpace(before: index) }
            lengths.append(word.text.count)
            for (number, character) in word.text.enumerated() {
                let parts = characters.parts(of: character)
                for (share, part) in parts.enumerated() {
                    units.append(
                        Unit(part: part, word: index, character: number, share: share, shares: parts.count))
                }
            }
            noteUnspaced(behindWord: index)
        }
    }

    /// Appends the space between a word and the one before it, if there is one.
    private mutating func appendSpace(before index: Int) {
        let (last, word) = (words[index - 1], words[index])
        let isLineEnd = last.line != word.line
        guard isLineEnd || Self.gap(between: last, word) > Self.spaceShare * min(word.width, word.height) else {
            return
        }
        var space = Unit(part: ComparedCharacters.space, word: index, isLineEnd: isLineEnd)
        if isLineEnd, let end = last.text.last, ComparedCharacters.isHyphen(end), last.text.count > 1 {
            (space.isOptional, space.dividesWord) = (true, true)
            if units.last?.part.traits.contains(.isHyphen) == true { units[units.count - 1].isOptional = true }
        }
        units.append(space)
    }

    /// Makes the space before a word optional if it stands between characters of scripts without spaces.
    private mutating func noteUnspaced(behindWord index: Int) {
        guard let first = units.lastIndex(where: { $0.word != index || $0.character == nil }).map({ $0 + 1 }),
            first >= 2, first < units.count, units[first - 1].character == nil,
            units[first].part.traits.contains(.isUnspaced), units[first - 2].part.traits.contains(.isUnspaced)
        else { return }
        units[first - 1].isOptional = true
    }

    /// The part of a word's height or width from which a gap is a space.
    private static let spaceShare = 0.1

    private static func gap(between first: WordBox, _ second: WordBox) -> Double {
        max(
            second.x - (first.x + first.width), first.x - (second.x + second.width),
            second.y - (first.y + first.height), first.y - (second.y + second.height))
    }

    // MARK: Boxes

    /// Returns the number of characters of the words that units stand in.
    func length(of range: Range<Int>) -> Int {
        guard let first = range.first, let last = range.last else { return 0 }
        return lengths[units[first].word...units[last].word].reduce(0, +)
    }

    /// Returns the box of some units in each line.
    ///
    /// - Parameter width: returns the width of a character relative to others
    func boxes(of range: Range<Int>, width: (Character) -> Double) -> [MatchBox] {
        var boxes: [(line: Int, box: MatchBox)] = []
        var start = range.lowerBound
        while start < range.upperBound {
            let word = units[start].word
            let end = units[start..<range.upperBound].firstIndex { $0.word != word } ?? range.upperBound
            let own = units[start..<end].filter { $0.character != nil }
            start = end
            guard let first = own.first, let last = own.last else { continue }
            let box = box(from: first, to: last, width)
            if let before = boxes.last, before.line == words[word].line {
                boxes[boxes.count - 1].box = before.box.union(box)
            } else {
                boxes.append((words[word].line, box))
            }
        }
        return boxes.map(\.box)
    }

    private func box(from first: Unit, to last: Unit, _ width: (Character) -> Double) -> MatchBox {
        let word = words[first.word]
        let whole = MatchBox(x: word.x, y: word.y, width: word.width, height: word.height)
        let characters = Array(word.text)
        guard let start = first.character, let end = last.character, !Self.isTurned(word, characters.count) else {
            return whole
        }
        let isWhole =
            start == 0 && end == characters.count - 1 && first.share == 0 && last.share == last.shares - 1
        guard !isWhole else { return whole }
        let widths = characters.map { max(0, width($0)) }
        let sum = widths.reduce(0, +)
        guard sum > 0 else { return whole }
        func share(of unit: Unit, _ index: Int, behind: Bool) -> Double {
            let before = widths[..<index].reduce(0, +)
            return (before + widths[index] * Double(unit.share + (behind ? 1 : 0)) / Double(unit.shares)) / sum
        }
        let left = share(of: first, start, behind: false)
        let right = share(of: last, end, behind: true)
        let wide = word.width * (right - left)
        let x = ReadingOrder.runsToLeft(word.text) ? word.x + word.width * (1 - right) : word.x + word.width * left
        return MatchBox(x: x, y: word.y, width: wide, height: word.height)
    }

    /// Whether a word of several letters is higher than wide, so that it stands turned on the page.
    private static func isTurned(_ word: WordBox, _ count: Int) -> Bool { word.height > word.width && count > 3 }
}
