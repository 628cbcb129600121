/// Converts the words of a line, and the characters of each word, from visual order to logical order.
///
/// Poppler reports boxes and their characters from left to right, so Arabic and Hebrew come out reversed. Visual order
/// does not determine logical order completely. This code reverses the Unicode Bidirectional Algorithm (UAX #9) for the
/// usual lines of documents. These have words of one direction, embedded words of the other, and numbers, which always
/// run from left to right.
package enum ReadingOrder {
    private enum Direction {
        case leftToRight
        case rightToLeft
        /// Digits and punctuation.
        case neutral
    }

    /// Returns the words of a page in logical order.
    ///
    /// - Parameter words: the words line by line, from left to right within each line
    static func logical(_ words: [WordBox]) -> [WordBox] {
        let directions = words.map { direction(of: $0.text) }
        let toLeft = directions.count { $0 == .rightToLeft }
        guard toLeft > 0 else { return words }
        let pageRunsToLeft = toLeft > directions.count { $0 == .leftToRight }
        var result: [WordBox] = []
        var start = 0
        for end in 1...words.count where end == words.count || words[end].line != words[start].line {
            result += line(words[start..<end], directions[start..<end], pageRunsToLeft)
            start = end
        }
        return result
    }

    /// Reorders one line. A line of mixed direction follows the main direction of the page.
    private static func line(
        _ words: ArraySlice<WordBox>, _ directions: ArraySlice<Direction>, _ pageRunsToLeft: Bool
    ) -> [WordBox] {
        let (words, directions) = (Array(words), Array(directions))
        guard directions.contains(.rightToLeft) else { return words }
        let turned = zip(words, directions).map { word, direction in
            direction == .rightToLeft ? word.reading(logical(word.text)) : word
        }
        // A run of the other direction keeps the numbers within it. In a right-to-left line, it also keeps the numbers
        // after it.
        if pageRunsToLeft || !directions.contains(.leftToRight) {
            return reversed(turned, keeping: stretches(of: .leftToRight, in: directions, takingNumbersBehind: true))
        }
        var result = turned
        for stretch in stretches(of: .rightToLeft, in: directions, takingNumbersBehind: false) {
            result.replaceSubrange(stretch, with: turned[stretch].reversed())
        }
        return result
    }

    /// Reverses the words, but keeps the order within each run.
    private static func reversed(_ words: [WordBox], keeping stretches: [Range<Int>]) -> [WordBox] {
        var result = words
        for stretch in stretches { result.replaceSubrange(stretch, with: words[stretch].reversed()) }
        return result.reversed()
    }

    private static func stretches(
        of direction: Direction, in directions: [Direction], takingNumbersBehind: Bool
    ) -> [Range<Int>] {
        var stretches: [Range<Int>] = []
        var index = 0
        while index < directions.count {
            guard directions[index] == direction else {
                index += 1
                continue
            }
            let start = index
            var end = index + 1
            while index < directions.count, directions[index] == direction || directions[index] == .neutral {
                index += 1
                if takingNumbersBehind || directions[index - 1] == direction { end = index }
            }
            stretches.append(start..<end)
        }
        return stretches
    }

    /// Reverses the characters of a word that holds right-to-left letters, except for runs of digits and of other
    /// letters.
    private static func logical(_ word: String) -> String {
        var result: [Character] = []
        var forward: [Character] = []
        // Combining marks follow their letter.
        for character in word.reversed() {
            if isForward(character) || isJoint(character, in: forward) {
                forward.append(character)
            } else {
                result += settled(&forward)
                result.append(character)
            }
        }
        result += settled(&forward)
        return String(result)
    }

    /// Returns the run in its own order. Punctuation stays outside if it is at the run's end only because the run ends
    /// there.
    private static func settled(_ forward: inout [Character]) -> [Character] {
        var outside: [Character] = []
        while let last = forward.last, !isForward(last) {
            outside.insert(last, at: 0)
            forward.removeLast()
        }
        defer { forward = [] }
        return forward.reversed() + outside
    }

    /// Returns a text that runs to the right, with its stretches of right-to-left letters turned from the order on the
    /// page into logical order.
    package static func turningStretches(of text: String) -> String {
        let characters = Array(text)
        let directions = characters.map { $0.unicodeScalars.first.map { direction(of: $0) } ?? .neutral }
        guard directions.contains(.rightToLeft) else { return text }
        var result = characters
        for stretch in stretches(of: .rightToLeft, in: directions, takingNumbersBehind: false) {
            result.replaceSubrange(stretch, with: characters[stretch].reversed())
        }
        return String(result)
    }

    /// Whether a text has a letter that runs to the left.
    static func runsToLeft(_ text: String) -> Bool { direction(of: text) == .rightToLeft }

    private static func isForward(_ character: Character) -> Bool {
        character.unicodeScalars.first.map { isNumber($0) || direction(of: $0) == .leftToRight } ?? false
    }

    /// Whether a character can stand within a number, such as a date or an amount.
    private static func isJoint(_ character: Character, in forward: [Character]) -> Bool {
        !forward.isEmpty && "./,:-'’".contains(character)
    }

    private static func isNumber(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .decimalNumber
    }

    private static func direction(of text: String) -> Direction {
        var direction = Direction.neutral
        for scalar in text.unicodeScalars {
            switch Self.direction(of: scalar) {
            case .rightToLeft: return .rightToLeft
            case .leftToRight: direction = .leftToRight
            case .neutral: break
            }
        }
        return direction
    }

    /// Returns the direction of a letter, from the blocks of Hebrew, Arabic and their neighbors (UAX #9,
    /// DerivedBidiClass).
    private static func direction(of scalar: Unicode.Scalar) -> Direction {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: break
        default: return .neutral
        }
        switch scalar.value {
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
            return .rightToLeft
        default: return .leftToRight
        }
    }
}

extension WordBox {
    fileprivate func reading(_ text: String) -> WordBox {
        WordBox(text: text, x: x, y: y, width: width, height: height, line: line)
    }
}
