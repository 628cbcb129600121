import Foundation

/// The painting operations of an appearance stream in order, in page coordinates (ISO 32000-2 §8 and §9).
///
/// Only certain operations are understood: filled letters, paths in plain colors, rectangular clips. A picture with
/// anything else - images, nested pictures, patterns, transparency - cannot be read here.
struct PictureContent {
    enum Event {
        case glyph(PictureGlyph)
        case shape(PictureShape)
        /// Marked content begins, with its alternative text if any (§14.9.4).
        case spanBegan(actualText: String?)
        case spanEnded
    }

    private static let largestContent = 1 << 20
    private static let mostEvents = 20_000

    private(set) var events: [Event] = []
    /// Whether the events are complete; if not, they end at the first operation that is not understood.
    private(set) var isWhole = false
    let placement: PicturePlacement

    /// - Parameter rect: the widget's rectangle
    /// - Returns: `nil` for a picture that has no place or cannot be decoded
    init?(_ stream: PDFStream, in rect: PDFRectangle, _ document: PDFDocument) {
        // Many fields may share one long picture.
        guard let placement = PicturePlacement(stream, in: rect, document),
            let content = try? document.decoded(stream, limit: Self.largestContent),
            (try? document.meter.charge(content.count * 16)) != nil
        else { return nil }
        self.placement = placement
        let resources = (try? document.value("Resources", in: stream.dictionary))?.dictionaryValue ?? [:]
        var painter = PicturePainter(placement.map, clip: placement.clip, CodedFonts(resources, in: document))
        var isWhole = false
        try? content.lend { (bytes) throws(PDFError) in
            var operators = ContentOperators(bytes)
            while let (name, operands) = try operators.next() {
                guard painter.perform(name, operands), painter.events.count <= Self.mostEvents else { return }
            }
            isWhole = true
        }
        events = painter.events
        self.isWhole = isWhole
    }

    var glyphs: [PictureGlyph] {
        events.compactMap { if case .glyph(let glyph) = $0 { glyph } else { nil } }
    }

    var shapes: [PictureShape] {
        events.compactMap { if case .shape(let shape) = $0 { shape } else { nil } }
    }
}

/// A letter that a picture shows.
struct PictureGlyph: Sendable {
    /// The characters, or `nil` if the font does not define them.
    var text: String?
    /// The map from the font's coordinates, in which a letter is 1 high, to the page's.
    var map: AffineMap
    /// The advance to the next letter, for a height of 1.
    var advance: Double
    /// The least width of such a letter, whatever the font says, for a height of 1.
    var ink: Double
    /// Red, green and blue, from 0 to 1.
    var color: [Double]
    /// The area in which the letter is visible.
    var clip: PDFRectangle
    /// Whether only the font program determines the shape of the letter.
    var isEmbedded: Bool

    /// The letter's height on the page, in points.
    var size: Double { max(abs(map.c), abs(map.d)) }

    /// Whether the letter is not a space. A letter with unknown characters counts as visible.
    var isVisible: Bool {
        text.map {
            !$0.unicodeScalars.allSatisfy { $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint }
        }
            ?? true
    }

    /// The box around the letter.
    var box: PDFRectangle {
        map.bounds(of: PDFRectangle(left: 0, bottom: -0.2, right: max(advance, ink), top: 0.8))
    }
}
