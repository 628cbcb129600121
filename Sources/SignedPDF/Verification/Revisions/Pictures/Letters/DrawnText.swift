import Foundation

/// The text that a picture shows, if it shows only that text and the ground behind it.
///
/// The letters must be painted in reading order: from left to right and line by line, none over another, none clipped,
/// none faint or upside down. Otherwise people see another text than programs, or none.
struct DrawnText {
    /// The character that ``text`` contains where letters are so far apart that something else could be between them.
    static let gapMark: Unicode.Scalar = "\u{F8FF}"
    /// The least contrast of brightness at which text is visible on its background.
    static let leastContrast = 0.3

    /// The most shapes among which a list's bars are looked for.
    private static let mostBars = 200

    /// The text in the order of the content stream.
    private(set) var text = ""
    /// The places of the letters on the page.
    private(set) var letters: [PDFRectangle] = []
    /// The shapes that are painted behind the letters.
    private(set) var grounds: [PictureShape] = []
    /// Whether a font only claims which letters it shows.
    private(set) var isClaimed = false

    private let paper: [Paint]
    private var reading: ReadingSequence
    private var spans: [Span] = []

    /// Marked content that may have an alternative text (§14.9.4).
    private struct Span {
        var actualText: String?
        /// The text of its glyphs, or `nil` once one of them is unknown.
        var shown: String? = ""
    }

    /// - Parameters:
    ///   - pageRotation: the page's clockwise rotation in degrees
    ///   - paper: what the page paints below
    /// - Returns: `nil` if any part of the visible content is unrecognized
    init?(_ content: PictureContent, pageRotation: Int, on paper: [Paint] = []) {
        guard content.isWhole else { return nil }
        self.paper = paper
        reading = ReadingSequence(pageRotation: pageRotation)
        for event in content.events {
            switch event {
            case .shape(let shape):
                // A list's bar may follow the rows above it.
                guard grounds.count < Self.mostBars || letters.isEmpty,
                    letters.allSatisfy({ $0.body.intersection(shape.box).isEmpty })
                else { return nil }
                grounds.append(shape)
            case .glyph(let glyph):
                guard show(glyph) else { return nil }
            case .spanBegan(let actualText):
                guard spans.count < 16 else { return nil }
                spans.append(Span(actualText: actualText))
            case .spanEnded:
                guard endSpan() else { return nil }
            }
        }
        guard spans.isEmpty else { return nil }
    }

    /// The rectangles behind some of the letters, but not all, such as those behind the chosen rows of a list.
    var bars: [PictureShape] {
        guard grounds.count <= Self.mostBars else { return [] }
        return grounds.filter { ground in
            guard ground.paint == .fill, ground.isRectangle, !ground.isOddlyClipped else { return false }
            let count = letters.count { ground.box.contains($0.center) }
            return count > 0 && count < letters.count
        }
    }

    private mutating func show(_ glyph: PictureGlyph) -> Bool {
        if glyph.isVisible {
            guard isSeen(glyph), let place = reading.take(glyph) else { return false }
            // A number is not torn into two lines, either.
            let isTorn = place == .onTheNextLine && text.last?.isNumber == true && glyph.text?.first?.isNumber == true
            if isTorn || place == .farFromTheLast { text.unicodeScalars.append(Self.gapMark) }
            letters.append(glyph.box)
            isClaimed = isClaimed || glyph.isClaimed
        }
        // The outermost span with an alternative text applies to everything in it.
        if let index = spans.firstIndex(where: { $0.actualText != nil }) {
            spans[index].shown = glyph.text.flatMap { text in spans[index].shown.map { $0 + text } }
            return true
        }
        // A letter that is mapped to the gap mark would be skipped.
        guard let shown = glyph.text, !shown.unicodeScalars.contains(Self.gapMark) else { return false }
        text += shown
        return true
    }

    /// Whether a letter contrasts with the shape that was last painted behind it.
    private func isSeen(_ glyph: PictureGlyph) -> Bool {
        guard !glyph.isOddlyClipped else { return false }
        let place = glyph.map.point(glyph.advance / 2, 0.3)
        let point = PDFRectangle(left: place.x, bottom: place.y, right: place.x, top: place.y)
        let ground = grounds.last { $0.paint == .fill && $0.box.contains(point) }
        let brightness = FieldColors.brightness(glyph.color) ?? 0
        return abs(brightness - (ground?.brightness ?? paper.brightness(at: place) ?? 1)) >= Self.leastContrast
    }

    private mutating func endSpan() -> Bool {
        guard let span = spans.popLast() else { return false }
        guard let actual = span.actualText, !spans.contains(where: { $0.actualText != nil }) else { return true }
        let digits = Self.digits(of: actual)
        guard let shown = span.shown else {
            // A digit must be identified by its own glyph.
            text += actual
            return digits.isEmpty
        }
        // If the glyphs themselves define their text, that takes precedence over the alternative text; for digits and
        // plain words always.
        if !SharedGlyphs.share(shown, actual),
            FieldPicture.isPlain(shown) || Self.digits(of: shown) != digits
                || PlainWords(of: shown).texts != PlainWords(of: actual).texts
        {
            text += shown
        } else {
            text += actual
        }
        return true
    }

    private static func digits(of text: String) -> [Unicode.Scalar] {
        text.unicodeScalars.filter { $0.properties.generalCategory == .decimalNumber }
    }
}

extension PDFRectangle {
    /// A rectangle of no size in the middle.
    var center: PDFRectangle {
        PDFRectangle(
            left: (left + right) / 2, bottom: (bottom + top) / 2, right: (left + right) / 2, top: (bottom + top) / 2)
    }

    /// A letter's place without the room above and below it.
    fileprivate var body: PDFRectangle { widened(by: -0.22 * min(width, height)) }
}
