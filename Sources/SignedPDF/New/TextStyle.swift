/// How text of a new page is set.
public struct TextStyle: Sendable, Hashable {
    public enum Alignment: Sendable, Hashable {
        case left, center, right
    }

    public var font: StandardFont
    /// In points.
    public var size: Double
    public var color: InkColor
    public var alignment: Alignment
    /// The distance between baselines as a multiple of the size.
    public var lineSpacing: Double
    /// Stands in for characters that the font cannot show; nil to refuse them.
    public var substitute: Character?

    public init(
        font: StandardFont = .helvetica, size: Double = 11, color: InkColor = .black, alignment: Alignment = .left,
        lineSpacing: Double = 1.3, substitute: Character? = nil
    ) {
        self.font = font
        self.size = size
        self.color = color
        self.alignment = alignment
        self.lineSpacing = lineSpacing
        self.substitute = substitute
    }

    /// The text in the font's encoding.
    func encode(_ text: String) throws(PDFError) -> [UInt8] {
        guard let substitute else { return try font.encode(text) }
        var codes: [UInt8] = []
        for character in text {
            do {
                codes += try font.encode(String(character))
            } catch {
                codes += try font.encode(String(substitute))
            }
        }
        return codes
    }

    /// The text in lines no wider than `width` points, broken at spaces, and within words that are wider themselves.
    /// Line breaks of the text stay.
    func lines(of text: String, width: Double) throws(PDFError) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        for paragraph in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            var line: [UInt8] = []
            for word in try encode(String(paragraph)).split(separator: 0x20, omittingEmptySubsequences: false) {
                let longer = line.isEmpty ? Array(word) : line + [0x20] + word
                if font.width(ofCodes: longer, size: size) <= width {
                    line = longer
                    continue
                }
                if !line.isEmpty { lines.append(line) }
                line = []
                for code in word {
                    if !line.isEmpty, font.width(ofCodes: line + [code], size: size) > width {
                        lines.append(line)
                        line = []
                    }
                    line.append(code)
                }
            }
            lines.append(line)
        }
        return lines
    }
}
