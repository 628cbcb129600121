/// A path of straight lines and cubic Bézier curves, in the unit and coordinate system of its drawing.
public struct VectorPath: Sendable, Hashable, Codable {
    /// One step of drawing. Coordinates are absolute.
    public enum Element: Sendable, Hashable, Codable {
        case move(x: Double, y: Double)
        case line(x: Double, y: Double)
        /// A cubic Bézier curve with two control points.
        case curve(x1: Double, y1: Double, x2: Double, y2: Double, x: Double, y: Double)
        case close
    }

    /// The steps in order; each contour begins with a `move`.
    public var elements: [Element]

    /// Nothing is checked; the default is an empty path.
    public init(_ elements: [Element] = []) {
        self.elements = elements
    }

    /// The smallest rectangle that contains all points and control points; `nil` for a path without points.
    public var bounds: InkBox? {
        var points: [(Double, Double)] = []
        for element in elements {
            switch element {
            case .move(let x, let y), .line(let x, let y): points.append((x, y))
            case .curve(let x1, let y1, let x2, let y2, let x, let y): points += [(x1, y1), (x2, y2), (x, y)]
            case .close: break
            }
        }
        guard let first = points.first else { return nil }
        var bounds = InkBox(left: first.0, bottom: first.1, right: first.0, top: first.1)
        for (x, y) in points {
            bounds.left = min(bounds.left, x)
            bounds.right = max(bounds.right, x)
            bounds.bottom = min(bounds.bottom, y)
            bounds.top = max(bounds.top, y)
        }
        return bounds
    }

    /// Returns a closed rectangle.
    public static func rectangle(x: Double, y: Double, width: Double, height: Double) -> VectorPath {
        VectorPath([
            .move(x: x, y: y), .line(x: x + width, y: y), .line(x: x + width, y: y + height),
            .line(x: x, y: y + height), .close,
        ])
    }

    /// Returns four cubic curves that are within 0.03 % of a circle.
    package static func circle(x: Double, y: Double, radius r: Double) -> VectorPath {
        let k = r * 0.5523
        return VectorPath([
            .move(x: x + r, y: y),
            .curve(x1: x + r, y1: y + k, x2: x + k, y2: y + r, x: x, y: y + r),
            .curve(x1: x - k, y1: y + r, x2: x - r, y2: y + k, x: x - r, y: y),
            .curve(x1: x - r, y1: y - k, x2: x - k, y2: y - r, x: x, y: y - r),
            .curve(x1: x + k, y1: y - r, x2: x + r, y2: y - k, x: x + r, y: y),
            .close,
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

    /// Returns the path with all coordinates of points and control points transformed.
    package func mapCoordinates(x mapX: (Double) -> Double, y mapY: (Double) -> Double) -> VectorPath {
        VectorPath(
            elements.map { element in
                switch element {
                case .move(let x, let y): .move(x: mapX(x), y: mapY(y))
                case .line(let x, let y): .line(x: mapX(x), y: mapY(y))
                case .curve(let x1, let y1, let x2, let y2, let x, let y):
                    .curve(x1: mapX(x1), y1: mapY(y1), x2: mapX(x2), y2: mapY(y2), x: mapX(x), y: mapY(y))
                case .close: .close
                }
            })
    }
}
