import Foundation

/// What an appearance stream paints, one thing after the other, where it comes to lie on the page (ISO 32000-2 §8 and
/// §9).
///
/// Understood is a list: letters that are filled, paths in plain colours, rectangles that clip. Of a picture with
/// anything else - images, pictures within, patterns, transparency - nobody can say here what is seen.
struct PictureContent {
    enum Event {
        case glyph(PictureGlyph)
        case shape(PictureShape)
        /// Marked content begins, with its text if that is given besides (§14.9.4).
        case spanBegan(actualText: String?)
        case spanEnded
    }

    private static let largestContent = 1 << 20
    private static let mostEvents = 20_000

    private(set) var events: [Event] = []
    /// Whether everything that is painted is among the events; they end where it is not.
    private(set) var isWhole = false
    let placement: PicturePlacement

    /// - Parameter rect: The widget's rectangle.
    /// - Returns: nil for a picture that has no place, or cannot be decoded.
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
    /// The characters it stands for; nil if its font does not tell.
    var text: String?
    /// From its font's coordinates, in which a letter is 1 high, to the page's.
    var map: AffineMap
    /// How far the next letter is, for a height of 1.
    var advance: Double
    /// The least that such a letter takes, whatever the font says, for a height of 1.
    var ink: Double
    /// Red, green and blue, from 0 to 1.
    var color: [Double]
    /// Where it can be seen.
    var clip: PDFRectangle
    /// Whether nobody but the font's own program knows what it looks like.
    var isEmbedded: Bool

    /// Its height on the page, in points.
    var size: Double { max(abs(map.c), abs(map.d)) }

    /// Whether it is no space. What the font does not tell is seen.
    var isVisible: Bool {
        text.map {
            !$0.unicodeScalars.allSatisfy { $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint }
        }
            ?? true
    }

    /// The box around a letter of this width.
    var box: PDFRectangle {
        map.bounds(of: PDFRectangle(left: 0, bottom: -0.2, right: max(advance, ink), top: 0.8))
    }
}
