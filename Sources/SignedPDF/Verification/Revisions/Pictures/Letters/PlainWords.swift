/// The words and numbers of a text whose letters are drawn in reading order, including the signs within them: 1/2 is not
/// 2/1.
struct PlainWords {
    private struct Word {
        var text: String
        var hasLetters: Bool
        /// Whether the last letter before it is of a script from right to left.
        var followsRightToLeft: Bool
        /// Whether such a letter stands between it and the word before.
        var isApart: Bool
    }

    private let words: [Word]
    private let isRightToLeft: Bool

    init(of text: String) {
        let scalars = FieldPicture.distinct(text).precomposedStringWithCompatibilityMapping.unicodeScalars
        // The first letter decides (Unicode Standard Annex #9 §3.3.1).
        let isRightToLeft = scalars.first { $0.properties.isAlphabetic }.map(WritingDirection.isRightToLeft) ?? false
        var words: [Word] = []
        var before = scalars.startIndex
        var (followsRightToLeft, isApart) = (isRightToLeft, false)
        for part in scalars.split(whereSeparator: Self.isSeparator) {
            guard let first = part.firstIndex(where: Self.isPlainLetter),
                let last = part.lastIndex(where: Self.isPlainLetter)
            else { continue }
            for scalar in scalars[before..<first] where scalar.properties.isAlphabetic {
                followsRightToLeft = WritingDirection.isRightToLeft(scalar)
                isApart = isApart || followsRightToLeft
            }
            let word = scalars[first...last]
            let hasLetters = word.contains { $0.properties.isAlphabetic }
            words.append(
                Word(
                    text: String(String.UnicodeScalarView(word)), hasLetters: hasLetters,
                    followsRightToLeft: followsRightToLeft, isApart: isApart))
            if hasLetters { followsRightToLeft = false }
            isApart = false
            before = scalars.index(after: last)
        }
        self.words = words
        self.isRightToLeft = isRightToLeft
    }

    private static func isPlainLetter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .decimalNumber
            || scalar.properties.isAlphabetic && FieldPicture.isPlain(String(scalar))
    }

    private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar.properties.isAlphabetic && !isPlainLetter(scalar)
    }

    /// In the text's own order.
    var texts: [String] { words.map(\.text) }

    /// In the order, from left to right, in which readers see them among letters from right to left: words that follow
    /// one another stay together, and numbers move with the letters before them.
    var seen: [String] {
        var runs: [(words: [String], moves: Bool)] = []
        for word in words {
            let moves = !word.hasLetters && word.followsRightToLeft
            if !moves, !word.isApart, let last = runs.last, !last.moves {
                runs[runs.count - 1].words.append(word.text)
            } else {
                runs.append(([word.text], moves))
            }
        }
        if isRightToLeft { return runs.reversed().flatMap(\.words) }
        // In a text that begins from left to right, only the numbers between other letters change places.
        var (result, moving): ([String], [String]) = ([], [])
        for run in runs {
            if run.moves {
                moving += run.words
            } else {
                result += moving.reversed() + run.words
                moving = []
            }
        }
        return result + moving.reversed()
    }
}

/// The scripts whose letters are drawn in another order or form than they are written in.
enum WritingDirection {
    /// Whether a character is a letter of a script that is written from right to left.
    static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x590..<0x900, 0xFB1D..<0xFE00, 0xFE70..<0xFEFF, 0x10800..<0x11000, 0x1E800..<0x1F000:
            scalar.properties.isAlphabetic
        default: false
        }
    }

    /// Whether a character is a letter of a script whose letters join or change places when they are drawn.
    static func isMoving(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x900..<0x10A0, 0x1780..<0x1800, 0x1900..<0x1C80, 0xA800..<0xAC00, 0x11000..<0x12000:
            scalar.properties.isAlphabetic
        default: isRightToLeft(scalar)
        }
    }
}
