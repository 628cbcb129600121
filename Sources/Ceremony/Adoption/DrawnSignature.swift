import Envelopes
import SignedPDF

/// A signature drawn with a finger, a pen or a mouse.
///
/// The strokes are kept unchanged. The path is a smooth curve through the midpoints of neighboring points, with the
/// points themselves as control points. The page shows a stroke in the same way while it is being drawn.
struct DrawnSignature: Sendable {
    /// The limits of a drawing; far more than a signature by hand needs.
    static let mostStrokes = 300
    static let mostPoints = 20_000
    /// The largest side of the drawing area, and the largest distance of a point outside it, in the units of the area.
    private static let largestArea = 10_000.0
    private static let farthestOutside = 1_000.0
    /// The line width and the minimum extent of a drawing, relative to the width of the area.
    private static let strokePart = 0.008
    private static let leastPart = 0.02

    let kind: AdoptedKind
    let strokes: [[StrokePoint]]
    let areaWidth: Double

    /// - Throws: ``CeremonyError/drawingUnusable(_:)`` with the problem of the strokes
    init(
        kind: AdoptedKind, strokes: [[StrokePoint]], width: Double, height: Double
    ) throws(CeremonyError) {
        guard width.isFinite, height.isFinite, width >= 1, height >= 1, width <= Self.largestArea,
            height <= Self.largestArea
        else { throw .drawingUnusable("its area must be 1 to 10,000 units wide and high") }
        guard strokes.count <= Self.mostStrokes else {
            throw .drawingUnusable("it has more than \(Self.mostStrokes) strokes")
        }
        var count = 0
        for stroke in strokes {
            count += stroke.count
            guard count <= Self.mostPoints else {
                throw .drawingUnusable("it has more than \(Self.mostPoints) points")
            }
        }
        let margin = Self.farthestOutside
        let isInside = strokes.joined().allSatisfy { point in
            (-margin...width + margin).contains(point.x) && (-margin...height + margin).contains(point.y)
                && (point.t.map { (0...86_400_000).contains($0) } ?? true)
                && (point.p.map { (0...1).contains($0) } ?? true)
        }
        guard isInside else { throw .drawingUnusable("one of its points lies outside the drawing area") }
        self.kind = kind
        self.strokes = strokes.filter { !$0.isEmpty }
        areaWidth = width
    }

    /// - Throws: ``CeremonyError/signatureEmpty`` if the drawing is empty or just a dot
    func artwork() throws(CeremonyError) -> Artwork {
        let points = strokes.joined()
        guard let first = points.first else { throw .signatureEmpty }
        var (left, top, right, bottom) = (first.x, first.y, first.x, first.y)
        for point in points {
            left = min(left, point.x)
            right = max(right, point.x)
            top = min(top, point.y)
            bottom = max(bottom, point.y)
        }
        guard max(right - left, bottom - top) >= areaWidth * Self.leastPart else { throw .signatureEmpty }
        let line = Hundredths(areaWidth * Self.strokePart)
        let margin = line.value
        let elements = strokes.flatMap { Self.curve(through: $0, left: left - margin, top: top - margin) }
        return Artwork(
            kind: kind, method: .drawn, strokes: strokes, path: VectorPath(elements),
            width: Hundredths(right - left + 2 * margin).value, height: Hundredths(bottom - top + 2 * margin).value,
            stroke: line.value)
    }

    /// Returns one stroke: a straight start to the first midpoint, quadratic curves from midpoint to midpoint (raised
    /// to cubic ones), and a straight end.
    private static func curve(through stroke: [StrokePoint], left: Double, top: Double) -> [VectorPath.Element] {
        let points = stroke.map { (x: $0.x - left, y: $0.y - top) }
        guard let first = points.first, let last = points.last else { return [] }
        var elements: [VectorPath.Element] = [.move(x: first.x, y: first.y)]
        guard points.contains(where: { $0 != first }) else {
            // A dot: a very short line has a direction, so that its round ends are drawn.
            return elements + [.line(x: first.x + 0.01, y: first.y)]
        }
        var current = first
        for (control, next) in zip(points, points.dropFirst()) {
            let middle = (x: (control.x + next.x) / 2, y: (control.y + next.y) / 2)
            elements.append(
                .curve(
                    x1: (current.x + 2 * control.x) / 3, y1: (current.y + 2 * control.y) / 3,
                    x2: (middle.x + 2 * control.x) / 3, y2: (middle.y + 2 * control.y) / 3,
                    x: middle.x, y: middle.y))
            current = middle
        }
        elements.append(.line(x: last.x, y: last.y))
        return elements
    }
}
