/// Classifies what a button's picture adds to the earlier one: ink, such as a tick or initials, or something that can
/// hide print.
enum ButtonInk {
    enum Finding {
        /// Ink in this box, or `nil` if none is visible.
        case ink(box: PDFRectangle?)
        /// The picture adds a ground, a border or a shape that print does not show through.
        case covers
        /// A visible ground was removed, which reveals what it hid.
        case uncovers
        /// The picture cannot be read: it has images or nested pictures, or is too long.
        case unreadable
    }

    /// The permitted kind of ink: a mark such as a tick, or a drawing such as initials.
    enum Use {
        case nothing
        case mark
        case drawing

        fileprivate var mostLetters: Int { self == .nothing ? 0 : self == .mark ? 1 : 24 }
        /// The largest extent in points, in either direction; `nil` for the size of the button.
        fileprivate var largest: Double? { self == .mark ? 36 : nil }
    }

    /// The highest brightness of ink; lighter ink hides dark letters.
    private static let brightest = 0.7
    /// The largest area in square points at which a dense shape counts as a dot or bullet.
    private static let largestDot = 256.0
    /// The largest width in points at which a dense shape counts as a line.
    private static let widestLine = 4.0
    private static let densest = 0.6
    /// The least extent in points of a mark that people see.
    private static let leastMark = 2.0

    /// - Parameters:
    ///   - stream: the picture that now shows
    ///   - earlier: the button's picture when the file was signed
    ///   - rect: the widget's rectangle, the same in both revisions
    static func finding(
        on stream: PDFStream, in document: PDFDocument, over earlier: PDFStream?, in before: PDFDocument,
        _ rect: PDFRectangle, as use: Use
    ) -> Finding {
        guard let content = PictureContent(stream, in: rect, document), content.isWhole else { return .unreadable }
        let seen = earlier.flatMap { PictureContent($0, in: rect, before) }?.shapes ?? []
        let shapes = content.shapes.filter { !$0.wasPainted(by: seen) }
        let letters = content.glyphs.filter(\.isVisible)
        let sheets = seen.filter { $0.isSheet && $0.box.width * $0.box.height > largestDot }
        guard sheets.allSatisfy({ $0.wasPainted(by: content.shapes) }) else { return .uncovers }
        guard letters.count <= use.mostLetters else { return .unreadable }
        if use == .nothing, !shapes.isEmpty { return .covers }
        // A letter or a digit is text, not a mark.
        if use == .mark, letters.contains(where: { $0.text.map(isPartOfText) ?? false }) { return .covers }
        var whole: PDFRectangle?
        for shape in shapes {
            guard isInk(shape.color, within: shape.box, on: seen), !isDense(shape) else { return .covers }
            whole = whole?.union(shape.box) ?? shape.box
        }
        for letter in letters {
            // A letter of an embedded font may look like anything within the button's rectangle.
            let box = letter.isEmbedded ? letter.clip : letter.box
            guard isInk(letter.color, within: letter.box, on: seen) else { return .covers }
            if letter.isEmbedded, letter.text == nil, box.width * box.height > largestDot { return .unreadable }
            whole = whole?.union(box) ?? box
        }
        if let largest = use.largest, let whole, max(whole.width, whole.height) > largest { return .covers }
        return .ink(box: whole.flatMap { max($0.width, $0.height) >= leastMark ? $0 : nil })
    }

    /// Whether a character belongs to a text, rather than being one used to tick boxes.
    private static func isPartOfText(_ text: String) -> Bool {
        !["x", "X", "v", "V"].contains(text) && text.contains { $0.isLetter || $0.isNumber }
    }

    /// Whether a picture hides the print below it.
    static func hides(_ stream: PDFStream, in rect: PDFRectangle, _ document: PDFDocument) -> Bool {
        guard let content = PictureContent(stream, in: rect, document), content.isWhole else { return true }
        return content.shapes.contains { $0.isSheet && $0.box.width * $0.box.height > largestDot }
    }

    /// Whether a color is dark, or stands out from an earlier ground.
    private static func isInk(_ color: [Double], within box: PDFRectangle, on seen: [PictureShape]) -> Bool {
        let brightness = FieldColors.brightness(color) ?? 1
        if brightness <= brightest { return true }
        let ground = seen.last {
            $0.paint == .fill && $0.isRectangle && !$0.isOddlyClipped && $0.box.contains(box, margin: 0.5)
        }
        guard let ground else { return false }
        return abs(brightness - ground.brightness) >= DrawnText.leastContrast
    }

    private static func isDense(_ shape: PictureShape) -> Bool {
        guard shape.box.width * shape.box.height > largestDot else { return false }
        switch shape.paint {
        case .fill: return shape.density > densest && min(shape.box.width, shape.box.height) > widestLine
        case .stroke(let width): return width > widestLine
        }
    }
}
