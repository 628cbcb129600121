import SignedPDF
import Typesetting

/// Lays out text, lines and drawings on A4 pages from top to bottom, for the certificate of completion.
///
/// Positions are in points from the top left of the page, y downward; text positions are those of the baseline.
struct CertificateLayout {
    enum Item {
        case text(String, x: Double, baseline: Double, font: StandardFont, size: Double, gray: Double)
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
        var text: TextStyle { TextStyle(font: font, size: size, color: .gray(gray)) }

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
    /// The y of the next item.
    var y = top
    private let characters: FieldText
    private let shaper: any TextShaper

    init(_ typesetter: any Typesetter) {
        characters = FieldText(typesetter)
        shaper = typesetter
    }

    mutating func add(_ item: Item) {
        pages[pages.count - 1].append(item)
    }

    mutating func add(_ item: Item, toPage index: Int) {
        pages[index].append(item)
    }

    /// Begins a new page unless the current one has this much height left.
    mutating func reserve(_ height: Double) {
        guard y + height > Self.bottom, y > Self.top else { return }
        pages.append([])
        y = Self.top
    }

    /// Sets a text in lines from `y` on, and moves `y` below it.
    ///
    /// - Returns: the number of lines
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

    /// Sets one line without moving `y`, and truncates it with an ellipsis if it is too long.
    mutating func line(_ text: String, _ style: Style, x: Double, baseline: Double, toX: Double = right) {
        let lines = self.lines(of: text, style, width: toX - x)
        guard let first = lines.first else { return }
        if lines.count == 1 {
            draw(first, style, x: x, baseline: baseline)
        } else {
            let room = toX - x - width(of: "...", style)
            let cut = self.lines(of: text, style, width: room).first ?? ""
            draw(cut + "...", style, x: x, baseline: baseline)
        }
    }

    /// Returns the height of a text set in lines.
    func height(of text: String, _ style: Style, width: Double) -> Double {
        Double(lines(of: text, style, width: width).count) * style.leading
    }

    // MARK: Lines

    private mutating func draw(_ line: String, _ style: Style, x: Double, baseline: Double) {
        add(.text(line, x: x, baseline: baseline, font: style.font, size: style.size, gray: style.gray))
    }

    /// Returns the width of a text.
    func width(of text: String, _ style: Style) -> Double {
        (try? PDFComposition.width(of: text, style: style.text, shaper: shaper)) ?? 0
    }

    /// Breaks a text at spaces, and inside words that are wider than a line. Characters missing in all fonts are
    /// written as their code points.
    private func lines(of text: String, _ style: Style, width limit: Double) -> [String] {
        let lines = try? PDFComposition.lines(
            of: characters.shown(text), width: limit, style: style.text, shaper: shaper)
        return lines ?? []
    }
}
