/// A line of text that is ready to be shown: its characters' codes in a standard font, or glyphs of embedded ones.
package struct TextLine {
    package enum Piece {
        case standard([UInt8], StandardFont)
        case shaped(ShapedLine, any TextShaper)

        /// For a size of 1.
        package var width: Double {
            switch self {
            case .standard(let codes, let font): font.width(ofCodes: codes, size: 1)
            case .shaped(let text, _): text.advance / 1000
            }
        }
    }

    /// From left to right.
    package let pieces: [Piece]
    package let isRightToLeft: Bool
    private let font: StandardFont

    /// Lines of one value: in the standard font if that has every character of it, all in embedded fonts otherwise.
    ///
    /// - Parameter place: what the error calls the text.
    /// - Throws: `PDFError.unshowableCharacter`.
    package static func lines(
        of value: [String], font: StandardFont, shaper: (any TextShaper)?, place: String
    ) throws(PDFError) -> [TextLine] {
        let isStandard = value.allSatisfy { (try? font.encode($0)) != nil }
        guard !isStandard, let shaper else {
            var lines: [TextLine] = []
            for text in value {
                let codes = try font.encode(text, place: place)
                lines.append(TextLine(pieces: [.standard(codes, font)], isRightToLeft: false, font: font))
            }
            return lines
        }
        var lines: [TextLine] = []
        for text in value {
            let shaped = try Self.shape(text, font, shaper, .automatic, place)
            lines.append(
                TextLine(pieces: [.shaped(shaped, shaper)], isRightToLeft: shaped.isRightToLeft, font: font))
        }
        return lines
    }

    /// A line of a text that is no value: what the standard font has is set in it, the rest in embedded fonts.
    package init(
        _ text: String, font: StandardFont, shaper: (any TextShaper)?, direction: TextDirection, place: String
    ) throws(PDFError) {
        self.font = font
        guard let shaper, (try? font.encode(text)) == nil else {
            pieces = [.standard(try font.encode(text, place: place), font)]
            isRightToLeft = false
            return
        }
        let shaped = try Self.shape(text, font, shaper, direction, place)
        isRightToLeft = shaped.isRightToLeft
        pieces = shaped.runs.map { run in
            if !run.isRightToLeft, let codes = try? font.encode(run.text) { return .standard(codes, font) }
            return .shaped(shaped.alone(run), shaper)
        }
    }

    /// One line of a value that is broken into several.
    ///
    /// - Parameter shaper: nil for a value that the standard font shows; otherwise all of it is set in embedded fonts.
    package init(
        line text: String, font: StandardFont, shaper: (any TextShaper)?, direction: TextDirection, place: String
    ) throws(PDFError) {
        self.font = font
        guard let shaper, !text.isEmpty else {
            pieces = text.isEmpty ? [] : [.standard(try font.encode(text, place: place), font)]
            isRightToLeft = false
            return
        }
        let shaped = try Self.shape(text, font, shaper, direction, place)
        pieces = [.shaped(shaped, shaper)]
        isRightToLeft = shaped.isRightToLeft
    }

    private init(pieces: [Piece], isRightToLeft: Bool, font: StandardFont) {
        self.pieces = pieces
        self.isRightToLeft = isRightToLeft
        self.font = font
    }

    private static func shape(
        _ text: String, _ font: StandardFont, _ shaper: any TextShaper, _ direction: TextDirection, _ place: String
    ) throws(PDFError) -> ShapedLine {
        do {
            return try shaper.shape(text, isBold: font.isBold, direction: direction)
        } catch {
            throw PDFError(error, place: place)
        }
    }

    // MARK: Measures, for a size of 1

    package var width: Double { pieces.map(\.width).reduce(0, +) }

    /// How far the line reaches above the baseline: as far as the standard font's letters, or its ink if that is more.
    package var ascent: Double { pieces.reduce(font.ascent) { max($0, $1.ink.top) } }

    /// How far it reaches below the baseline; positive.
    package var descent: Double { pieces.reduce(font.descent) { max($0, -$1.ink.bottom) } }

    var standardFonts: [StandardFont] {
        pieces.compactMap { piece in
            if case .standard(_, let font) = piece { font } else { nil }
        }
    }
}

extension TextLine.Piece {
    fileprivate var ink: (top: Double, bottom: Double) {
        switch self {
        case .standard: (0, 0)
        case .shaped(let text, _): (text.inkTop / 1000, text.inkBottom / 1000)
        }
    }
}

extension ContentStream {
    package mutating func show(_ line: TextLine, size: Double, x: Double, y: Double, color: InkColor) {
        var x = x
        for piece in line.pieces {
            switch piece {
            case .standard(let codes, let font):
                show(codes, font: Appearance.resourceName(of: font), size: size, x: x, y: y, color: color)
            case .shaped(let text, let shaper):
                show(PlacedText(text: text, size: size, x: x, y: y, color: color), shaper)
            }
            x += piece.width * size
        }
    }
}
