/// A text as a filled vector path.
///
/// Coordinates are in thousandths of the em square, x to the right and y up, with the origin on the baseline at the
/// text's left end. Every number is rounded to two decimals, so that the path written as text on a page and the path
/// written into a PDF are the same path.
public struct Outline: Sendable, Hashable, Codable {
    /// One step of the path. Curves are cubic Bézier curves; every contour ends with `close`.
    public enum Element: Sendable, Hashable, Codable {
        case move(x: Double, y: Double)
        case line(x: Double, y: Double)
        case curve(x1: Double, y1: Double, x2: Double, y2: Double, x: Double, y: Double)
        case close
    }

    public let elements: [Element]
    /// How far the pen moved, in thousandths of the em.
    public let advance: Double
    /// The font's ascender and descender (negative below the baseline), in thousandths of the em.
    public let ascender: Double
    public let descender: Double

    public init(elements: [Element], advance: Double, ascender: Double, descender: Double) {
        self.elements = elements
        self.advance = advance
        self.ascender = ascender
        self.descender = descender
    }

    /// A rectangle around the path: of all its points, control points included, so nothing is outside it.
    /// `nil` when the path is empty.
    public var bounds: (minX: Double, minY: Double, maxX: Double, maxY: Double)? {
        var points: [(Double, Double)] = []
        for element in elements {
            switch element {
            case .move(let x, let y), .line(let x, let y): points.append((x, y))
            case .curve(let x1, let y1, let x2, let y2, let x, let y): points += [(x1, y1), (x2, y2), (x, y)]
            case .close: break
            }
        }
        guard let first = points.first else { return nil }
        return points.dropFirst().reduce((first.0, first.1, first.0, first.1)) { box, point in
            (min(box.0, point.0), min(box.1, point.1), max(box.2, point.0), max(box.3, point.1))
        }
    }
}
