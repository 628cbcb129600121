/// A line or an empty frame that is printed on a page, as paper forms have them for what people write.
public struct PrintedRule: Sendable, Hashable {
    /// What is drawn.
    public enum Kind: String, Sendable, Hashable, Codable {
        /// A level line.
        case line
        /// An empty square, as for a tick.
        case box
    }

    /// What is drawn.
    public var kind: Kind
    /// The page's number, counted from 1.
    public var page: Int
    /// The place in points from the top left of the page as a reader sees it.
    public var rect: PageRect

    /// Nothing is checked here.
    public init(_ kind: Kind, page: Int, rect: PageRect) {
        self.kind = kind
        self.page = page
        self.rect = rect
    }
}

extension PDFDocument {
    private static let lineLengths = 40.0...600
    private static let thickest = 2.5
    private static let boxSides = 6.0...24
    private static let mostRulesOfPage = 500
    private static let mostPaints = 200_000

    /// Returns the lines and empty squares of some pages, from the top down. A page whose content cannot be read has
    /// none.
    ///
    /// - Parameter numbers: the numbers of the pages, counted from 1
    /// - Throws: ``PDFError`` for a file without readable pages
    public func printedRules(onPages numbers: ClosedRange<Int>) throws(PDFError) -> [PrintedRule] {
        var found: [PrintedRule] = []
        var paintsLeft = Self.mostPaints
        for page in try pages() where numbers.contains(page.number) {
            let paints = PaintSurvey(page, in: self).paints
            paintsLeft -= paints.count
            guard paintsLeft > 0 else { break }
            var rules: [PrintedRule] = []
            for paint in paints where paint.opacity > 0.2 && rules.count < Self.mostRulesOfPage {
                rules += Self.rules(of: paint, on: page)
            }
            let boxes = rules.filter { $0.kind == .box }
            // A square may be drawn as four lines, or filled and then stroked.
            let lines = rules.filter { line in line.kind == .line && !boxes.contains { $0.rect.encloses(line.rect) } }
            let sorted = (Self.distinct(boxes) + Self.distinct(lines)).sorted {
                ($0.rect.y, $0.rect.x) < ($1.rect.y, $1.rect.x)
            }
            found += sorted.prefix(Self.mostRulesOfPage)
        }
        return found
    }

    private static func rules(of paint: Paint, on page: PDFPage) -> [PrintedRule] {
        let (parts, stroke): ([[PicturePoint]], Double?) =
            switch paint.form {
            case .path(let parts, _): (parts, nil)
            case .line(let parts, let width): (parts, width)
            case .area, .image, .glyph: ([], nil)
            }
        return parts.prefix(mostRulesOfPage).compactMap { part in
            let rect = page.pageRect(PDFRectangle(around: part))
            if rect.height + (stroke ?? 0) <= thickest, lineLengths.contains(rect.width) {
                return PrintedRule(.line, page: page.number, rect: rect)
            }
            // A filled square is a box if it is white inside; one of another color is print.
            let isHollow = stroke != nil || paint.color.allSatisfy { $0 > 0.95 } && !paint.color.isEmpty
            guard isHollow, isFrame(part), boxSides.contains(rect.width), boxSides.contains(rect.height),
                abs(rect.width - rect.height) < 0.25 * max(rect.width, rect.height)
            else { return nil }
            return PrintedRule(.box, page: page.number, rect: rect)
        }
    }

    /// Whether a path is one rectangle, open or closed.
    private static func isFrame(_ part: [PicturePoint]) -> Bool {
        guard (4...5).contains(part.count) else { return false }
        let whole = PDFRectangle(around: part)
        return part.allSatisfy { point in
            (abs(point.x - whole.left) < 0.5 || abs(point.x - whole.right) < 0.5)
                && (abs(point.y - whole.bottom) < 0.5 || abs(point.y - whole.top) < 0.5)
        }
    }

    /// Leaves out what is drawn twice.
    private static func distinct(_ rules: [PrintedRule]) -> [PrintedRule] {
        var kept: [PrintedRule] = []
        for rule in rules.sorted(by: { ($0.rect.y, $0.rect.x) < ($1.rect.y, $1.rect.x) }) {
            let isKnown = kept.contains { known in
                abs(known.rect.x - rule.rect.x) < 1.5 && abs(known.rect.y - rule.rect.y) < 1.5
                    && abs(known.rect.width - rule.rect.width) < 3
            }
            if !isKnown { kept.append(rule) }
        }
        return kept
    }
}

extension PageRect {
    /// Whether another one lies within it, give or take a point.
    fileprivate func encloses(_ other: PageRect) -> Bool {
        x - 1 <= other.x && other.x + other.width <= x + width + 1 && y - 1 <= other.y
            && other.y + other.height <= y + height + 1
    }
}
