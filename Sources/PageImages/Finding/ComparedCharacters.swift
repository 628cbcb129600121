import Foundation

/// Turns characters into what they are compared by: numbers, so that comparing is fast.
///
/// Texts that look alike compare as equal: ligatures and their letters, a letter with a mark in one or two scalars, the
/// forms of Arabic letters, full-width and usual letters (NFKC, UAX #15). Characters that nobody sees do not count.
struct ComparedCharacters {
    /// A character as it is compared.
    struct Part: Hashable {
        var code: UInt32
        var traits: Traits
    }

    struct Traits: OptionSet, Hashable {
        let rawValue: UInt8
        /// A letter or digit, which makes a word with its neighbors.
        static let isOfWord = Traits(rawValue: 1)
        /// A character of a script without spaces between words.
        static let isUnspaced = Traits(rawValue: 2)
        static let isHyphen = Traits(rawValue: 4)
        /// White space, of any width.
        static let isSpace = Traits(rawValue: 8)
    }

    static let space = Part(code: 0x20, traits: .isSpace)
    private static let softHyphen: Character = "\u{AD}"

    private let ignoresCase: Bool
    /// The numbers of characters of several scalars; those of one are their own.
    private var codes: [Character: UInt32] = [:]
    private var known: [Character: [Part]] = [:]
    /// The number of characters that are remembered; most documents have fewer than a thousand.
    private static let mostKnown = 20_000
    /// What a character of several scalars has that no pattern holds.
    private static let other = UInt32.max
    private var isLearning = false

    init(ignoringCase: Bool) { ignoresCase = ignoringCase }

    /// Returns the parts of a pattern and remembers its characters. A run of white space becomes one space; white space at
    /// the ends is dropped.
    mutating func learn(_ text: String) -> [Part] {
        isLearning = true
        defer {
            isLearning = false
            known = [:]
        }
        var parts: [Part] = []
        for part in text.flatMap({ self.parts(of: $0) }) where part != Self.space || parts.last != Self.space {
            parts.append(part)
        }
        if parts.first == Self.space { parts.removeFirst() }
        if parts.last == Self.space { parts.removeLast() }
        return parts
    }

    /// Returns what a character is compared by; nothing for one that nobody sees.
    mutating func parts(of character: Character) -> [Part] {
        if let parts = known[character] { return parts }
        let parts = made(of: character)
        if known.count >= Self.mostKnown { known = [:] }
        known[character] = parts
        return parts
    }

    /// Whether a character at the end of a line says that its word goes on.
    static func isHyphen(_ character: Character) -> Bool {
        switch character {
        case "-", "\u{2010}", "\u{2011}", softHyphen: true
        default: false
        }
    }

    private mutating func made(of character: Character) -> [Part] {
        if character.isWhitespace { return [Self.space] }
        var text = String(character).precomposedStringWithCompatibilityMapping
        // To upper case first: “ß” and “SS” are the same then, and so are both forms of the Greek sigma.
        if ignoresCase { text = text.uppercased().lowercased() }
        let seen = text.unicodeScalars.filter { !Self.isUnseen($0) }
        text = String(String.UnicodeScalarView(seen)).precomposedStringWithCanonicalMapping
        return text.map { $0.isWhitespace ? Self.space : part(of: $0) }
    }

    private mutating func part(of character: Character) -> Part {
        guard !Self.isHyphen(character) else { return Part(code: 0x2D, traits: .isHyphen) }
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return Self.space }
        var traits: Traits = []
        if character.isLetter || character.isNumber { traits.insert(.isOfWord) }
        if Self.isUnspaced(first) { traits.insert(.isUnspaced) }
        if scalars.count == 1 { return Part(code: first.value, traits: traits) }
        if let code = codes[character] { return Part(code: code, traits: traits) }
        guard isLearning else { return Part(code: Self.other, traits: traits) }
        let code = 0x11_0000 + UInt32(codes.count)
        codes[character] = code
        return Part(code: code, traits: traits)
    }

    /// Whether a scalar has no shape of its own, or only makes a line longer, as the Arabic tatweel does.
    private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value == 0x640 || scalar.properties.isDefaultIgnorableCodePoint
    }

    /// Whether a scalar is of a script that is written without spaces between words: Chinese, Japanese, Thai, Lao, Khmer,
    /// Myanmar.
    private static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3000...0x30FF, 0x31F0...0x31FF, 0x3400...0x9FFF,
            0xF900...0xFAFF, 0x20000...0x3FFFF:
            true
        default: false
        }
    }
}
