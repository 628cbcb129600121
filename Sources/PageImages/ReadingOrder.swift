/// Puts the words of a line, and the characters of each word, from the order in which they are seen into the order in
/// which they are read.
///
/// Poppler gives boxes from left to right, and the characters in them too, so Arabic and Hebrew come backwards. The order
/// in which they were written cannot be told with certainty from how they look; this undoes the Unicode Bidirectional
/// Algorithm (UAX #9) for what lines of documents are made of: words of one direction, words of the other among them,
/// and numbers, which always run from left to right.
enum ReadingOrder {
    private enum Direction {
        case leftToRight
        case rightToLeft
        /// Digits, punctuation.
        case neutral
    }

    /// The words of a page.
    ///
    /// - Parameter words: Line by line, those of each line from left to right.
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

    /// A line of both directions runs as most of the page does.
    private static func line(
        _ words: ArraySlice<WordBox>, _ directions: ArraySlice<Direction>, _ pageRunsToLeft: Bool
    ) -> [WordBox] {
        let (words, directions) = (Array(words), Array(directions))
        guard directions.contains(.rightToLeft) else { return words }
        let turned = zip(words, directions).map { word, direction in
            direction == .rightToLeft ? word.reading(logical(word.text)) : word
        }
        // A stretch of the other direction keeps numbers that stand within it; in a line that runs to the left, also
        // those that come after it.
        if pageRunsToLeft || !directions.contains(.leftToRight) {
            return reversed(turned, keeping: stretches(of: .leftToRight, in: directions, takingNumbersBehind: true))
        }
        var result = turned
        for stretch in stretches(of: .rightToLeft, in: directions, takingNumbersBehind: false) {
            result.replaceSubrange(stretch, with: turned[stretch].reversed())
        }
        return result
    }

    /// All words from the last to the first, but those of each stretch in their own order.
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

    /// The characters of a word that holds letters from right to left: turned around, but for stretches of digits and of
    /// other letters.
    private static func logical(_ word: String) -> String {
        var result: [Character] = []
        var forward: [Character] = []
        // Marks follow the letter that they belong to.
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

    /// The stretch in its own order; punctuation at what is its end only because the stretch ends stays outside of it.
    private static func settled(_ forward: inout [Character]) -> [Character] {
        var outside: [Character] = []
        while let last = forward.last, !isForward(last) {
            outside.insert(last, at: 0)
            forward.removeLast()
        }
        defer { forward = [] }
        return forward.reversed() + outside
    }

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

    /// The direction of a letter; the blocks of Hebrew, Arabic and their neighbours (UAX #9, DerivedBidiClass).
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
