import SignedPDF
import Typesetting

/// Lays out text, lines and drawings on A4 pages from top to bottom, for the certificate of completion.
///
/// Positions are in points from the top left of the page, y downward; text positions are those of the baseline. What is
/// set belongs to the part of the document that was begun last, so that screen readers read it as a heading, a
/// paragraph or a table. Lines and boxes belong to none.
///
/// In a language that runs from right to left, x counts from the right of the page: the layout is mirrored, and pictures
/// are not.
struct CertificateLayout {
    enum Item {
        case text(String, x: Double, baseline: Double, style: Style)
        case line(fromX: Double, toX: Double, y: Double, width: Double, gray: Double)
        case box(x: Double, y: Double, width: Double, height: Double, fillGray: Double?, lineGray: Double?)
        /// Artwork fitted into a box.
        case artwork(Artwork, x: Double, y: Double, width: Double, height: Double)

        fileprivate var isDecoration: Bool {
            switch self {
            case .text, .artwork: false
            case .line, .box: true
            }
        }
    }

    /// An item and the number of its part; `nil` for decoration.
    struct Placed {
        let item: Item
        let part: Int?
    }

    /// A part of the document, in a larger one; `nil` for the whole.
    struct Part {
        let role: StructureRole
        let parent: Int?
        let alternative: String?
    }

    struct Style {
        var font: StandardFont
        var size: Double
        var gray = 0.1
        /// The direction of the text; `nil` for the layout's.
        var isRightToLeft: Bool?
        var leading: Double { size * 1.35 }
        var text: TextStyle {
            TextStyle(
                font: font, size: size, color: .gray(gray),
                direction: isRightToLeft == true ? .rightToLeft : .leftToRight)
        }

        static let title = Style(font: .helveticaBold, size: 22)
        static let heading = Style(font: .helveticaBold, size: 12.5)
        static let strong = Style(font: .helveticaBold, size: 9.5)
        static let body = Style(font: .helvetica, size: 9.5)
        static let label = Style(font: .helvetica, size: 8.5, gray: 0.3)
        static let small = Style(font: .helvetica, size: 8, gray: 0.3)
        static let hash = Style(font: .courier, size: 9)
    }

    static let pageWidth = 595.0
    static let pageHeight = 842.0
    static let left = 54.0
    static let right = 541.0
    static let top = 54.0
    static let bottom = 784.0

    private(set) var placed: [[Placed]] = [[]]
    private(set) var parts = [Part(role: .document, parent: nil, alternative: nil)]
    /// The part that new items belong to.
    private var part = 0
    /// The y of the next item.
    var y = top
    private let characters: FieldText
    private let shaper: any TextShaper
    private let isRightToLeft: Bool

    init(_ typesetter: any Typesetter, isRightToLeft: Bool = false) {
        self.isRightToLeft = isRightToLeft
        characters = FieldText(typesetter)
        shaper = typesetter
    }

    /// The items of each page.
    var pages: [[Item]] { placed.map { $0.map(\.item) } }

    mutating func add(_ item: Item) {
        placed[placed.count - 1].append(Placed(item: settled(item), part: item.isDecoration ? nil : part))
    }

    /// Adds decoration to a page, such as its number.
    mutating func decorate(_ item: Item, onPage index: Int) {
        placed[index].append(Placed(item: settled(item), part: nil))
    }

    /// Returns an item as the page has it: with the layout's direction, and mirrored with it.
    private func settled(_ item: Item) -> Item {
        let width = Self.pageWidth
        switch item {
        case .text(let text, let x, let baseline, var style):
            style.isRightToLeft = style.isRightToLeft ?? isRightToLeft
            let start = isRightToLeft ? width - x - self.width(of: text, style) : x
            return .text(text, x: start, baseline: baseline, style: style)
        case .line(let fromX, let toX, let y, let thickness, let gray) where isRightToLeft:
            return .line(fromX: width - toX, toX: width - fromX, y: y, width: thickness, gray: gray)
        case .box(let x, let y, let own, let height, let fill, let line) where isRightToLeft:
            return .box(x: width - x - own, y: y, width: own, height: height, fillGray: fill, lineGray: line)
        case .artwork(let artwork, let x, let y, let own, let height) where isRightToLeft:
            return .artwork(artwork, x: width - x - own, y: y, width: own, height: height)
        default: return item
        }
    }

    /// Sets a part of the document.
    ///
    /// - Parameters:
    ///   - role: `nil` for content of the part around it
    ///   - alternative: a description of what a figure shows
    mutating func within(
        _ role: StructureRole?, alternative: String? = nil, _ set: (inout CertificateLayout) -> Void
    ) {
        guard let role else { return set(&self) }
        let outer = part
        parts.append(Part(role: role, parent: outer, alternative: alternative))
        part = parts.count - 1
        set(&self)
        part = outer
    }

    /// Begins a new page unless the current one has this much height left.
    mutating func reserve(_ height: Double) {
        guard y + height > Self.bottom, y > Self.top else { return }
        placed.append([])
        y = Self.top
    }

    /// Sets a text in lines from `y` on, and moves `y` below it.
    ///
    /// - Parameter role: `nil` for content of the part around it
    /// - Returns: the number of lines
    @discardableResult
    mutating func paragraph(
        _ text: String, _ style: Style, _ role: StructureRole? = .paragraph, x: Double = left, toX: Double = right
    ) -> Int {
        let lines = self.lines(of: text, style, width: toX - x)
        within(role) { layout in
            for line in lines {
                layout.reserve(style.leading)
                let isForeign = style.isRightToLeft.map { $0 != layout.isRightToLeft } ?? false
                let start = isForeign ? toX - layout.width(of: line, style) : x
                layout.draw(line, style, x: start, baseline: layout.y + style.size)
                layout.y += style.leading
            }
        }
        return lines.count
    }

    /// Sets a text in the direction of its first letter.
    mutating func anyDirection(_ text: String, _ style: Style, _ role: StructureRole? = .paragraph) {
        var style = style
        style.isRightToLeft = shaper.order(of: text, direction: .automatic).isRightToLeft
        paragraph(text, style, role)
    }

    /// Sets a label and a value side by side as a row of a table, and moves `y` below both.
    ///
    /// - Parameter toX: the right end of the value
    mutating func row(
        _ label: String, _ value: String, labelWidth: Double, style: Style = .body, toX: Double = right
    ) {
        let labels = lines(of: label, .label, width: labelWidth - Self.gap)
        within(.tableRow) { layout in
            layout.reserve(max(Double(labels.count) * Style.label.leading, style.leading))
            let (start, page) = (layout.y, layout.placed.count)
            layout.within(.rowHeader) { layout in
                for (index, line) in labels.enumerated() {
                    let baseline = start + style.size + Double(index) * Style.label.leading
                    layout.draw(line, .label, x: Self.left, baseline: baseline)
                }
            }
            layout.within(.cell) { $0.paragraph(value, style, nil, x: Self.left + labelWidth, toX: toX) }
            if layout.placed.count == page {
                layout.y = max(layout.y, start + Double(labels.count) * Style.label.leading)
            }
            layout.y += 1
        }
    }

    private static let gap = 6.0

    /// Sets one line without moving `y`, and truncates it with an ellipsis if it is too long.
    mutating func line(
        _ text: String, _ style: Style, _ role: StructureRole? = .paragraph, x: Double, baseline: Double,
        toX: Double = right
    ) {
        let lines = self.lines(of: text, style, width: toX - x)
        guard let first = lines.first else { return }
        within(role) { layout in
            if lines.count == 1 {
                layout.draw(first, style, x: x, baseline: baseline)
            } else {
                let room = toX - x - layout.width(of: "...", style)
                let cut = layout.lines(of: text, style, width: room).first ?? ""
                layout.draw(cut + "...", style, x: x, baseline: baseline)
            }
        }
    }

    /// Returns the height of a text set in lines.
    func height(of text: String, _ style: Style, width: Double) -> Double {
        Double(lines(of: text, style, width: width).count) * style.leading
    }

    // MARK: Lines

    private mutating func draw(_ line: String, _ style: Style, x: Double, baseline: Double) {
        add(.text(line, x: x, baseline: baseline, style: style))
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
