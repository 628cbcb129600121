import Foundation

/// The painting operations of an appearance stream in order, in page coordinates (ISO 32000-2 §8 and §9).
///
/// This is the grammar of a picture that can be read, as `docs/difference-policy.md` describes it: filled letters in
/// fonts of its own resources, paths in plain colors, rectangular clips. A picture with anything else - images, nested
/// pictures, patterns, transparency, optional content - is not whole.
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
    /// The entries of a form XObject that draw nothing themselves.
    private static let plainEntries: Set<String> = [
        "Type", "Subtype", "FormType", "BBox", "Matrix", "Resources", "Group", "LastModified", "Name", "Metadata",
        "StructParent", "StructParents", "Length", "Filter", "DecodeParms",
    ]

    private(set) var events: [Event] = []
    /// Whether the events are complete; if not, they end at the first operation that is not understood.
    private(set) var isWhole = false
    let placement: PicturePlacement

    /// - Parameters:
    ///   - rect: the widget's rectangle
    ///   - page: the visible part of the page, if it is known
    ///   - prescribed: the names of fonts that the signed form has for its fields
    /// - Returns: `nil` for a picture that has no place or cannot be decoded
    init?(
        _ stream: PDFStream, in rect: PDFRectangle, _ document: PDFDocument, on page: PDFRectangle? = nil,
        prescribed: Set<String> = []
    ) {
        // Many fields may share one long picture.
        guard let placement = PicturePlacement(stream, in: rect, document),
            let content = try? document.decoded(stream, limit: Self.largestContent),
            (try? document.meter.charge(content.count * 16)) != nil
        else { return nil }
        self.placement = placement
        let resources = (try? document.value("Resources", in: stream.dictionary))?.dictionaryValue ?? [:]
        let clip = page.map { placement.clip.intersection($0) } ?? placement.clip
        var painter = PicturePainter(
            placement.map, clip: clip, CodedFonts([resources], in: document, prescribed: prescribed))
        var isWhole = false
        try? content.lend { (bytes) throws(PDFError) in
            var operators = ContentOperators(bytes)
            while let (name, operands) = try operators.next() {
                guard painter.perform(name, operands), painter.events.count <= Self.mostEvents else { return }
            }
            isWhole = painter.isComplete
        }
        events = painter.events
        self.isWhole = isWhole && stream.dictionary.keys.allSatisfy(Self.plainEntries.contains)
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
    /// Whether the clip is something other than rectangles.
    var isOddlyClipped = false
    /// Whether only the font program determines the shape of the letter.
    var isEmbedded: Bool
    /// Whether the letter is a content stream, which can draw anything.
    var isType3 = false
    /// Whether ``text`` is only claimed: readers do not draw by it.
    var isClaimed = false
    /// The width in points of a line around the letter, and the share of what is below that it hides.
    var outline = 0.0
    var opacity = 1.0

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
