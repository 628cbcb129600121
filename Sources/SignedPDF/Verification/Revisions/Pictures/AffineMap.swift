/// A map of the plane: x' = a·x + c·y + e, y' = b·x + d·y + f (ISO 32000-2 §8.3.3).
struct AffineMap: Sendable, Equatable {
    var a = 1.0
    var b = 0.0
    var c = 0.0
    var d = 1.0
    var e = 0.0
    var f = 0.0

    static let identity = AffineMap()

    init(_ a: Double = 1, _ b: Double = 0, _ c: Double = 0, _ d: Double = 1, _ e: Double = 0, _ f: Double = 0) {
        (self.a, self.b, self.c, self.d, self.e, self.f) = (a, b, c, d, e, f)
    }

    /// Makes a map from six numbers of a file, or `nil` if they are not six numbers of reasonable size.
    init?(_ numbers: [PDFObject]) {
        let values = numbers.compactMap(\.realValue)
        guard numbers.count == 6, values.count == 6, values.allSatisfy({ abs($0) < 1e7 }) else { return nil }
        self.init(values[0], values[1], values[2], values[3], values[4], values[5])
    }

    /// Returns the map that applies this map first and then the other one.
    func then(_ other: AffineMap) -> AffineMap {
        AffineMap(
            a * other.a + b * other.c, a * other.b + b * other.d, c * other.a + d * other.c, c * other.b + d * other.d,
            e * other.a + f * other.c + other.e, e * other.b + f * other.d + other.f)
    }

    func point(_ x: Double, _ y: Double) -> PicturePoint {
        PicturePoint(x: a * x + c * y + e, y: b * x + d * y + f)
    }

    /// Returns the bounding box of a mapped rectangle.
    func bounds(of box: PDFRectangle) -> PDFRectangle {
        PDFRectangle(around: [
            point(box.left, box.bottom), point(box.right, box.bottom), point(box.left, box.top),
            point(box.right, box.top),
        ])
    }

    /// The map's rotation in degrees counterclockwise, if it is a multiple of 90. A slant is allowed, as in an oblique
    /// font. It is `nil` for any other angle, a mirror image or a degenerate map.
    var quarterTurn: Int? {
        let size = max(abs(a), abs(b), abs(c), abs(d))
        guard size > 1e-6, a * d - b * c > 1e-9 * size * size else { return nil }
        for (degrees, turned) in [
            (0, self), (90, then(Self(0, -1, 1, 0))), (180, then(Self(-1, 0, 0, -1))),
            (270, then(Self(0, 1, -1, 0))),
        ]
        where turned.a > 0 && turned.d > 0 && abs(turned.b) < 0.01 * turned.a && abs(turned.c) < 0.5 * turned.d {
            return degrees
        }
        return nil
    }
}

/// A point, in the page's own coordinates unless stated otherwise.
struct PicturePoint: Sendable, Equatable {
    var x: Double
    var y: Double

    func isNear(_ other: PicturePoint, within distance: Double) -> Bool {
        abs(x - other.x) <= distance && abs(y - other.y) <= distance
    }
}

extension PDFRectangle {
    /// Makes the smallest rectangle around points, or an empty one at the origin if there are none.
    init(around points: [PicturePoint]) {
        let (x, y) = (points.map(\.x), points.map(\.y))
        self.init(left: x.min() ?? 0, bottom: y.min() ?? 0, right: x.max() ?? 0, top: y.max() ?? 0)
    }

    /// Whether another rectangle is inside this one, or at most `margin` outside.
    func contains(_ other: PDFRectangle, margin: Double = 0) -> Bool {
        other.left >= left - margin && other.right <= right + margin && other.bottom >= bottom - margin
            && other.top <= top + margin
    }

    func union(_ other: PDFRectangle) -> PDFRectangle {
        PDFRectangle(
            left: min(left, other.left), bottom: min(bottom, other.bottom), right: max(right, other.right),
            top: max(top, other.top))
    }

    func widened(by margin: Double) -> PDFRectangle {
        PDFRectangle(left: left - margin, bottom: bottom - margin, right: right + margin, top: top + margin)
    }
}
