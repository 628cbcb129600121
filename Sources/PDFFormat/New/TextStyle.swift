/// The style of text on a new page.
public struct TextStyle: Sendable, Hashable {
    /// Where lines stand between the edges of their paragraph.
    public enum Alignment: Sendable, Hashable {
        case left, center, right
    }

    /// The font for characters that it has; other characters are set by the shaper.
    public var font: StandardFont
    /// The font size in points.
    public var size: Double
    /// The color that fills the letters.
    public var color: InkColor
    /// Where lines stand between the edges of their paragraph.
    public var alignment: Alignment
    /// The distance between baselines as a multiple of the size.
    public var lineSpacing: Double
    /// The replacement for characters that no font has; `nil` to reject them.
    public var substitute: Character?
    /// The overall direction of lines that contain right-to-left letters.
    public var direction: TextDirection

    /// Without arguments, Helvetica of 11 points in black, left-aligned. Characters that no font has are rejected.
    public init(
        font: StandardFont = .helvetica, size: Double = 11, color: InkColor = .black, alignment: Alignment = .left,
        lineSpacing: Double = 1.3, substitute: Character? = nil, direction: TextDirection = .leftToRight
    ) {
        self.font = font
        self.size = size
        self.color = color
        self.alignment = alignment
        self.lineSpacing = lineSpacing
        self.substitute = substitute
        self.direction = direction
    }

    /// Sets a line of text in this style.
    ///
    /// - Throws: `PDFError.unshowableCharacter`, unless there is a substitute for the character
    package func line(_ text: String, _ shaper: (any TextShaper)?) throws(PDFError) -> TextLine {
        do {
            return try TextLine(text, font: font, shaper: shaper, direction: direction, place: "the text")
        } catch PDFError.unshowableCharacter(let character, let place) {
            guard let substitute, character != substitute else {
                throw .unshowableCharacter(character, place: place)
            }
            return try line(String(text.map { $0 == character ? substitute : $0 }), shaper)
        } catch {
            throw error
        }
    }

    /// Breaks the text into lines of at most `width` points, at spaces, between ideographs, and inside words that are wider
    /// themselves.
    /// Existing line breaks are kept.
    package func lines(of text: String, width: Double, _ shaper: (any TextShaper)? = nil) throws(PDFError) -> [String] {
        var lines: [String] = []
        var words: [Substring: Double] = [:]
        let space = try self.width(of: " ", shaper)
        for paragraph in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            var line = ""
            var about = 0.0
            let spaced = paragraph.split(separator: " ", omittingEmptySubsequences: false).map(LineBreaks.parts)
            for (word, isFirst) in spaced.flatMap({ parts in parts.indices.map { (parts[$0], $0 == 0) } }) {
                let gap = isFirst ? " " : ""
                let longer = line.isEmpty ? String(word) : line + gap + word
                var own = words[word] ?? 0
                if words[word] == nil {
                    own = try self.width(of: String(word), shaper)
                    words[word] = own
                }
                about = line.isEmpty ? own : about + (isFirst ? space : 0) + own
                // Words set one by one are about as wide as all together, so only the end of a line is set as a whole.
                if try about < Self.surelyFits * width ? true : fits(longer, width, shaper) {
                    line = longer
                    continue
                }
                if !line.isEmpty { lines.append(line) }
                line = ""
                for character in word {
                    if !line.isEmpty, try !fits(line + String(character), width, shaper) {
                        lines.append(line)
                        line = ""
                    }
                    line.append(character)
                }
                about = try self.width(of: line, shaper)
            }
            lines.append(line)
        }
        return lines
    }

    /// The share of a line's width that its words, added up, may have without a closer look.
    private static let surelyFits = 0.9

    private func fits(_ text: String, _ width: Double, _ shaper: (any TextShaper)?) throws(PDFError) -> Bool {
        try self.width(of: text, shaper) <= width
    }

    private func width(of text: String, _ shaper: (any TextShaper)?) throws(PDFError) -> Double {
        try line(text, shaper).width * size
    }
}
