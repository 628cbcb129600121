/// Finds texts on pages, each with the boxes of its lines.
///
/// A text matches across words, fonts and the ends of lines, but not from one page to the next. A space in it matches any
/// space and the end of a line. A word that a hyphen divides at the end of a line matches whole. Matches of one text do
/// not overlap.
package struct TextFinder {
    /// The limit that ended a search.
    package enum Excess: Error, Hashable, Sendable {
        /// ``TextFinder/mostSteps``.
        case work
        /// ``TextFinder/mostMatches``.
        case matches
        /// The time that the caller gives.
        case time
    }

    /// The maximum number of comparisons of characters for all pages together.
    package static let mostSteps = 200_000_000
    /// The maximum number of matches on all pages together.
    package static let mostMatches = 20_000

    private struct Prepared {
        var pattern: Int
        var parts: [ComparedCharacters.Part]
        var isWholeWord: Bool
        var allowsMoreSpaces: Bool
    }

    /// The patterns that are compared in one way.
    private struct Kind {
        var characters: ComparedCharacters
        /// The patterns by the code of their first character.
        var patterns: [UInt32: [Prepared]] = [:]
    }

    private var kinds: [Kind] = []
    private let width: (Character) -> Double
    private let isLate: () -> Bool
    private var steps: Int
    /// The number of steps left when the time is looked at next.
    private var nextLook: Int
    /// The number of steps between two looks at the time.
    private static let stepsBetweenLooks = 100_000
    private var count = 0

    /// - Parameters:
    ///   - width: returns the width of a character relative to others, to estimate places inside of words
    ///   - mostSteps: how many comparisons are made before the search ends with an error
    ///   - isLate: asked now and then, whether the search has to end with an error
    package init(
        _ patterns: [TextPattern], mostSteps: Int = mostSteps, width: @escaping (Character) -> Double = { _ in 1 },
        isLate: @escaping () -> Bool = { false }
    ) {
        self.width = width
        self.isLate = isLate
        steps = mostSteps
        nextLook = mostSteps - Self.stepsBetweenLooks
        for ignoresCase in [true, false] {
            var kind = Kind(characters: ComparedCharacters(ignoringCase: ignoresCase))
            for (index, pattern) in patterns.enumerated() where pattern.isCaseSensitive != ignoresCase {
                let parts = kind.characters.learn(pattern.text)
                guard let first = parts.first else { continue }
                kind.patterns[first.code, default: []].append(
                    Prepared(
                        pattern: index, parts: parts, isWholeWord: pattern.isWholeWord,
                        allowsMoreSpaces: pattern.allowsMoreSpaces))
            }
            if !kind.patterns.isEmpty { kinds.append(kind) }
        }
    }

    /// Returns the matches on a page in reading order, those of case-sensitive patterns behind the others.
    ///
    /// - Parameter words: the words of the page in reading order
    package mutating func matches(in words: [WordBox]) throws(Excess) -> [TextMatch] {
        var matches: [TextMatch] = []
        for index in kinds.indices {
            let text = PageText(words, &kinds[index].characters)
            // Matches of one pattern do not overlap.
            var free: [Int: Int] = [:]
            for start in text.units.indices {
                steps -= 1
                for prepared in kinds[index].patterns[text.units[start].part.code] ?? []
                where start >= free[prepared.pattern] ?? 0 {
                    guard let end = try end(of: prepared, from: start, in: text.units) else { continue }
                    free[prepared.pattern] = end
                    count += 1
                    guard count <= Self.mostMatches else { throw .matches }
                    // A box inside of a word needs the widths of all its characters.
                    steps -= text.length(of: start..<end)
                    matches.append(
                        TextMatch(pattern: prepared.pattern, lines: text.boxes(of: start..<end, width: width)))
                }
            }
        }
        return matches
    }

    private mutating func countStep() throws(Excess) {
        steps -= 1
        guard steps > 0 else { throw .work }
        guard steps < nextLook else { return }
        nextLook = steps - Self.stepsBetweenLooks
        guard !isLate() else { throw .time }
    }

    /// Returns the end of the match that begins at an index; `nil` if none begins there.
    private mutating func end(
        of prepared: Prepared, from start: Int, in units: [PageText.Unit]
    ) throws(Excess) -> Int? {
        var index = start
        for (number, part) in prepared.parts.enumerated() {
            var hasSkippedSpace = false
            while true {
                try countStep()
                guard index < units.count else { return nil }
                let unit = units[index]
                // A divided word has no space, unless its hyphen is a part of the text.
                let isDivided =
                    unit.dividesWord && !(number > 0 && prepared.parts[number - 1].traits.contains(.isHyphen))
                if unit.part.code == part.code, !isDivided {
                    index += 1
                    break
                }
                guard number > 0 else { return nil }
                let mayBeFurther =
                    prepared.allowsMoreSpaces && !hasSkippedSpace && !unit.isLineEnd && part != ComparedCharacters.space
                    && unit.part == ComparedCharacters.space
                guard unit.isOptional || mayBeFurther else { return nil }
                if !unit.isOptional { hasSkippedSpace = true }
                index += 1
            }
            // Any number of spaces is one.
            if part == ComparedCharacters.space {
                while index < units.count, units[index].part == ComparedCharacters.space { index += 1 }
            }
        }
        if prepared.isWholeWord {
            if start > 0, areOneWord(units[start - 1], units[start]) { return nil }
            if index < units.count, areOneWord(units[index - 1], units[index]) { return nil }
        }
        return index
    }

    private func areOneWord(_ first: PageText.Unit, _ second: PageText.Unit) -> Bool {
        let (first, second) = (first.part.traits, second.part.traits)
        return first.contains(.isOfWord) && second.contains(.isOfWord)
            && !(first.contains(.isUnspaced) && second.contains(.isUnspaced))
    }
}
