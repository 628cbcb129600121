import PageImages
import SignedPDF

/// A place inside a word, before one of its letters. The word's box is known, but not those of its letters.
struct WordCut: Hashable {
    let word: WordBox
    /// The index of the letter behind the place; greater than 0.
    let index: Int

    /// The fonts whose letter widths are tried. The letters of most other fonts are about as wide as those of one of these.
    static let fonts: [StandardFont] = [.helvetica, .timesRoman, .courier]

    /// Returns the places before each letter but the first, in points from the page's left, by the widths of a font.
    static func places(in word: WordBox, by font: StandardFont) -> [Double] {
        let widths = word.text.map { (try? font.width(of: String($0), size: 1)) ?? 0.6 }
        let whole = widths.reduce(0, +)
        guard whole > 0 else { return widths.dropFirst().map { _ in word.x } }
        var sum = 0.0
        return widths.dropLast().map { width in
            sum += width
            return word.x + word.width * sum / whole
        }
    }

    /// The place by the widths of Helvetica, for pages that nobody looks at.
    var estimate: Double { Self.places(in: word, by: .helvetica)[index - 1] }
}
