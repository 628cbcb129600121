/// A path that a picture fills or strokes, on the page.
struct PictureShape: Sendable {
    enum Paint: Sendable, Equatable {
        case fill
        /// The path is stroked with this line width in points.
        case stroke(width: Double)
    }

    var paint: Paint
    /// Red, green and blue, from 0 to 1.
    var color: [Double]
    /// The points of the path, with curves as short lines, by subpath.
    var parts: [[PicturePoint]]
    /// The visible part of the path's box.
    var box: PDFRectangle
    /// Whether the clip is something other than rectangles.
    var isOddlyClipped: Bool
    var isEvenOdd = false
    /// The share of what is below that the path hides, from 0 to 1.
    var opacity = 1.0

    /// The brightness of the color, from 0 to 1.
    var brightness: Double { FieldColors.brightness(color) ?? 0 }

    /// Whether the path is a single upright rectangle.
    var isRectangle: Bool {
        guard parts.count == 1, (4...5).contains(parts[0].count) else { return false }
        let whole = PDFRectangle(around: parts[0])
        let isClosed = parts[0].count == 4 || parts[0][4].isNear(parts[0][0], within: 0.01)
        return isClosed
            && parts[0].allSatisfy { point in
                (abs(point.x - whole.left) < 0.01 || abs(point.x - whole.right) < 0.01)
                    && (abs(point.y - whole.bottom) < 0.01 || abs(point.y - whole.top) < 0.01)
            }
            && zip(parts[0], parts[0].dropFirst()).allSatisfy { abs($0.x - $1.x) < 0.01 || abs($0.y - $1.y) < 0.01 }
    }

    /// The painted share of the path's own box: 1 for a rectangle, little for a letter's outline.
    var density: Double { Self.density(of: parts) }

    static func density(of parts: [[PicturePoint]]) -> Double {
        let whole = PDFRectangle(around: parts.flatMap { $0 })
        guard whole.width > 0, whole.height > 0 else { return 0 }
        guard parts.count <= mostParts else { return 1 }
        let pieces = parts.map { (area: area($0), box: PDFRectangle(around: $0)) }
        // A subpath in the opposite direction within another one is a hole.
        let painted = pieces.reduce(0) { sum, piece in
            let isHole = pieces.contains { $0.area * piece.area < 0 && $0.box.contains(piece.box) }
            return sum + (isHole ? -abs(piece.area) : abs(piece.area))
        }
        return painted / (whole.width * whole.height)
    }

    private static let mostParts = 200

    /// Returns the area of a polygon; negative if it is clockwise.
    private static func area(_ points: [PicturePoint]) -> Double {
        guard let last = points.last else { return 0 }
        var (sum, before) = (0.0, last)
        for point in points {
            sum += before.x * point.y - point.x * before.y
            before = point
        }
        return sum / 2
    }

    // MARK: The same ground

    /// The tolerance in points: readers round, and programs draw a field's edge half a point further in.
    private static let tolerance = 0.75

    /// Whether one of these shapes already painted the same: the same outline in the same color, or a rectangle that
    /// contains this one.
    func wasPainted(by others: [PictureShape]) -> Bool {
        others.contains { other in
            guard !other.isOddlyClipped, color.count == other.color.count,
                zip(color, other.color).allSatisfy({ abs($0 - $1) < 0.02 })
            else {
                return false
            }
            switch (paint, other.paint) {
            case (.fill, .fill):
                return other.isRectangle && other.box.contains(box, margin: Self.tolerance) || hasOutline(of: other)
            case (.stroke(let width), .stroke(let earlier)):
                return width <= earlier + 0.25 && hasOutline(of: other)
            default: return false
            }
        }
    }

    /// Whether the shape hides the print below it, that is, is a rectangle or similarly solid.
    var isSheet: Bool { paint == .fill && (isRectangle || density > 0.5) && box.width > 4 && box.height > 4 }

    private func hasOutline(of other: PictureShape) -> Bool {
        guard other.box.contains(box, margin: Self.tolerance), box.contains(other.box, margin: Self.tolerance) else {
            return false
        }
        return isNear(other.parts) && other.isNear(parts)
    }

    /// The most pairs of points and lines that are compared.
    private static let mostPairs = 1_000_000

    /// Whether all points lie on the lines of another path, wherever each path begins.
    private func isNear(_ others: [[PicturePoint]]) -> Bool {
        guard parts.joined().count * others.joined().count <= Self.mostPairs else { return false }
        return parts.joined().allSatisfy { point in
            others.contains { other in
                zip(other, other.dropFirst()).contains { point.distance(to: $0, $1) <= Self.tolerance }
            }
        }
    }
}

extension PicturePoint {
    /// Returns the distance to a line from one point to another.
    func distance(to start: PicturePoint, _ end: PicturePoint) -> Double {
        let (across, up) = (end.x - start.x, end.y - start.y)
        let length = across * across + up * up
        let share = length > 0 ? min(1, max(0, ((x - start.x) * across + (y - start.y) * up) / length)) : 0
        let (dx, dy) = (x - start.x - share * across, y - start.y - share * up)
        return (dx * dx + dy * dy).squareRoot()
    }
}
