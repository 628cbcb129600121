import Foundation

/// The text that a picture shows, if it shows nothing else but the ground behind it.
///
/// The letters have to be read in the order in which they are painted: from left to right and from line to line, none
/// over another, none outside of what is seen, none faint or upside down. Where that is not so, people see another
/// text than programs, or none.
struct DrawnText {
    /// Stands in ``text`` where letters are so far apart that something else could stand between them.
    static let gapMark: Unicode.Scalar = "\u{F8FF}"
    /// Text of about the brightness of what is behind it cannot be seen.
    static let leastContrast = 0.2

    /// The text in the order of the content stream.
    private(set) var text = ""
    /// Where the letters are, on the page.
    private(set) var letters: [PDFRectangle] = []
    /// What is painted behind them.
    private(set) var grounds: [PictureShape] = []

    private var reading: ReadingSequence
    private var spans: [Span] = []

    /// Marked content whose text may be given besides (§14.9.4).
    private struct Span {
        var actualText: String?
        /// What its glyphs show; nil once one of them cannot be told.
        var shown: String? = ""
    }

    /// - Parameter pageRotation: How far the page is turned for the reader, in degrees clockwise.
    /// - Returns: nil if a part of what is shown cannot be told.
    init?(_ content: PictureContent, pageRotation: Int) {
        guard content.isWhole else { return nil }
        reading = ReadingSequence(pageRotation: pageRotation)
        for event in content.events {
            switch event {
            case .shape(let shape):
                guard letters.isEmpty else { return nil }
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

    private mutating func show(_ glyph: PictureGlyph) -> Bool {
        if glyph.isVisible {
            guard isSeen(glyph), let place = reading.take(glyph) else { return false }
            if place == .farFromTheLast { text.unicodeScalars.append(Self.gapMark) }
            letters.append(glyph.box)
        }
        // The outermost span that says what it shows speaks for all in it.
        if let index = spans.firstIndex(where: { $0.actualText != nil }) {
            spans[index].shown = glyph.text.flatMap { text in spans[index].shown.map { $0 + text } }
            return true
        }
        // A letter that calls itself a gap would be passed over.
        guard let shown = glyph.text, !shown.unicodeScalars.contains(Self.gapMark) else { return false }
        text += shown
        return true
    }

    /// Whether a letter stands out from what was painted behind it last.
    private func isSeen(_ glyph: PictureGlyph) -> Bool {
        let place = glyph.map.point(glyph.advance / 2, 0.3)
        let point = PDFRectangle(left: place.x, bottom: place.y, right: place.x, top: place.y)
        let ground = grounds.last { $0.paint == .fill && $0.box.contains(point) }
        let brightness = FieldColors.brightness(glyph.color) ?? 0
        return abs(brightness - (ground?.brightness ?? 1)) >= Self.leastContrast
    }

    private mutating func endSpan() -> Bool {
        guard let span = spans.popLast() else { return false }
        guard let actual = span.actualText, !spans.contains(where: { $0.actualText != nil }) else { return true }
        let digits = Self.digits(of: actual)
        guard let shown = span.shown else {
            // A digit's glyph has to say itself what it is.
            text += actual
            return digits.isEmpty
        }
        // Glyphs that tell on their own what they show are believed before a text beside them; digits always.
        if !SharedGlyphs.share(shown, actual), FieldPicture.isPlain(shown) || Self.digits(of: shown) != digits {
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
