/// An outline in points, y up, origin at the bottom left of the drawing it belongs to.
public struct VectorPath: Sendable, Hashable, Codable {
    public enum Element: Sendable, Hashable, Codable {
        case move(x: Double, y: Double)
        case line(x: Double, y: Double)
        /// A cubic Bézier curve with two control points.
        case curve(x1: Double, y1: Double, x2: Double, y2: Double, x: Double, y: Double)
        case close
    }

    public var elements: [Element]

    public init(_ elements: [Element] = []) {
        self.elements = elements
    }

    /// The smallest rectangle that holds all points and control points; nil for a path without points.
    public var bounds: PDFRectangle? {
        var points: [(Double, Double)] = []
        for element in elements {
            switch element {
            case .move(let x, let y), .line(let x, let y): points.append((x, y))
            case .curve(let x1, let y1, let x2, let y2, let x, let y): points += [(x1, y1), (x2, y2), (x, y)]
            case .close: break
            }
        }
        guard let first = points.first else { return nil }
        var bounds = PDFRectangle(left: first.0, bottom: first.1, right: first.0, top: first.1)
        for (x, y) in points {
            bounds.left = min(bounds.left, x)
            bounds.right = max(bounds.right, x)
            bounds.bottom = min(bounds.bottom, y)
            bounds.top = max(bounds.top, y)
        }
        return bounds
    }

    /// A closed rectangle.
    public static func rectangle(x: Double, y: Double, width: Double, height: Double) -> VectorPath {
        VectorPath([
            .move(x: x, y: y), .line(x: x + width, y: y), .line(x: x + width, y: y + height),
            .line(x: x, y: y + height), .close,
        ])
    }

    package var isFinite: Bool {
        elements.allSatisfy { element in
            switch element {
            case .move(let x, let y), .line(let x, let y): x.isFinite && y.isFinite
            case .curve(let x1, let y1, let x2, let y2, let x, let y):
                [x1, y1, x2, y2, x, y].allSatisfy(\.isFinite)
            case .close: true
            }
        }
    }
}

/// A colour of red, green and blue, each from 0 to 1.
public struct InkColor: Sendable, Hashable, Codable {
    public var red: Double
    public var green: Double
    public var blue: Double

    public init(red: Double, green: Double, blue: Double) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    public static let black = InkColor(red: 0, green: 0, blue: 0)

    /// The same share of all three: 0 is black, 1 is white.
    public static func gray(_ share: Double) -> InkColor { InkColor(red: share, green: share, blue: share) }
}

/// One part of a drawing.
public enum Ink: Sendable, Hashable {
    /// The inside of the path by the non-zero winding rule (ISO 32000-2 §8.5.3.3.2).
    case fill(VectorPath, color: InkColor = .black)
    /// A line along the path, `width` points wide, with round ends and corners.
    case stroke(VectorPath, width: Double, color: InkColor = .black)

    public var path: VectorPath {
        switch self {
        case .fill(let path, _), .stroke(let path, _, _): path
        }
    }
}
