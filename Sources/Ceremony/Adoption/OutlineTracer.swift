import SignedPDF

/// Traces the ink of a picture: its outline as closed polygons, outer ones and holes in opposite directions, so that
/// the non-zero winding rule fills the ink.
///
/// The line runs where the darkness, between the middles of neighboring pixels, crosses one half (marching squares).
struct OutlineTracer {
    /// The maximum number of points before the outline is simplified.
    private static let mostCrossings = 100_000
    /// How far the simplified outline may be from the traced one, in pixels.
    private static let tolerance = 0.35
    /// The maximum number of traced points that one straight line replaces.
    private static let longestLine = 40
    /// The area in square pixels below which a polygon is a speck of dust, or a gap in the ink.
    private static let leastArea = 8.0
    private static let threshold = 127.5

    typealias Point = (x: Double, y: Double)

    /// The width and height of the grid of pixels, with a blank one around the picture.
    private let width: Int
    private let height: Int
    private let darkness: [UInt8]
    /// For each crossing of an edge, the next crossing on the outline; -1 if the outline does not cross there. The edge from a pixel to
    /// its right neighbor has twice the pixel's index, the edge to the one below has one more.
    private var next: [Int32]

    /// - Parameter darkness: one byte a pixel, 255 for ink, row by row from the top
    init(width: Int, height: Int, darkness: [UInt8]) {
        self.width = width + 2
        self.height = height + 2
        var padded = [UInt8](repeating: 0, count: self.width * self.height)
        for y in 0..<height {
            let start = (y + 1) * self.width + 1
            padded.replaceSubrange(start..<start + width, with: darkness[y * width..<(y + 1) * width])
        }
        self.darkness = padded
        next = [Int32](repeating: -1, count: 2 * padded.count)
    }

    /// Returns the polygons in pixels, y downward; `nil` if there are too many details.
    mutating func polygons() -> [[Point]]? {
        guard connect() <= Self.mostCrossings else { return nil }
        var polygons: [[Point]] = []
        for start in next.indices where next[start] >= 0 {
            var outline: [Point] = []
            var edge = start
            while next[edge] >= 0 {
                outline.append(point(on: edge))
                let following = Int(next[edge])
                next[edge] = -1
                edge = following
            }
            if Self.area(of: outline) >= Self.leastArea { polygons.append(Self.simplified(outline)) }
        }
        return polygons
    }

    /// Connects the crossings within each square of four pixels, with the ink on the right-hand side.
    ///
    /// - Returns: the number of crossings
    private mutating func connect() -> Int {
        var count = 0
        for y in 0..<height - 1 {
            for x in 0..<width - 1 {
                let index = y * width + x
                let corners = [index, index + 1, index + width + 1, index + width]
                var kind = 0
                for (bit, corner) in corners.enumerated() where isInk(corner) { kind |= 1 << bit }
                guard kind != 0, kind != 15 else { continue }
                let (top, left) = (2 * index, 2 * index + 1)
                let (right, bottom) = (2 * (index + 1) + 1, 2 * (index + width))
                let lines: [(Int, Int)] =
                    switch kind {
                    case 1: [(top, left)]
                    case 2: [(right, top)]
                    case 3: [(right, left)]
                    case 4: [(bottom, right)]
                    case 5: [(top, left), (bottom, right)]
                    case 6: [(bottom, top)]
                    case 7: [(bottom, left)]
                    case 8: [(left, bottom)]
                    case 9: [(top, bottom)]
                    case 10: [(right, top), (left, bottom)]
                    case 11: [(right, bottom)]
                    case 12: [(left, right)]
                    case 13: [(top, right)]
                    default: [(left, top)]
                    }
                for (from, to) in lines { next[from] = Int32(to) }
                count += lines.count
                guard count <= Self.mostCrossings else { return count }
            }
        }
        return count
    }

    private func isInk(_ index: Int) -> Bool { Double(darkness[index]) > Self.threshold }

    /// Returns the place of a crossing in the picture, where the middle of the first pixel is at one half.
    private func point(on edge: Int) -> Point {
        let index = edge / 2
        let other = edge.isMultiple(of: 2) ? index + 1 : index + width
        let (here, there) = (Double(darkness[index]), Double(darkness[other]))
        let part = (Self.threshold - here) / (there - here)
        let (x, y) = (Double(index % width) - 0.5, Double(index / width) - 0.5)
        return edge.isMultiple(of: 2) ? (x + part, y) : (x, y + part)
    }

    private static func area(of outline: [Point]) -> Double {
        guard var last = outline.last else { return 0 }
        var twice = 0.0
        for point in outline {
            twice += last.x * point.y - point.x * last.y
            last = point
        }
        return abs(twice) / 2
    }

    /// Replaces runs of points by straight lines that stay near all of them.
    private static func simplified(_ outline: [Point]) -> [Point] {
        let closed = outline + outline.prefix(1)
        var kept: [Point] = []
        var start = 0
        while start < outline.count {
            kept.append(closed[start])
            var end = start + 1
            while end + 1 < closed.count, end + 1 - start <= longestLine,
                (start + 1...end).allSatisfy({
                    distance(of: closed[$0], from: closed[start], to: closed[end + 1]) <= tolerance
                })
            { end += 1 }
            start = end
        }
        return kept
    }

    private static func distance(of point: Point, from start: Point, to end: Point) -> Double {
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let length = (dx * dx + dy * dy).squareRoot()
        let (px, py) = (point.x - start.x, point.y - start.y)
        return length == 0 ? (px * px + py * py).squareRoot() : abs(dx * py - dy * px) / length
    }
}
