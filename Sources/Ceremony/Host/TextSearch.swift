import Foundation
import PageImages

/// Finds a text among the words of a page.
///
/// Case, accents and the forms of letters do not matter. A text may run over several words and lines.
struct TextSearch: Sendable {
    /// The maximum number of characters of a text to find.
    static let longestText = 100

    /// A part of a hit that stands in one line. Lengths are in points from the top left of the page.
    struct Box: Encodable, Hashable, Sendable {
        let x: Double
        let y: Double
        let width: Double
        let height: Double
    }

    private let wanted: [Character]

    /// Returns `nil` for a text that is empty or too long.
    init?(_ text: String) {
        let words = Self.folded(text).split(whereSeparator: \.isWhitespace)
        wanted = Array(words.joined(separator: " "))
        guard !wanted.isEmpty, text.count <= Self.longestText else { return nil }
    }

    /// Returns the hits in reading order, each with its boxes.
    ///
    /// - Parameter words: the words of a page in reading order
    func hits(in words: [WordBox]) -> [[Box]] {
        var text: [Character] = []
        // The word of each character, and the character's place in the word; a space between words has the next word.
        var places: [(word: Int, at: Int, of: Int)] = []
        for (index, word) in words.enumerated() {
            let characters = Array(Self.folded(word.text))
            if let last = text.last, let first = characters.first, !Self.areJoined(last, first) {
                text.append(" ")
                places.append((index, 0, 0))
            }
            text += characters
            places += characters.indices.map { (index, $0, characters.count) }
        }
        var hits: [[Box]] = []
        var start = 0
        while start + wanted.count <= text.count {
            if text[start] == wanted[0], text[start..<start + wanted.count].elementsEqual(wanted) {
                hits.append(Self.boxes(places[start..<start + wanted.count], words))
                start += wanted.count
            } else {
                start += 1
            }
        }
        return hits
    }

    /// Returns a text without case, accents, points and the forms of letters.
    private static func folded(_ text: String) -> String {
        let parts = text.decomposedStringWithCompatibilityMapping.unicodeScalars.filter { !isIgnored($0) }
        return String(String.UnicodeScalarView(parts)).precomposedStringWithCanonicalMapping.lowercased()
    }

    /// Whether a scalar is an accent, a Hebrew or Arabic point, or only makes a line longer or breaks it. Marks of other
    /// scripts make other letters.
    private static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xAD, 0x300...0x36F, 0x591...0x5BD, 0x5BF, 0x5C1...0x5C2, 0x5C4...0x5C5, 0x5C7, 0x610...0x61A, 0x640,
            0x64B...0x65F, 0x670, 0x6D6...0x6DC, 0x6DF...0x6E4, 0x6E7...0x6E8, 0x6EA...0x6ED, 0x200B...0x200F:
            true
        default: false
        }
    }

    /// Whether a script without spaces between words runs from one character to the next.
    private static func areJoined(_ first: Character, _ second: Character) -> Bool {
        isUnspaced(first) && isUnspaced(second)
    }

    private static func isUnspaced(_ character: Character) -> Bool {
        guard let scalar = character.unicodeScalars.first else { return false }
        return switch scalar.value {
        // Symbols and kana, ideographs, and those of the supplementary planes.
        case 0x3000...0x30FF, 0x3400...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: true
        default: false
        }
    }

    private static func boxes(_ places: ArraySlice<(word: Int, at: Int, of: Int)>, _ words: [WordBox]) -> [Box] {
        var boxes: [(line: Int, box: Box)] = []
        for (index, own) in Dictionary(grouping: places.filter { $0.of > 0 }, by: \.word).sorted(by: { $0.key < $1.key }
        ) {
            let word = words[index]
            let box = part(of: word, from: own.map(\.at).min() ?? 0, to: (own.map(\.at).max() ?? 0) + 1, of: own[0].of)
            if let last = boxes.last, last.line == word.line {
                boxes[boxes.count - 1].box = last.box.union(box)
            } else {
                boxes.append((word.line, box))
            }
        }
        return boxes.map(\.box)
    }

    /// Returns the box of some characters of a word, which are taken as equally wide.
    private static func part(of word: WordBox, from start: Int, to end: Int, of count: Int) -> Box {
        // In a word that runs to the left, letters join and change their widths; it is marked as a whole.
        let runsLeft = word.text.unicodeScalars.contains { (0x0590...0x08FF).contains($0.value) }
        let (start, end) = runsLeft ? (0, count) : (start, end)
        let wide = word.width / Double(count)
        return Box(
            x: word.x + Double(start) * wide, y: word.y, width: Double(end - start) * wide, height: word.height)
    }
}

extension TextSearch.Box {
    fileprivate func union(_ other: Self) -> Self {
        let (left, top) = (min(x, other.x), min(y, other.y))
        return Self(
            x: left, y: top, width: max(x + width, other.x + other.width) - left,
            height: max(y + height, other.y + other.height) - top)
    }
}
