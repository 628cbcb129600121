import SignedPDF
import Typesetting

/// Places text, lines and drawings on A4 pages from top to bottom, for the certificate of completion.
///
/// Positions are in points from the top left of the page, y downward; text stands on its baseline.
struct CertificateLayout {
    enum Item {
        case text(String, x: Double, baseline: Double, font: StandardFont, size: Double, gray: Double)
        /// An outline of thousandths of an em, from its origin on the baseline.
        case outline(Outline, x: Double, baseline: Double, size: Double, gray: Double)
        case line(fromX: Double, toX: Double, y: Double, width: Double, gray: Double)
        case box(x: Double, y: Double, width: Double, height: Double, fillGray: Double?, lineGray: Double?)
        /// Artwork fitted into a box.
        case artwork(Artwork, x: Double, y: Double, width: Double, height: Double)
    }

    struct Style {
        var font: StandardFont
        var size: Double
        var gray = 0.1
        var leading: Double { size * 1.35 }

        static let title = Style(font: .helveticaBold, size: 22)
        static let heading = Style(font: .helveticaBold, size: 12.5)
        static let strong = Style(font: .helveticaBold, size: 9.5)
        static let body = Style(font: .helvetica, size: 9.5)
        static let label = Style(font: .helvetica, size: 8.5, gray: 0.4)
        static let small = Style(font: .helvetica, size: 8, gray: 0.4)
        static let hash = Style(font: .courier, size: 7, gray: 0.35)
    }

    static let pageWidth = 595.0
    static let pageHeight = 842.0
    static let left = 54.0
    static let right = 541.0
    static let top = 54.0
    static let bottom = 784.0

    private(set) var pages: [[Item]] = [[]]
    /// Where the next thing begins.
    var y = top
    private let fallback: FallbackText

    init(fallback: FallbackText) {
        self.fallback = fallback
    }

    mutating func add(_ item: Item) {
        pages[pages.count - 1].append(item)
    }

    mutating func add(_ item: Item, toPage index: Int) {
        pages[index].append(item)
    }

    /// Begins a new page unless this much height is left.
    mutating func reserve(_ height: Double) {
        guard y + height > Self.bottom, y > Self.top else { return }
        pages.append([])
        y = Self.top
    }

    /// Sets a text in lines from `y` on, and moves `y` below it.
    ///
    /// - Returns: the number of lines.
    @discardableResult
    mutating func paragraph(_ text: String, _ style: Style, x: Double = left, toX: Double = right) -> Int {
        let lines = self.lines(of: text, style, width: toX - x)
        for line in lines {
            reserve(style.leading)
            draw(line, style, x: x, baseline: y + style.size)
            y += style.leading
        }
        return lines.count
    }

    /// Sets one line, cut short with an ellipsis if it is too long, without moving `y`.
    mutating func line(_ text: String, _ style: Style, x: Double, baseline: Double, toX: Double = right) {
        let lines = self.lines(of: text, style, width: toX - x)
        guard let first = lines.first else { return }
        if lines.count == 1 {
            draw(first, style, x: x, baseline: baseline)
        } else {
            let room = toX - x - width(of: .text("..."), style)
            let cut = self.lines(of: text, style, width: room).first ?? []
            draw(cut + [.text("...")], style, x: x, baseline: baseline)
        }
    }

    /// The height that a text takes when set in lines.
    func height(of text: String, _ style: Style, width: Double) -> Double {
        Double(lines(of: text, style, width: width).count) * style.leading
    }

    // MARK: Lines

    private mutating func draw(_ pieces: [FallbackText.Piece], _ style: Style, x: Double, baseline: Double) {
        var x = x
        for piece in pieces {
            switch piece {
            case .text(let text):
                add(.text(text, x: x, baseline: baseline, font: style.font, size: style.size, gray: style.gray))
            case .outline(let outline):
                add(.outline(outline, x: x, baseline: baseline, size: style.size, gray: style.gray))
            }
            x += width(of: piece, style)
        }
    }

    private func width(of piece: FallbackText.Piece, _ style: Style) -> Double {
        switch piece {
        case .text(let text): Self.width(of: text, style)
        case .outline(let outline): outline.advance * style.size / 1000
        }
    }

    /// How far a text reaches; pieces hold only characters that the standard fonts show.
    static func width(of text: String, _ style: Style) -> Double {
        (try? style.font.width(of: text, size: style.size)) ?? 0
    }

    /// Breaks a text at spaces, and inside words that are wider than a line.
    private func lines(of text: String, _ style: Style, width limit: Double) -> [[FallbackText.Piece]] {
        var lines: [[FallbackText.Piece]] = []
        var line: [FallbackText.Piece] = []
        var used = 0.0
        func finishLine() {
            lines.append(line)
            line = []
            used = 0
        }
        for part in fallback.pieces(of: text).flatMap({ breakable($0, style, width: limit) }) {
            let partWidth = width(of: part, style)
            if !line.isEmpty, used + partWidth > limit { finishLine() }
            if line.isEmpty, case .text(let text) = part, text == " " { continue }
            line.append(part)
            used += partWidth
        }
        if !line.isEmpty || lines.isEmpty { finishLine() }
        return lines.map(Self.joined)
    }

    /// The parts between which a line may end.
    private func breakable(
        _ piece: FallbackText.Piece, _ style: Style, width limit: Double
    ) -> [FallbackText.Piece] {
        guard case .text(let text) = piece else { return [piece] }
        var parts: [String] = []
        for character in text {
            if character == " " {
                parts.append(" ")
            } else if let last = parts.last, last != " ",
                Self.width(of: last + String(character), style) <= limit
            {
                parts[parts.count - 1].append(character)
            } else {
                parts.append(String(character))
            }
        }
        return parts.map { .text($0) }
    }

    /// Neighbouring texts as one, without the space at the end of the line.
    private static func joined(_ line: [FallbackText.Piece]) -> [FallbackText.Piece] {
        var joined: [FallbackText.Piece] = []
        for piece in line {
            if case .text(let text) = piece, case .text(let before)? = joined.last {
                joined[joined.count - 1] = .text(before + text)
            } else {
                joined.append(piece)
            }
        }
        if case .text(let text)? = joined.last, text.hasSuffix(" ") {
            joined[joined.count - 1] = .text(String(text.dropLast(text.reversed().prefix { $0 == " " }.count)))
        }
        return joined
    }
}
