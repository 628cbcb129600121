/// A rectangle in visible page coordinates: points from the top left corner of the visible page, x to the right, y
/// down, regardless of crop box, rotation and user unit.
public struct PageRect: Sendable, Hashable, Codable {
    /// The distance from the visible page's left edge, in points.
    public var x: Double
    /// The distance from the visible page's top edge, in points.
    public var y: Double
    /// In points.
    public var width: Double
    /// In points.
    public var height: Double

    /// Nothing is checked; the place may lie off the page.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// Returns the smallest rectangle that contains both.
    package func union(_ other: PageRect) -> PageRect {
        let left = min(x, other.x)
        let top = min(y, other.y)
        return PageRect(
            x: left, y: top, width: max(x + width, other.x + other.width) - left,
            height: max(y + height, other.y + other.height) - top)
    }
}

/// A rectangle in a page's own coordinates: units of ``PDFPage/userUnit`` points, y up (ISO 32000-2 §7.9.5).
public struct PDFRectangle: Sendable, Hashable {
    /// The least x.
    public var left: Double
    /// The least y.
    public var bottom: Double
    /// The greatest x.
    public var right: Double
    /// The greatest y.
    public var top: Double

    /// Takes the corners in any order.
    public init(left: Double, bottom: Double, right: Double, top: Double) {
        self.left = min(left, right)
        self.bottom = min(bottom, top)
        self.right = max(left, right)
        self.top = max(bottom, top)
    }

    /// Reads the four numbers of a file's rectangle. Returns `nil` if they are not four finite numbers.
    public init?(_ numbers: [PDFObject]) {
        let values = numbers.compactMap(\.realValue)
        guard numbers.count == 4, values.count == 4, values.allSatisfy({ $0.isFinite && abs($0) < 1e7 }) else {
            return nil
        }
        self.init(left: values[0], bottom: values[1], right: values[2], top: values[3])
    }

    /// Not negative if the edges are in order.
    public var width: Double { right - left }
    /// Not negative if the edges are in order.
    public var height: Double { top - bottom }
    /// Whether nothing lies within.
    public var isEmpty: Bool { width <= 0 || height <= 0 }

    /// Returns the intersection; empty if the rectangles do not meet.
    package func intersection(_ other: PDFRectangle) -> PDFRectangle {
        let left = max(self.left, other.left)
        let bottom = max(self.bottom, other.bottom)
        return PDFRectangle(
            left: left, bottom: bottom, right: max(left, min(right, other.right)),
            top: max(bottom, min(top, other.top)))
    }

    /// The rectangle as an array of four numbers.
    package var object: PDFObject { .array([left, bottom, right, top].map(PDFObject.rounded)) }
}
