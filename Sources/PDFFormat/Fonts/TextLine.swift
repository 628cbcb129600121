import Foundation

/// A line of text ready for showing, as codes in a standard font or glyphs of embedded fonts.
package struct TextLine {
    package enum Piece {
        case standard([UInt8], StandardFont)
        case shaped(ShapedLine, any TextShaper)
        /// Codes in a font of the document's own.
        case own([UInt8], FormFont)

        /// The width for a size of 1.
        package var width: Double {
            switch self {
            case .standard(let codes, let font): font.width(ofCodes: codes, size: 1)
            case .shaped(let text, _): text.advance / 1000
            case .own(let codes, let font): font.width(ofCodes: codes)
            }
        }
    }

    /// The pieces from left to right.
    package let pieces: [Piece]
    package let isRightToLeft: Bool
    private let font: StandardFont

    /// Sets the lines of one value: with a shaper in embedded fonts, otherwise in the standard font.
    ///
    /// - Parameter place: the text's description in the error
    /// - Throws: `PDFError.unshowableCharacter`
    package static func lines(
        of value: [String], font: StandardFont, shaper: (any TextShaper)?, place: String
    ) throws(PDFError) -> [TextLine] {
        var lines: [TextLine] = []
        for text in value {
            lines.append(
                try TextLine(text, font: font, shaper: shaper, direction: .automatic, place: place))
        }
        return lines
    }

    /// Sets a line of text: with a shaper in embedded fonts, otherwise in the standard font. A text that only the
    /// standard font has is set in that.
    ///
    /// - Throws: `PDFError.unshowableCharacter`
    package init(
        _ text: String, font: StandardFont, shaper: (any TextShaper)?, direction: TextDirection, place: String
    ) throws(PDFError) {
        self.font = font
        guard let shaper else {
            pieces = [.standard(try font.encode(text, place: place), font)]
            isRightToLeft = false
            return
        }
        guard !text.isEmpty else {
            pieces = []
            isRightToLeft = false
            return
        }
        do {
            let shaped = try Self.shape(text, font, shaper, direction, place)
            pieces = [.shaped(shaped, shaper)]
            isRightToLeft = shaped.isRightToLeft
        } catch {
            guard let codes = try? font.encode(text) else { throw error }
            pieces = [.standard(codes, font)]
            isRightToLeft = false
        }
    }

    /// A line of codes in a font of the document's own.
    package init(codes: [UInt8], in font: FormFont) {
        self.init(pieces: [.own(codes, font)], isRightToLeft: false, font: .helvetica)
    }

    private init(pieces: [Piece], isRightToLeft: Bool, font: StandardFont) {
        self.pieces = pieces
        self.isRightToLeft = isRightToLeft
        self.font = font
    }

    private static func shape(
        _ text: String, _ font: StandardFont, _ shaper: any TextShaper, _ direction: TextDirection, _ place: String
    ) throws(PDFError) -> ShapedLine {
        // What the standard font has keeps its look and its characters. Other text is set in the user's order of fonts.
        let isLatin = (try? font.encode(text)) != nil
        do {
            return isLatin
                ? try shaper.shape(text.precomposedStringWithCanonicalMapping, like: font.look, direction: direction)
                : try shaper.shape(text, isBold: font.look.isBold, direction: direction)
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

extension TextLine {
    var ownFonts: [FormFont] {
        pieces.compactMap { piece in
            if case .own(_, let font) = piece { font } else { nil }
        }
    }
}

extension TextLine.Piece {
    fileprivate var ink: (top: Double, bottom: Double) {
        switch self {
        case .standard, .own: (0, 0)
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
            case .own(let codes, let font): show(codes, font: font.name, size: size, x: x, y: y, color: color)
            case .shaped(let text, let shaper):
                show(PlacedText(text: text, size: size, x: x, y: y, color: color), shaper)
            }
            x += piece.width * size
        }
    }
}
