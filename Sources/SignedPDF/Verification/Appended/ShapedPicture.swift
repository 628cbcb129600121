import Foundation

/// A picture of text in embedded fonts, read back into what ``TextAppearance`` and ``ShapedTextWriter`` have written:
/// a frame, and in it lines of glyphs in their places.
///
/// Nothing else is understood: whoever draws in another way may put letters where nobody sees them.
struct ShapedPicture {
    /// A glyph with its origin; in points from the picture's origin.
    struct Glyph {
        let code: UInt16
        let x: Double
        let y: Double
        /// How far it moves the pen.
        let advance: Double
        let font: PictureFont
        /// What the font says that it shows; nil if it does not say.
        var text: String? { font.texts[code] }
    }

    /// Glyphs that cannot be taken apart, and what they show.
    struct Cluster {
        var text: String
        var glyphs: [Glyph]
        /// Whether the text stands beside the glyphs (`/ActualText`).
        var isSpan = false
    }

    struct Line {
        var color: [Double]
        var clusters: [Cluster] = []

        /// As it stands on the page, from left to right.
        var text: String { clusters.map(\.text).joined() }
    }

    /// An operator outside of the lines.
    struct Step {
        let name: String
        let operands: [PDFObject]
    }

    private(set) var frame: [Step] = []
    private(set) var lines: [Line] = []
    /// Before which step of the frame the lines come.
    private(set) var place = 0
    /// The one size of all glyphs, in points; 0 if there are none.
    private(set) var size = 0.0
    /// The size that a text of no characters has, in points.
    private(set) var sizeOfUnset: Double?
    /// The codes that are shown, by the names of their fonts.
    private(set) var codes: [String: Set<UInt16>] = [:]

    private var fonts: [String: PictureFont]
    private var font: (name: String, PictureFont)?
    private var glyphs = 0
    private var pen: (x: Double, y: Double)?
    private var isInText = false
    private let isUnset: Bool
    private var span: Cluster?

    private static let largestContent = 1 << 20
    /// More than the longest value has.
    private static let mostGlyphs = 32_768
    /// In UTF-16 code units: of one glyph or one span. A letter with all its marks has some twenty.
    private static let longestText = 64

    /// - Parameters:
    ///   - fonts: those of the picture's resources, by their names there.
    ///   - isUnset: Whether it is the picture of a text of no characters, which stands in no embedded font.
    /// - Returns: nil for a picture that is drawn in any other way.
    /// - Throws: ``PDFError`` for what cannot be read.
    init?(
        _ stream: PDFStream, in document: PDFDocument, fonts: [String: PictureFont], isUnset: Bool = false
    ) throws(PDFError) {
        self.fonts = fonts
        self.isUnset = isUnset
        let content = try document.decoded(stream, limit: Self.largestContent)
        try document.meter.charge(content.count * 16)
        let isTold = try content.lend { (bytes) throws(PDFError) -> Bool in
            var operators = ContentOperators(bytes)
            while let (name, operands) = try operators.next() {
                guard isInText ? addToLine(name, operands) : add(name, operands) else { return false }
            }
            return true
        }
        guard isTold, !isInText else { return nil }
    }

    private mutating func add(_ name: String, _ operands: [PDFObject]) -> Bool {
        guard name == "BT" else {
            frame.append(Step(name: name, operands: operands))
            return true
        }
        // The lines stand together.
        guard operands.isEmpty, lines.isEmpty || place == frame.count else { return false }
        place = frame.count
        lines.append(Line(color: []))
        (isInText, pen, font) = (true, nil, nil)
        return true
    }

    private mutating func addToLine(_ name: String, _ operands: [PDFObject]) -> Bool {
        let numbers = operands.compactMap(\.realValue)
        let isFirst = lines[lines.count - 1].color.isEmpty
        guard isFirst == (name == "rg") else { return false }
        switch name {
        case "rg":
            guard numbers.count == 3, operands.count == 3 else { return false }
            lines[lines.count - 1].color = numbers
        case "Tf" where isUnset: sizeOfUnset = operands.last?.realValue
        case "Td" where isUnset: break
        case "Tj" where isUnset: return operands == [.string(Data())]
        case "Tf":
            guard span == nil, operands.count == 2, let size = operands[1].realValue, size > 0,
                let name = operands[0].nameValue, let font = fonts[name], self.size == 0 || self.size == size
            else { return false }
            (self.size, self.font) = (size, (name, font))
        case "Tm":
            guard operands.count == 6, numbers.count == 6, Array(numbers[..<4]) == [1, 0, 0, 1],
                numbers.allSatisfy({ abs($0) < 1e6 })
            else { return false }
            pen = (numbers[4], numbers[5])
        case "TJ":
            guard operands.count == 1, let elements = operands[0].arrayValue else { return false }
            return show(elements)
        case "BDC":
            guard span == nil, operands.count == 2, operands[0] == .name("Span"),
                let properties = operands[1].dictionaryValue, properties.entries.count == 1,
                let text = properties["ActualText"]?.textValue, text.utf16.count <= Self.longestText
            else { return false }
            span = Cluster(text: text, glyphs: [], isSpan: true)
        case "EMC":
            guard operands.isEmpty, let span, !span.glyphs.isEmpty else { return false }
            lines[lines.count - 1].clusters.append(span)
            self.span = nil
        case "ET":
            guard operands.isEmpty, span == nil else { return false }
            isInText = false
        default: return false
        }
        return true
    }

    private mutating func show(_ elements: [PDFObject]) -> Bool {
        guard let (name, font) = font, var pen else { return false }
        for element in elements {
            if let back = element.realValue {
                guard abs(back) < 1e6 else { return false }
                pen.x -= back / 1000 * size
                continue
            }
            guard let codes = element.stringValue, codes.count.isMultiple(of: 2) else { return false }
            var rest = codes[...]
            while let high = rest.popFirst(), let low = rest.popFirst() {
                let code = UInt16(high) << 8 | UInt16(low)
                glyphs += 1
                guard glyphs <= Self.mostGlyphs, let width = font.widths[code] else { return false }
                self.codes[name, default: []].insert(code)
                let glyph = Glyph(code: code, x: pen.x, y: pen.y, advance: width / 1000 * size, font: font)
                pen.x += glyph.advance
                guard (glyph.text?.utf16.count ?? 0) <= Self.longestText else { return false }
                if span != nil {
                    span?.glyphs.append(glyph)
                } else {
                    guard let text = glyph.text else { return false }
                    lines[lines.count - 1].clusters.append(Cluster(text: text, glyphs: [glyph]))
                }
            }
        }
        self.pen = pen
        return true
    }
}
