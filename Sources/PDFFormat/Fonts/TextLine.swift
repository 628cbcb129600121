/// A line of text ready for showing, as codes in a standard font or glyphs of embedded fonts.
package struct TextLine {
    package enum Piece {
        case standard([UInt8], StandardFont)
        case shaped(ShapedLine, any TextShaper)

        /// The width for a size of 1.
        package var width: Double {
            switch self {
            case .standard(let codes, let font): font.width(ofCodes: codes, size: 1)
            case .shaped(let text, _): text.advance / 1000
            }
        }
    }

    /// The pieces from left to right.
    package let pieces: [Piece]
    package let isRightToLeft: Bool
    private let font: StandardFont

    /// Sets the lines of one value. The standard font is used if it has all characters; otherwise all lines are set in
    /// embedded fonts.
    ///
    /// - Parameter place: the text's description in the error
    /// - Throws: `PDFError.unshowableCharacter`
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

    /// Sets a line of text that is not a field value: in the standard font where it has the characters, otherwise in
    /// embedded fonts.
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

    /// Sets one line of a value that spans several.
    ///
    /// - Parameter shaper: `nil` if the standard font has the value's characters; otherwise the whole line is set in
    ///   embedded fonts
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

    /// The extent above the baseline: the standard font's ascent, or the ink if it is higher.
    package var ascent: Double { pieces.reduce(font.ascent) { max($0, $1.ink.top) } }

    /// The extent below the baseline; positive.
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
