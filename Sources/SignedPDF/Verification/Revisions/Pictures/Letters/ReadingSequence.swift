/// Checks that letters follow one another in reading order: from left to right and line by line.
struct ReadingSequence {
    enum Place {
        case nextToTheLast
        case farFromTheLast
        case onTheNextLine
    }

    /// The smallest readable letter, in points.
    private static let smallest = 2.5
    /// The largest ratio of letter sizes; small letters between large ones are overlooked.
    private static let mostUneven = 2.5
    private static let narrowest = 0.3
    private static let widest = 3.0
    /// How far letters may overlap, for a height of 1.
    private static let overlap = 0.15
    /// The widest gap between two letters that leaves no room for another, for a height of 1.
    private static let gap = 0.4
    /// The least distance between two lines, for a height of 1.
    private static let line = 0.7

    private struct Letter {
        var x: Double
        var y: Double
        /// Its least width before the next letter.
        var width: Double
        /// The height and width of a square letter.
        var height: Double
        var square: Double
    }

    private let pageRotation: Int
    private var turn: Int?
    private var sizes: ClosedRange<Double>?
    private var last: Letter?

    init(pageRotation: Int) {
        self.pageRotation = pageRotation
    }

    /// - Returns: `nil` for a letter that is invisible or out of order
    mutating func take(_ glyph: PictureGlyph) -> Place? {
        guard let turn = glyph.map.quarterTurn, self.turn ?? turn == turn, (turn - pageRotation + 720) % 360 != 180,
            let upright = Self.upright(glyph.map, turn)
        else { return nil }
        self.turn = turn
        let (square, height) = (upright.a, upright.d)
        let size = min(sizes?.lowerBound ?? height, height)...max(sizes?.upperBound ?? height, height)
        guard height >= Self.smallest, size.upperBound <= Self.mostUneven * size.lowerBound,
            (Self.narrowest...Self.widest).contains(square / height), Self.isWithinClip(glyph)
        else { return nil }
        sizes = size
        // Combining marks are on top of their letters, and letters of some scripts join or change places.
        guard let text = glyph.text, FieldPicture.isPlain(text), glyph.ink > 0 || glyph.advance > 0,
            text.unicodeScalars.contains(where: { !$0.properties.isGraphemeExtend })
        else { return .nextToTheLast }
        let letter = Letter(
            x: upright.e, y: upright.f, width: max(glyph.advance, glyph.ink) * square, height: height, square: square)
        defer { last = letter }
        guard let last else { return .nextToTheLast }
        return Self.place(of: letter, after: last)
    }

    private static func place(of letter: Letter, after last: Letter) -> Place? {
        let down = last.y - letter.y
        let height = min(last.height, letter.height)
        guard abs(down) < 0.5 * height else { return down >= line * height ? .onTheNextLine : nil }
        let overlap = min(overlap * last.square, last.width / 2)
        guard letter.x >= last.x + last.width - overlap else { return nil }
        return letter.x > last.x + last.width + gap * letter.square ? .farFromTheLast : .nextToTheLast
    }

    /// Returns the map after turning the page so that the letter is upright.
    private static func upright(_ map: AffineMap, _ turn: Int) -> AffineMap? {
        switch turn {
        case 0: map
        case 90: map.then(AffineMap(0, -1, 1, 0))
        case 180: map.then(AffineMap(-1, 0, 0, -1))
        case 270: map.then(AffineMap(0, 1, -1, 0))
        default: nil
        }
    }

    /// Whether no significant part of a letter is clipped.
    private static func isWithinClip(_ glyph: PictureGlyph) -> Bool {
        let body = PDFRectangle(
            left: 0.05, bottom: 0.05, right: max(0.1, max(glyph.advance, glyph.ink) - 0.05), top: 0.6)
        return glyph.clip.contains(glyph.map.bounds(of: body), margin: 0.1 * glyph.size)
    }
}
